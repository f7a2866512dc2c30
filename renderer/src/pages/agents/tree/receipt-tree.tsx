// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type Ref, useEffect, useId, useImperativeHandle, useMemo, useRef } from 'react';
import { copiesRow, rowAfterKey } from '../../../parts/grid-keys.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import { gutterWidth } from '../lanes/draw.ts';
import { LaneGutter } from '../lanes/lane-gutter.tsx';
import type { LaneLayout } from '../lanes/layout.ts';
import type { RowList } from '../rows/row-list.ts';
import { ROW_HEIGHT, TREE_TEMPLATE, TreeRow } from './tree-row.tsx';

/** More than any window shows at once; see where it is used. */
const SLOTS = 96;
const COLUMN_TITLES = ['Time, UTC', 'Kind', 'What', 'Outcome'];
/** As in the rows. */
const HEAD_LOOKS = ['text-end', 'ps-5'];
/** Least widths beside the gutter, pixels. */
const WIDTHS = { time: 96, kind: 118, what: 150, outcome: 164 };

export interface ReceiptTreeProps {
  readonly label: string;
  readonly graph: GraphSnapshot;
  readonly list: RowList;
  readonly layout: LaneLayout;
  /** The row that keys act on; -1 for none. */
  readonly current: number;
  /** The row whose receipt is shown; -1 for none. */
  readonly open: number;
  readonly brokenRow: number;
  readonly path: Uint8Array | null;
  readonly expanded: ReadonlySet<string>;
  readonly onCurrent: (row: number) => void;
  readonly onOpen: (row: number) => void;
  /** Opens a delegated session or a run, or closes it. */
  readonly onToggle: (row: number) => void;
  readonly onCopy: (row: number) => void;
  /** The part of the rows that is in sight, from 0 to 1. */
  readonly onSight: (from: number, to: number) => void;
  readonly ref?: Ref<ReceiptTreeHandle>;
}

export interface ReceiptTreeHandle {
  /** Brings a row into sight. */
  show(row: number): void;
  focus(): void;
}

/**
 * The receipts of a session as a tree of rows: arrows move, Right opens a delegated session or a run, Left closes it or
 * goes to the row above it, Enter shows the receipt. The grid itself has the focus.
 */
