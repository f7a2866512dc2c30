import { memo, type Ref, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { RowList } from '../rows/row-list.ts';
import { type LaneColours, useLaneColours } from './colours.ts';
import { worstOf } from './worst.ts';

const HEIGHT = 26;
/** Height of a column by the worst that it holds, so that colour is not the only sign. */
const HEIGHTS = [5, 11, 16, HEIGHT, HEIGHT];

export interface MinimapProps {
  readonly list: RowList;
  /** The row at which the chain was found broken; -1 where it was not. */
  readonly brokenRow: number;
  readonly onGoTo: (row: number) => void;
  readonly ref?: Ref<MinimapHandle>;
}

export interface MinimapHandle {
  /** Marks the part of the rows that is in sight, from 0 to 1. Called at every frame of scrolling, so it renders nothing. */
  mark(from: number, to: number): void;
}

/**
 * All rows in one strip: a column of pixels stands for as many rows as it must and shows the worst of them, so that no
 * failure vanishes. For the pointer; by keyboard there is "Next failure".
 */
export const Minimap = memo(function Minimap({ list, brokenRow, onGoTo, ref }: MinimapProps) {
  const sight = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useLaneColours();
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const element = canvas.current;
    const context = element?.getContext('2d');
    if (element === null || context === null || context === undefined || width === 0) return;
    const ratio = window.devicePixelRatio;
    element.width = Math.ceil(width * ratio);
    element.height = Math.ceil(HEIGHT * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    drawColumns(context, worstOf(list, width, brokenRow), colours);
  }, [list, brokenRow, width, colours]);
  useImperativeHandle(
    ref,
    () => ({
      mark(from, to) {
        const { current } = sight;
        if (current === null) return;
        // In steps that can be seen: a page of 100,000 rows moves by less than a pixel.
        const left = `translateX(${Math.round(from * width)}px)`;
        const wide = `${Math.ceil((to - from) * width)}px`;
        if (current.style.transform !== left) current.style.transform = left;
        if (current.style.width !== wide) current.style.width = wide;
      },
    }),
    [width],
  );
  const goTo = (event: React.PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    onGoTo(Math.min(list.count - 1, Math.floor(part * list.count)));
  };
  return (
    <div
      aria-hidden="true"
      className="relative h-[28px] cursor-pointer rounded border border-line bg-surface contain-strict"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        goTo(event);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
      }}
    >
      <canvas ref={canvas} className="block w-full" style={{ height: HEIGHT }} />
      <div
        ref={sight}
        className="pointer-events-none absolute inset-y-0 left-0 min-w-1 border-x-2 border-accent bg-accent/15"
      />
    </div>
  );
});

function drawColumns(context: CanvasRenderingContext2D, worst: Uint8Array, colours: LaneColours): void {
  const fills = [colours['line-strong'], colours.pending, colours.inconclusive, colours.failed, colours.failed];
  for (const [column, weight] of worst.entries()) {
    const height = HEIGHTS[weight] ?? HEIGHT;
    context.fillStyle = fills[weight] ?? colours.failed;
    context.fillRect(column, HEIGHT - height, 1, height);
  }
}
