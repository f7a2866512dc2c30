import { memo, type Ref, useImperativeHandle, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { STATUS_TEXT, StatusIcon } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import type { RowList } from '../rows/row-list.ts';
import { type LaneColours, useLaneColours } from './colours.ts';
import { stripWords } from './strip-words.ts';
import { worstOf } from './worst.ts';

const { strip: texts } = words;

const HEIGHT = 26;
/** Height of a column by the worst that it holds, so that colour is not the only sign. */
const HEIGHTS = [5, 11, 16, HEIGHT, HEIGHT];
/** A row that is so wide is drawn apart from the next one, pixels. */
const LEAST_APART = 4;
/** Looks with the weights that they stand for. */
const LEGEND = [
  ['failed', [3, 4]],
  ['inconclusive', [2]],
  ['pending', [1]],
] as const;

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
  const worst = useMemo(() => worstOf(list, width, brokenRow), [list, width, brokenRow]);
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
    drawColumns(context, worst, width / Math.max(1, list.count), colours);
  }, [worst, list, width, colours]);
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
  const legend = useMemo(
    () => LEGEND.filter(([, weights]) => weights.some((weight) => worst.includes(weight))).map(([look]) => look),
    [worst],
  );
  const goTo = (event: React.PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const part = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    onGoTo(Math.min(list.count - 1, Math.floor(part * list.count)));
  };
  const [pointed, setPointed] = useState<number | null>(null);
  return (
    <div aria-hidden="true" className="screen-only flex flex-wrap items-center gap-x-4 gap-y-1">
      <div className="relative min-w-60 flex-1">
        <div
          className="relative h-[28px] cursor-pointer overflow-hidden rounded-sm border border-line bg-surface contain-strict"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            goTo(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
            setPointed(Math.floor(event.clientX - event.currentTarget.getBoundingClientRect().left));
          }}
          onPointerLeave={() => setPointed(null)}
        >
          <canvas ref={canvas} className="block w-full" style={{ height: HEIGHT }} />
          <div
            ref={sight}
            className="pointer-events-none absolute inset-y-0 left-0 min-w-1 border-x-2 border-accent bg-accent/15"
          />
        </div>
        {pointed !== null && list.count > 0 && width > 0 && (
          <span
            data-pointed
            className="pointer-events-none absolute top-full z-20 mt-1 rounded bg-text px-2 py-1 text-12 whitespace-nowrap text-page"
            style={pointed < width / 2 ? { left: Math.max(0, pointed) } : { right: Math.max(0, width - pointed) }}
          >
            {stripWords(list, pointed, width, brokenRow)}
          </span>
        )}
      </div>
      {legend.length > 0 && (
        <span className="flex flex-wrap gap-x-3 text-12">
          {legend.map((look) => (
            <span key={look} className={`inline-flex items-center gap-1 ${STATUS_TEXT[look]}`}>
              <StatusIcon look={look} size="small" />
              {texts.legend[look]}
            </span>
          ))}
        </span>
      )}
    </div>
  );
});

/** @param perRow pixels for each row; wide ones are drawn apart, so that failures in a row can be counted */
function drawColumns(context: CanvasRenderingContext2D, worst: Uint8Array, perRow: number, colours: LaneColours): void {
  const fills = [colours['line-strong'], colours.pending, colours.inconclusive, colours.failed, colours.failed];
  for (const [column, weight] of worst.entries()) {
    if (perRow >= LEAST_APART && Math.floor((column + 1) / perRow) !== Math.floor(column / perRow)) continue;
    const height = HEIGHTS[weight] ?? HEIGHT;
    context.fillStyle = fills[weight] ?? colours.failed;
    context.fillRect(column, HEIGHT - height, 1, height);
  }
}
