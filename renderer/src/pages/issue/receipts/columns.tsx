import { formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { type ReceiptItem, typeName } from './list-items.ts';
import type { SortKey } from './search.ts';

const MONO = 'font-mono text-12';

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

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'receipts_columns',
  fixed: ['time', 'id'],
  usual: ['time', 'type', 'id', 'commitment'],
};
