import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { kindName } from '../../../words/parts/receipt-kinds.ts';
import type { ReceiptItem } from './list-items.ts';
import type { SortKey } from './search.ts';

const MONO = 'font-mono text-12';
const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<ReceiptItem, SortKey>[] = [
  {
    id: 'type',
    title: titles.type,
    width: 220,
    grows: 2,
    look: 'font-medium',
    isVital: true,
    cell: ({ computation_type }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="receipt" />
        <span className="min-w-0 truncate">{kindName(computation_type)}</span>
      </span>
    ),
  },
  { id: 'id', title: titles.id, width: 190, grows: 1, look: MONO, cell: ({ receipt_id }) => receipt_id },
  {
    id: 'commitment',
    title: titles.commitment,
    width: 240,
    grows: 3,
    look: `${MONO} text-muted`,
    cell: ({ commitment }) => commitment,
  },
  {
    id: 'keyset',
    title: titles.keyset,
    width: 190,
    grows: 1,
    look: `${MONO} text-muted`,
    cell: ({ keyset_id }) => keyset_id,
  },
  {
    id: 'time',
    title: titles.time,
    width: 120,
    grows: 0,
    look: 'text-muted',
    isVital: true,
    cell: ({ issued_at }) => <AgoText value={issued_at} now={Date.now()} />,
  },
];

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'receipts_columns',
  fixed: ['type', 'id'],
  usual: ['type', 'id', 'commitment', 'time'],
};
