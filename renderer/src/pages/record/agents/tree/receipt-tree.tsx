// biome-ignore-all lint/a11y/useFocusableInteractive: rows and cells of this grid are reached through aria-activedescendant.
// biome-ignore-all lint/a11y/useSemanticElements: rows of a virtual grid are placed by themselves; table elements cannot be.
import { type CSSProperties, type Ref, useId, useImperativeHandle, useLayoutEffect, useMemo, useRef } from 'react';
import { copiesRow, rowAfterKey } from '../../../../parts/grid/grid-keys.ts';
import { LONG_LIST, ROWS_HOST } from '../../../../parts/grid/long-list.ts';
import { useRecycledRows } from '../../../../parts/grid/use-recycled-rows.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import { gutterWidth } from '../lanes/draw.ts';
import { LaneGutter, type LaneGutterHandle } from '../lanes/lane-gutter.tsx';
import type { LaneLayout } from '../lanes/layout.ts';
import { placeAt, rowOfPlace } from '../rows/place.ts';
import type { RowList } from '../rows/row-list.ts';
import { expansionOf } from './expansion.ts';
import { COLUMN_BOXES, FIRST_INDEX, ROW_HEIGHT, TREE_ROW, TreeRow, type TreeScene } from './tree-row.ts';

const COLUMN_TITLES = ['Time, UTC', 'Kind', 'What', 'Outcome'];
/** Least widths beside the gutter, pixels. */
const WIDTHS = { time: 96, kind: 118, what: 150, outcome: 200 };

/** Made once: it does not change while the rows under it do. */
const HEAD = (
  <div role="rowgroup" className="sticky top-0 z-10">
    <div role="row" aria-rowindex={1} className={`${TREE_ROW} h-[30px] items-center border-b border-line bg-sunken`}>
      {COLUMN_TITLES.map((title, column) => (
        <div key={title} role="columnheader" className={`truncate font-semibold ${COLUMN_BOXES[column] ?? ''}`}>
          {title}
        </div>
      ))}
    </div>
  </div>
);

const newRow = () => new TreeRow();

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
  /** Shows a receipt, or the comparison of a fork. */
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
 * goes to the row above it, Enter shows the receipt or opens the fork. The grid itself has the focus.
 */
export function ReceiptTree(props: ReceiptTreeProps) {
  const { label, graph, list, layout, current, open, brokenRow, path, expanded } = props;
  const { onCurrent, onOpen, onToggle, onCopy, onSight } = props;
  const gridId = useId();
  const currentId = `${gridId}-${current}`;
  const gutterCanvas = useRef<LaneGutterHandle>(null);
  const scene = useMemo<TreeScene>(
    () => ({ graph, list, open, brokenRow, expanded }),
    [graph, list, open, brokenRow, expanded],
  );
  const view = useRecycledRows({
    count: list.count,
    rowHeight: ROW_HEIGHT,
    headHeight: ROW_HEIGHT,
    make: newRow,
    scene,
    current: { row: current < list.count ? current : -1, id: currentId },
    onSight,
    onRows: (rows) => gutterCanvas.current?.show(rows),
  });
  const { scroller } = view;
  useImperativeHandle(props.ref, () => ({
    show: (row) => view.scrollTo(row, 'middle'),
    focus: () => scroller.current?.focus({ preventScroll: true }),
  }));
  // Rows that come above what is looked at, such as forks that are loaded later, do not move it.
  const drawn = useRef(list);
  useLayoutEffect(() => {
    const before = drawn.current;
    drawn.current = list;
    const top = Math.floor((scroller.current?.scrollTop ?? 0) / ROW_HEIGHT);
    // Where rows were taken away, it was moved already.
    if (scroller.current === null || top === 0 || before === list || before.count > list.count) return;
    const row = rowOfPlace(list, placeAt(before, top));
    if (row >= 0) scroller.current.scrollTop += (row - top) * ROW_HEIGHT;
  }, [list, scroller]);
  const gutter = gutterWidth(layout.lanes);
  const style = useMemo(() => {
    const { time, kind, what, outcome } = WIDTHS;
    return {
      '--time-width': `${time + gutter}px`,
      '--kind-width': `${kind}px`,
      '--outcome-width': `${outcome}px`,
      '--row-width': `${time + gutter + kind + what + outcome}px`,
    } as CSSProperties;
  }, [gutter]);

  const move = (row: number) => {
    const wanted = Math.min(list.count - 1, Math.max(0, row));
    if (wanted < 0) return;
    onCurrent(wanted);
    view.scrollTo(wanted, 'nearest');
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
    const target = view.targetOf(event);
    const index = target?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex');
    if (target === null || index === null || index === undefined) return;
    const row = Number(index) - FIRST_INDEX;
    onCurrent(row);
    if (target.closest('[data-toggle]') !== null || (list.length[row] ?? 1) > 1) onToggle(row);
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
      aria-activedescendant={current < 0 || current >= list.count ? undefined : currentId}
      tabIndex={0}
      onKeyDown={onKeyDown}
      style={style}
      className={LONG_LIST}
    >
      {HEAD}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the focus and handles the keys for its rows. */}
      <div
        role="rowgroup"
        onClick={onClick}
        className="relative min-w-(--row-width)"
        style={{ height: list.count * ROW_HEIGHT }}
      >
        {list.count > 0 && (
          <LaneGutter
            ref={gutterCanvas}
            list={list}
            layout={layout}
            rowHeight={ROW_HEIGHT}
            path={path}
            brokenRow={brokenRow}
          />
        )}
        <div ref={view.host} className={ROWS_HOST} />
        <div ref={view.cover} hidden aria-hidden="true" className="absolute inset-0 z-[2]" />
      </div>
    </div>
  );
}

/** The row that this one belongs to in the tree: the delegating one; the first row for those of the open session. */
function rowAbove(list: RowList, row: number): number {
  const level = list.level[row] ?? 1;
  for (let above = row - 1; above >= 0; above--) if ((list.level[above] ?? 1) < level) return above;
  return 0;
}
