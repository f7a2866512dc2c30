import { useLayoutEffect, useRef } from 'react';
import { useLaneColours } from './colours.ts';
import { drawLanes, gutterWidth, type LaneScene } from './draw.ts';

export interface LaneGutterProps extends Omit<LaneScene, 'colours'> {
  /** The rows to draw. */
  readonly first: number;
  readonly last: number;
}

/** The drawing's height is a multiple of so many rows: another height would make another buffer. */
const STEP_ROWS = 16;

/** The lanes beside the rows. For the eye alone: what it shows stands in the rows as level and words. */
export function LaneGutter({ first, last, ...scene }: LaneGutterProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useLaneColours();
  const { layout, list, rowHeight, path, brokenRow } = scene;
  const width = gutterWidth(layout.lanes);
  const rows = Math.min(layout.count, Math.ceil((last - first + 1) / STEP_ROWS) * STEP_ROWS);
  // As high as the rows that are made need, and never beyond the end of the list.
  const from = Math.max(0, Math.min(first, layout.count - rows));
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined) return;
    const ratio = window.devicePixelRatio;
    const pixels = { width: Math.ceil(width * ratio), height: Math.ceil(rows * rowHeight * ratio) };
    // Another size makes another buffer; the same one is only wiped.
    if (element.width !== pixels.width) element.width = pixels.width;
    if (element.height !== pixels.height) element.height = pixels.height;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, rows * rowHeight);
    drawLanes(context, { layout, list, rowHeight, colours, path, brokenRow }, from, Math.min(last, layout.count - 1));
  }, [layout, list, rowHeight, colours, path, brokenRow, from, last, rows, width]);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabindex is not focusable
    <canvas
      ref={canvas}
      aria-hidden="true"
      data-lanes={layout.lanes}
      className="pointer-events-none absolute top-0 left-0 z-[1]"
      style={{ width, height: rows * rowHeight, transform: `translateY(${from * rowHeight}px)` }}
    />
  );
}
