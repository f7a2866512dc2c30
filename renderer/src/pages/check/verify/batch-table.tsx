import { useEffect, useMemo, useRef } from 'react';
import { ColumnHeads, columnWidths, HEAD_HEIGHT } from '../../../parts/grid/column-heads.tsx';
import { GridFrame } from '../../../parts/grid/grid-frame.tsx';
import { GRID_ROW, ROWS_HOST } from '../../../parts/grid/long-list.ts';
import { useCurrentItem } from '../../../parts/grid/use-current-item.ts';
import { useRecycledRows } from '../../../parts/grid/use-recycled-rows.ts';
import { useShownColumns } from '../../../parts/grid/use-shown-columns.ts';
import type { Row, SortKey, View } from '../../../parts/verification/batch.ts';
import { words } from '../../../words/check/verify.ts';
import { columnsOf } from './batch-columns.ts';
import { BatchRow, type BatchScene } from './batch-row.ts';
import { TAKES_FOCUS } from './use-kept-focus.ts';

const ROW_HEIGHT = 34;
const NO_FILES: readonly Row[] = [];

const newRow = () => new BatchRow();
const idOf = ({ id }: Row) => id;

/** The virtual table of many files. */
export function BatchTable(props: {
  /** Null while they are put in order for the first time. */
  rows: readonly Row[] | null;
  columns: readonly SortKey[];
  view: View;
  /** The file that a person comes back from: it is the current one again. */
  lastOpened: number | null;
  onSort: (key: SortKey) => void;
  onOpen: (id: number) => void;
}) {
  const { view, lastOpened, onSort, onOpen } = props;
  const rows = props.rows ?? NO_FILES;
  const columns = useShownColumns(useMemo(() => columnsOf(props.columns), [props.columns]));
  const [current, setCurrent] = useCurrentItem(rows, idOf, lastOpened);
  const scene = useMemo<BatchScene>(() => ({ rows, columns }), [rows, columns]);
  const list = useRecycledRows({
    count: rows.length,
    rowHeight: ROW_HEIGHT,
    headHeight: HEAD_HEIGHT,
    make: newRow,
    scene,
    current,
  });
  const { scrollTo } = list;
  const isToShow = useRef(lastOpened !== null);
  // Once, as soon as the rows are in order.
  useEffect(() => {
    if (!isToShow.current || current.row < 0) return;
    isToShow.current = false;
    scrollTo(current.row, 'nearest');
  }, [current.row, scrollTo]);
  const sort = useMemo(() => ({ by: view.sort, descending: view.descending }), [view.sort, view.descending]);
  const heads = useMemo(() => <ColumnHeads {...{ columns, sort, onSort }} />, [columns, sort, onSort]);
  return (
    <GridFrame
      {...TAKES_FOCUS}
      label={words.batch.label}
      list={list}
      current={current}
      onCurrent={setCurrent}
      onOpen={(row) => {
        const file = rows[row];
        if (file !== undefined) onOpen(file.id);
      }}
      columnCount={columns.length}
      heads={heads}
      headLook={GRID_ROW}
      style={columnWidths(columns)}
      emptyText={props.rows?.length === 0 ? words.batch.noMatch : undefined}
    >
      <div ref={list.host} className={ROWS_HOST} />
    </GridFrame>
  );
}
