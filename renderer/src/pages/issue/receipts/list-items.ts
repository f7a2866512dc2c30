/** The list of receipts: what is looked through, how it is ordered, how it is exported. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { receipts } from '@touchstone/core/api/receipts/receipts.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { kindCode, kindName } from '../../../words/parts/receipt-kinds.ts';
import type { SortKey } from './search.ts';

export type ReceiptItem = OutputOf<typeof receipts.list>['items'][number];

const SORT_VALUES: Readonly<Record<SortKey, (item: ReceiptItem) => string>> = {
  time: ({ issued_at }) => issued_at,
  type: ({ computation_type }) => kindName(computation_type),
  id: ({ receipt_id }) => receipt_id,
  commitment: ({ commitment }) => commitment,
  keyset: ({ keyset_id }) => keyset_id,
};

export interface ReceiptFilter {
  readonly text: string;
  /** A computation type; null for all. */
  readonly type: number | null;
}

/** The view for the list's order. Text is looked for in every name of a receipt, its commitment, type and key set. */
export function receiptView({ text, type }: ReceiptFilter, { by, descending }: Sort<SortKey>): ListView<ReceiptItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      (type === null || item.computation_type === type) &&
      (needle === '' ||
        item.receipt_id.toLowerCase().includes(needle) ||
        item.handle.includes(needle) ||
        item.commitment.includes(needle) ||
        item.issued_at.toLowerCase().includes(needle) ||
        kindName(item.computation_type).toLowerCase().includes(needle) ||
        kindCode(item.computation_type).toLowerCase().includes(needle) ||
        item.keyset_id.toLowerCase().includes(needle)),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

const CSV_COLUMNS: readonly (readonly [title: string, value: (item: ReceiptItem) => string | number])[] = [
  ['receipt_id', ({ receipt_id }) => receipt_id],
  ['issued_at_utc', ({ issued_at }) => issued_at],
  ['computation_type', ({ computation_type }) => computation_type],
  ['computation_type_name', ({ computation_type }) => kindCode(computation_type)],
  ['commitment', ({ commitment }) => commitment],
  ['on_chain_hash', ({ on_chain_hash }) => on_chain_hash],
  ['handle', ({ handle }) => handle],
  ['keyset_id', ({ keyset_id }) => keyset_id],
];

export function receiptsCsv(items: readonly ReceiptItem[]): string {
  return csvText(items, CSV_COLUMNS);
}

/** What the server listed, member for member. Signatures are in the single files. */
export function receiptsJson(items: readonly ReceiptItem[]): string {
  return `${JSON.stringify({ receipts: items }, null, 2)}\n`;
}
