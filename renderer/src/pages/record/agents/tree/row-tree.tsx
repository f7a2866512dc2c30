import {
  type CSSProperties,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react';
import { GridFrame } from '../../../../parts/grid/grid-frame.tsx';
import { ROWS_HOST } from '../../../../parts/grid/long-list.ts';
import type { RecycledRow } from '../../../../parts/grid/recycled-rows.ts';
import { useRecycledRows } from '../../../../parts/grid/use-recycled-rows.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import { LaneGutter, type LaneGutterHandle } from '../lanes/lane-gutter.tsx';
import type { LaneLayout } from '../lanes/layout.ts';
import { placeAt, rowOfPlace } from '../rows/place.ts';
import type { RowList } from '../rows/row-list.ts';
import { expansionOf } from './expansion.ts';
import { TREE_ROW, type TreeScene } from './row-frame.ts';

const ROW_HEIGHT = 30;
/** Receipts in rows, and what is done with them. */
export interface ReceiptsProps {
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
  readonly ref?: Ref<RowTreeHandle>;
}

export interface RowTreeProps extends ReceiptsProps {
  /** Makes the element of a row. Always the same function. */
  readonly make: () => RecycledRow<TreeScene>;
  readonly heads: ReactNode;
  readonly columnCount: number;
  /** The widths of the columns, and of a row as `--row-width`. */
  readonly style: CSSProperties;
}

export interface RowTreeHandle {
  /** Brings a row into sight. */
  show(row: number): void;
  focus(): void;
}

/**
 * The receipts of a session as a tree of rows: arrows move, Right opens a delegated session or a run, Left closes it or
 * goes to the row above it, Enter shows the receipt or opens the fork. The grid itself has the focus.
 */
export function RowTree(props: RowTreeProps) {
  const { graph, list, layout, open, brokenRow, path, expanded } = props;
  const { onCurrent, onOpen, onToggle, onCopy, onSight } = props;
  const gridId = useId();
  const current = props.current < list.count ? props.current : -1;
  const currentRow = { row: current, id: `${gridId}-${current}` };
  const gutterCanvas = useRef<LaneGutterHandle>(null);
  const scene = useMemo<TreeScene>(
    () => ({ graph, list, open, brokenRow, expanded }),
    [graph, list, open, brokenRow, expanded],
  );
  const view = useRecycledRows({
    count: list.count,
    rowHeight: ROW_HEIGHT,
    headHeight: ROW_HEIGHT,
    make: props.make,
    scene,
    current: currentRow,
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

  const move = (row: number) => {
    const wanted = Math.min(list.count - 1, row);
    onCurrent(wanted);
    view.scrollTo(wanted, 'nearest');
  };
  const onKey = (event: React.KeyboardEvent): boolean => {
    // With these the arrows are the browser's, as for going back.
    if (event.altKey || event.ctrlKey || event.metaKey) return true;
    const isRight = event.key === 'ArrowRight';
    if (current < 0 || !(isRight || event.key === 'ArrowLeft')) return false;
    const isExpanded = expansionOf(list, current, expanded);
    if (isExpanded === !isRight) onToggle(current);
    else if (!isRight) move(rowAbove(list, current));
    else if (isExpanded === true) move(current + 1);
    event.preventDefault();
    return true;
  };
  const isRun = (row: number) => (list.length[row] ?? 1) > 1;
  return (
    <GridFrame
      role="treegrid"
      label={props.label}
      list={view}
      current={currentRow}
      onCurrent={onCurrent}
      onOpen={(row) => (isRun(row) ? onToggle(row) : onOpen(row))}
      onClick={(row, target) => {
        onCurrent(row);
        if (isRun(row) || target.closest('[data-toggle]') !== null) onToggle(row);
        else onOpen(row);
      }}
      onCopy={onCopy}
      onKey={onKey}
      columnCount={props.columnCount}
      heads={props.heads}
      headLook={`${TREE_ROW} h-[30px] items-center`}
      style={props.style}
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
    </GridFrame>
  );
}

/** The row that this one belongs to in the tree: the delegating one; the first row for those of the open session. */
function rowAbove(list: RowList, row: number): number {
  const level = list.level[row] ?? 1;
  for (let above = row - 1; above >= 0; above--) if ((list.level[above] ?? 1) < level) return above;
  return 0;
}