export function ReceiptTree(props: ReceiptTreeProps) {
  const { label, graph, list, layout, current, open, brokenRow, path, expanded } = props;
  const { onCurrent, onOpen, onToggle, onCopy, onSight } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const virtual = useVirtualizer({
    count: list.count,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 3,
    // The header is on top of the rows.
    scrollPaddingStart: ROW_HEIGHT,
    rangeExtractor(range) {
      const rows = defaultRangeExtractor(range);
      // What aria-activedescendant names has to exist, wherever a person has scrolled.
      if (current >= 0 && current < list.count && !rows.includes(current)) rows.push(current);
      return rows;
    },
  });
  const rows = virtual.getVirtualItems();
  const slots = Math.max(SLOTS, rows.length);
  const range = virtual.range;
  const first = range?.startIndex ?? 0;
  const last = range?.endIndex ?? 0;
  useEffect(() => {
    if (list.count > 0) onSight(first / list.count, (last + 1) / list.count);
  }, [first, last, list.count, onSight]);
  useImperativeHandle(props.ref, () => ({
    show: (row) => virtual.scrollToIndex(row, { align: 'center' }),
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }));
  const gutter = gutterWidth(layout.lanes);
  const style = useMemo(() => {
    const { time, kind, what, outcome } = WIDTHS;
    return {
      '--row-columns': `${time + gutter}px ${kind}px minmax(${what}px, 1fr) ${outcome}px`,
      '--row-width': `${time + gutter + kind + what + outcome}px`,
    } as CSSProperties;
  }, [gutter]);

  const move = (row: number) => {
    const wanted = Math.min(list.count - 1, Math.max(0, row));
    if (wanted < 0) return;
    onCurrent(wanted);
    virtual.scrollToIndex(wanted, { align: 'auto' });
  };
  const expansion = (row: number) => expansionOf(list, row, expanded);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (copiesRow(event) && current >= 0) {
      onCopy(current);
      event.preventDefault();
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const height = scroller.current?.clientHeight;
    const moved = rowAfterKey(event.key, { current, count: list.count, rowHeight: ROW_HEIGHT, height });
    if (moved !== undefined) {
      move(moved);
      event.preventDefault();
      return;
    }
    switch (event.key) {
      case 'ArrowRight':
        if (current < 0) return;
        if (expansion(current) === false) onToggle(current);
        else if (expansion(current) === true) move(current + 1);
        break;
      case 'ArrowLeft':
        if (current < 0) return;
        if (expansion(current) === true) onToggle(current);
        else move(rowAbove(list, current));
        break;
      case 'Enter':
        if (current < 0) return;
        if ((list.length[current] ?? 1) > 1) onToggle(current);
        else onOpen(current);
        break;
      default:
        return;
    }
    event.preventDefault();
  };
  const onClick = (event: React.MouseEvent) => {
    if (!(event.target instanceof Element)) return;
    const found = event.target.closest('[data-row]')?.getAttribute('data-row');
    if (found === null || found === undefined) return;
    const row = Number(found);
    onCurrent(row);
    if (event.target.closest('[data-toggle]') !== null || (list.length[row] ?? 1) > 1) onToggle(row);
    else onOpen(row);
  };
  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label={label}
      aria-rowcount={list.count + 1}
      aria-colcount={COLUMN_TITLES.length}
      aria-readonly
      aria-activedescendant={current < 0 ? undefined : `${gridId}-${current}`}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={style}
      className="max-h-[62vh] min-h-40 overflow-auto rounded border border-line bg-surface text-[0.8125rem]"
    >
      <div role="rowgroup" className="sticky top-0 z-10">
        <div
          role="row"
          aria-rowindex={1}
          className={`${TREE_TEMPLATE} h-[30px] items-center border-b border-line bg-sunken`}
        >
          {COLUMN_TITLES.map((title, column) => (
            <div key={title} role="columnheader" className={`truncate pe-2 font-semibold ${HEAD_LOOKS[column] ?? ''}`}>
              {title}
            </div>
          ))}
        </div>
      </div>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys for its rows. */}
      <div
        role="rowgroup"
        onClick={onClick}
        className="relative min-w-(--row-width)"
        style={{ height: virtual.getTotalSize() }}
      >
        {list.count > 0 && (
          <LaneGutter
            list={list}
            layout={layout}
            rowHeight={ROW_HEIGHT}
            path={path}
            brokenRow={brokenRow}
            first={first}
            last={last}
          />
        )}
        {rows.map(({ index, start }) => {
          const child = childOf(list, index);
          return (
            <TreeRow
              // Rows that scroll out lend their elements to those that scroll in, which is far cheaper than new ones.
              key={index >= first - 20 && index <= last + 20 ? index % slots : 'current'}
              list={list}
              row={index}
              elementId={`${gridId}-${index}`}
              start={start}
              isCurrent={index === current}
              isOpen={index === open}
              isExpanded={expansion(index)}
              childState={
                child === null || !expanded.has(child) ? null : (graph.sessions.get(child)?.state.status ?? null)
              }
              isBroken={index === brokenRow}
            />
          );
        })}
      </div>
    </div>
  );
}

/** The session that a row opened; null where it delegated nothing. */
export function childOf(list: RowList, row: number): string | null {
  if ((list.length[row] ?? 1) > 1) return null;
  return list.sessions[list.session[row] ?? 0]?.columns.childAt(list.node[row] ?? 0) ?? null;
}

/** Whether a row is opened out; null where it has nothing to show. */
function expansionOf(list: RowList, row: number, expanded: ReadonlySet<string>): boolean | null {
  if ((list.length[row] ?? 1) > 1) return false;
  const child = childOf(list, row);
  return child === null ? null : expanded.has(child);
}

/** The row that this one belongs to in the tree: the delegating one; the first row for those of the open session. */
function rowAbove(list: RowList, row: number): number {
  const level = list.level[row] ?? 1;
  for (let above = row - 1; above >= 0; above--) if ((list.level[above] ?? 1) < level) return above;
  return 0;
}
