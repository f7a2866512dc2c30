import { PLANS } from '@touchstone/core/api/plans.ts';
import { formatCount } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/administration/accounts.ts';
import type { AccountItem } from './account-items.ts';
import type { AccountStatus, SortKey } from './search.ts';

const { columns: titles } = words.list;

export const COLUMNS: readonly GridColumn<AccountItem, SortKey>[] = [
  {
    id: 'email',
    title: titles.email,
    width: 200,
    grows: 3,
    isVital: true,
    look: 'font-medium',
    cell: ({ email }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="account" />
        <span className="min-w-0 truncate">
          <FileText text={email} isLine />
        </span>
      </span>
    ),
  },
  { id: 'plan', title: titles.plan, width: 120, grows: 1, cell: ({ plan }) => PLANS[plan].title },
  {
    id: 'credits',
    title: titles.credits,
    width: 140,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ credits }) => formatCount(credits),
  },
  {
    id: 'status',
    title: titles.status,
    width: 120,
    grows: 0,
    isVital: true,
    cell: ({ status }) => <AccountStatusBadge status={status} />,
  },
  {
    id: 'created',
    title: titles.created,
    width: 130,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
];

export function AccountStatusBadge({ status }: { readonly status: AccountStatus }) {
  return <Badge tone={status === 'active' ? 'verified' : 'failed'}>{words.statuses[status]}</Badge>;
}
