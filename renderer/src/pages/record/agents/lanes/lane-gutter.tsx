import { type Ref, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { NO_ROWS, type RowRange } from '../../../../parts/grid/row-window.ts';
import { useLaneColours } from './colours.ts';
import { drawLanes, gutterWidth, type LaneScene } from './draw.ts';

export interface LaneGutterProps extends Omit<LaneScene, 'colours'> {
  readonly ref: Ref<LaneGutterHandle>;
}

export interface LaneGutterHandle {
  /** Draws these rows. Called while the list is scrolled, so nothing is rendered. */
  show(rows: RowRange): void;
}

/** The drawing's height is a multiple of so many rows: another height would make another buffer. */
const STEP_ROWS = 16;

/** The lanes beside the rows. For the eye alone: what it shows stands in the rows as level and words. */
export function LaneGutter({ ref, ...scene }: LaneGutterProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const shown = useRef<RowRange>(NO_ROWS);
  const colours = useLaneColours();
  const { layout, list, rowHeight, path, brokenRow } = scene;
  const width = gutterWidth(layout.lanes);
  const draw = ({ first, last }: RowRange) => {
    shown.current = { first, last };
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined) return;
    const rows = Math.min(layout.count, Math.ceil((last - first + 1) / STEP_ROWS) * STEP_ROWS);
    // As high as the rows that are made need, and never beyond the end of the list.
    const from = Math.max(0, Math.min(first, layout.count - rows));
    const ratio = window.devicePixelRatio;
    setSize(element, width, rows * rowHeight, ratio);
    element.style.transform = `translateY(${from * rowHeight}px)`;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, rows * rowHeight);
    drawLanes(context, { layout, list, rowHeight, colours, path, brokenRow }, from, Math.min(last, layout.count - 1));
  };
  useImperativeHandle(ref, () => ({ show: draw }));
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn anew where what is drawn is another.
  useLayoutEffect(() => draw(shown.current), [layout, list, rowHeight, colours, path, brokenRow]);
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas without tabindex is not focusable
    <canvas
      ref={canvas}
      aria-hidden="true"
      data-lanes={layout.lanes}
      className="pointer-events-none absolute top-0 left-0 z-[1]"
    />
  );
}

/** Another size makes another buffer; the same one is only wiped. */
function setSize(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  const pixels = { width: Math.ceil(width * ratio), height: Math.ceil(height * ratio) };
  if (canvas.width === pixels.width && canvas.height === pixels.height) return;
  canvas.width = pixels.width;
  canvas.height = pixels.height;
  canvas.style.width = `${width}px`;
  canvas.style.height = `${height}px`;
}
