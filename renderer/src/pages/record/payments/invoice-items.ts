/** The list of invoices: what is looked through, how it is ordered and exported. */
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { commerce } from '@touchstone/core/api/privacy/commerce.ts';
import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { formatAmount } from '../../../lib/amount.ts';
import { type CsvColumn, csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { words } from '../../../words/record/payments.ts';
import type { SortKey } from './search.ts';

/** One with its payment link. */
export type Invoice = OutputOf<typeof commerce.read>;
export type InvoiceItem = OutputOf<typeof commerce.list>['items'][number];

/** The state by the clock of this window: an invoice is over at its last millisecond. */
export function stateNow(
  { status, expires_at }: Pick<InvoiceItem, 'status' | 'expires_at'>,
  now: number,
): SettlementState {
  return status === 'pending' && now >= (parseIsoTime(expires_at) ?? 0) ? 'expired' : status;
}

/** What an invoice is called: its description, or that it has none. */
export function invoiceName({ description }: Pick<InvoiceItem, 'description'>): string {
  return description.trim() === '' ? words.noDescription : description;
}

/** Both ends of a long address; the whole of it stands elsewhere on the page. */
export function shortWallet(address: string): string {
  const characters = [...address];
  if (characters.length <= 20) return address;
  return `${characters.slice(0, 8).join('')}…${characters.slice(-6).join('')}`;
}

export interface InvoiceFilter {
  readonly text: string;
  readonly state: SettlementState | null;
  readonly chain: InvoiceItem['chain'] | null;
}

export function invoiceView(
  { text, state, chain }: InvoiceFilter,
  { by, descending }: Sort<SortKey>,
  now: number,
): ListView<InvoiceItem> {
  const needle = text.trim().toLowerCase();
  const sortBy: Readonly<Record<SortKey, (item: InvoiceItem) => string | number>> = {
    description: (item) => invoiceName(item).toLowerCase(),
    // Amounts of one currency stand together.
    amount: ({ currency, amount_cents }) => `${currency} ${String(amount_cents).padStart(16, '0')}`,
    state: (item) => words.states[stateNow(item, now)],
    recipient: ({ recipient_wallet }) => recipient_wallet,
    chain: (item) => chainNames[item.chain],
    until: ({ expires_at }) => expires_at,
    made: ({ created_at }) => created_at,
    id: ({ invoice_id }) => invoice_id,
  };
  return {
    matches: (item) =>
      (state === null || stateNow(item, now) === state) &&
      (chain === null || item.chain === chain) &&
      (needle === '' ||
        [item.description, item.recipient_wallet, item.invoice_id, item.commitment, formatAmount(item)].some((value) =>
          value.toLowerCase().includes(needle),
        )),
    sortBy: sortBy[by],
    descending,
  };
}

const CSV_COLUMNS: readonly CsvColumn<InvoiceItem>[] = [
  ['invoice_id', ({ invoice_id }) => invoice_id],
  ['status', ({ status }) => status],
  ['amount_cents', ({ amount_cents }) => amount_cents],
  ['currency', ({ currency }) => currency],
  ['description', ({ description }) => description],
  ['recipient_wallet', ({ recipient_wallet }) => recipient_wallet],
  ['chain', ({ chain }) => chain],
  ['created_at', ({ created_at }) => created_at],
  ['expires_at', ({ expires_at }) => expires_at],
  ['settled_at', ({ settled_at }) => settled_at ?? ''],
  ['commitment', ({ commitment }) => commitment],
  ['tx_signature', ({ tx_signature }) => tx_signature ?? ''],
];

export function invoicesCsv(items: readonly InvoiceItem[]): string {
  return csvText(items, CSV_COLUMNS);
}

export function invoicesJson(items: readonly InvoiceItem[]): string {
  return `${JSON.stringify(items, null, 2)}\n`;
}
