import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';
import { formatAmount } from '../../../lib/amount.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import type { ColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { words } from '../../../words/record/payments.ts';
import { type InvoiceItem, invoiceName, stateNow } from './invoice-items.ts';
import type { SortKey } from './search.ts';

const STATE_TONES: Readonly<Record<SettlementState, BadgeTone>> = {
  pending: 'pending',
  settled: 'verified',
  expired: 'skipped',
};

export function StateBadge({ state }: { readonly state: SettlementState }) {
  return <Badge tone={STATE_TONES[state]}>{words.states[state]}</Badge>;
}

const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<InvoiceItem, SortKey>[] = [
  {
    id: 'description',
    title: titles.description,
    width: 240,
    grows: 3,
    look: 'font-medium',
    isVital: true,
    cell: (item) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="invoice" />
        <span className="min-w-0 truncate [&_*]:whitespace-nowrap">
          <FileText text={invoiceName(item)} isLine limit={120} />
        </span>
      </span>
    ),
  },
  {
    id: 'amount',
    title: titles.amount,
    width: 124,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: formatAmount,
  },
  {
    id: 'state',
    title: titles.state,
    width: 110,
    grows: 0,
    isVital: true,
    cell: (item) => <StateBadge state={stateNow(item, Date.now())} />,
  },
  {
    id: 'recipient',
    title: titles.recipient,
    width: 176,
    grows: 2,
    look: 'font-mono text-12 text-muted',
    cell: ({ recipient_wallet }) => <FileText text={recipient_wallet} isLine limit={60} />,
  },
  {
    id: 'chain',
    title: titles.chain,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ chain }) => chainNames[chain],
  },
  {
    id: 'until',
    title: titles.until,
    width: 112,
    grows: 0,
    look: 'text-muted',
    cell: (item) =>
      stateNow(item, Date.now()) === 'pending' ? <AgoText value={item.expires_at} now={Date.now()} /> : words.list.none,
  },
  {
    id: 'made',
    title: titles.made,
    width: 112,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
  {
    id: 'id',
    title: titles.id,
    width: 190,
    grows: 1,
    look: 'font-mono text-12 text-muted',
    cell: ({ invoice_id }) => invoice_id,
  },
];

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'payments_columns',
  fixed: ['description', 'state'],
  usual: ['description', 'amount', 'state', 'recipient', 'chain', 'until', 'made'],
};
