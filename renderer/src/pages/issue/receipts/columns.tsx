import { formatUtcCell } from '../../../lib/format.ts';
import { consoleState } from '../../../lib/state/live-state.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { type ReceiptItem, typeName } from './list-items.ts';
import type { SortKey } from './search.ts';

const MONO = 'font-mono text-xs';

export const COLUMNS: readonly GridColumn<ReceiptItem, SortKey>[] = [
  {
    id: 'time',
    title: 'Time, UTC',
    width: 200,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ issued_at }) => formatUtcCell(issued_at),
  },
  {
    id: 'type',
    title: 'Type',
    width: 170,
    grows: 0,
    cell: ({ computation_type }) => typeName(computation_type),
  },
  { id: 'id', title: 'Receipt', width: 190, grows: 1, look: MONO, cell: ({ receipt_id }) => receipt_id },
  { id: 'commitment', title: 'Commitment', width: 200, grows: 3, look: MONO, cell: ({ commitment }) => commitment },
  { id: 'keyset', title: 'Key set', width: 190, grows: 1, look: MONO, cell: ({ keyset_id }) => keyset_id },
];

/** A row without its time and its id says nothing. */
export const FIXED_COLUMNS: readonly SortKey[] = ['time', 'id'];
const DEFAULT_COLUMNS: readonly SortKey[] = ['time', 'type', 'id', 'commitment'];

/** The columns that the console shows; the usual ones where nothing readable is kept. */
export function loadColumns(): readonly SortKey[] {
  const text = consoleState.getItem('receipts_columns');
  if (text === null) return DEFAULT_COLUMNS;
  const wanted = text.split(',');
  return COLUMNS.map(({ id }) => id).filter((id) => FIXED_COLUMNS.includes(id) || wanted.includes(id));
}

export function storeColumns(chosen: readonly SortKey[]): void {
  consoleState.setItem('receipts_columns', chosen.join(','));
}
