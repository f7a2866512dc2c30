import { PLANS } from '@touchstone/core/api/plans.ts';
import { formatCount, formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { type AccountItem, STATUS_WORDS } from './account-items.ts';
import type { AccountStatus, SortKey } from './search.ts';

export const COLUMNS: readonly GridColumn<AccountItem, SortKey>[] = [
  { id: 'email', title: 'E-mail', width: 220, grows: 2, cell: ({ email }) => <FileText text={email} isLine /> },
  { id: 'plan', title: 'Plan', width: 120, grows: 1, cell: ({ plan }) => PLANS[plan].title },
  {
    id: 'credits',
    title: 'Units left',
    width: 160,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ credits }) => formatCount(credits),
  },
  { id: 'status', title: 'Status', width: 120, grows: 0, cell: ({ status }) => <AccountStatusBadge status={status} /> },
  {
    id: 'created',
    title: 'Opened, UTC',
    width: 190,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ created_at }) => formatUtcCell(created_at),
  },
];

export function AccountStatusBadge({ status }: { readonly status: AccountStatus }) {
  return <Badge tone={status === 'active' ? 'neutral' : 'failed'}>{STATUS_WORDS[status]}</Badge>;
}
