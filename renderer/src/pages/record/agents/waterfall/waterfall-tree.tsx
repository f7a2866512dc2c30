// biome-ignore-all lint/a11y/useFocusableInteractive: a grid has the focus itself.
// biome-ignore-all lint/a11y/useSemanticElements: heads of a virtual grid are placed by themselves; table elements cannot be.
import { type CSSProperties, type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import { useNarrow } from '../../../../ui/use-narrow.ts';
import { words } from '../../../../words/record/agents-session-waterfall.ts';
import { durationText } from '../data/clock.ts';
import { gutterWidth } from '../lanes/draw.ts';
import { type ReceiptsProps, RowTree, type RowTreeHandle } from '../tree/row-tree.tsx';
import type { Span } from './spans.ts';
import { WATERFALL_BOXES, WaterfallRow } from './waterfall-row.ts';

/** Least widths, pixels; that of what a receipt is grows with the lanes beside it. */
const WIDTHS = { what: 260, time: 240, took: 190 };
const NARROW_WIDTHS = { what: 120, time: 90, took: 96 };
/** Room for the sign of a row that can be opened out. */
const CHEVRON = 20;

const newRow = () => new WaterfallRow();

export interface WaterfallTreeProps extends Omit<ReceiptsProps, 'ref' | 'path' | 'brokenRow' | 'open'> {
  readonly ref?: Ref<WaterfallHandle>;
}

export interface WaterfallHandle extends RowTreeHandle {
  /** Draws the bars over another part of the time, milliseconds since the session began. Renders nothing. */
  scale(range: Span): void;
}

/** Receipts as bars over time, in rows. */
export function WaterfallTree({ ref, ...props }: WaterfallTreeProps) {
  const frame = useRef<HTMLDivElement>(null);
  const tree = useRef<RowTreeHandle>(null);
  useImperativeHandle(ref, () => ({
    show: (row) => tree.current?.show(row),
    focus: () => tree.current?.focus(),
    scale({ start, end }) {
      const { current } = frame;
      if (current === null) return;
      // Where no time passes at all there is nothing to divide by.
      const span = Math.max(1, end - start);
      current.style.setProperty('--from', `${start}`);
      current.style.setProperty('--span', `${span}`);
      const ticks = current.querySelectorAll('[data-tick]');
      for (const [index, tick] of ticks.entries()) {
        const text = words.axis(durationText(start + (span * index) / (ticks.length - 1)));
        if (tick.textContent !== text) tick.textContent = text;
      }
    },
  }));
  const isNarrow = useNarrow();
  const gutter = gutterWidth(props.layout.lanes);
  const style = useMemo(() => {
    const { what, time, took } = isNarrow ? NARROW_WIDTHS : WIDTHS;
    return {
      '--chevron-start': `${gutter}px`,
      '--what-start': `${gutter + CHEVRON}px`,
      '--what-width': `${what + gutter}px`,
      '--took-width': `${took}px`,
      '--row-width': `${what + gutter + time + took}px`,
    } as CSSProperties;
  }, [gutter, isNarrow]);
  return (
    <div ref={frame}>
      <RowTree
        {...props}
        ref={tree}
        open={-1}
        brokenRow={-1}
        path={null}
        make={newRow}
        heads={HEADS}
        columnCount={WATERFALL_BOXES.length}
        style={style}
      />
    </div>
  );
}

/** Made once; the ticks of the axis are filled in as the scale changes. */
const HEADS = (
  <>
    <div role="columnheader" className={`font-medium ${WATERFALL_BOXES[0]}`}>
      {words.columns.what}
    </div>
    <div role="columnheader" className="min-w-0 flex-1 tabular-nums">
      <span className="sr-only">{words.columns.time}</span>
      <span aria-hidden="true" className="flex justify-between">
        <span data-tick />
        <span data-tick className="max-[599px]:hidden" />
        <span data-tick />
      </span>
    </div>
    <div role="columnheader" className={`font-medium ${WATERFALL_BOXES[2]}`}>
      {words.columns.took}
    </div>
  </>
);
