import type { UseQueryResult } from '@tanstack/react-query';
import { PLAN_SLUGS } from '@touchstone/core/api/plans.ts';
import { useMemo } from 'react';
import { formatCount } from '../../lib/format.ts';
import { orderList } from '../../lib/list-order.ts';
import { DataGrid } from '../../parts/data-grid.tsx';
import { FindField } from '../../parts/find-field.tsx';
import { ListExports } from '../../parts/list-exports.tsx';
import { RequestError } from '../../parts/request-error.tsx';
import { useCopy } from '../../parts/use-copy.ts';
import { useListOrder } from '../../parts/use-list-order.ts';
import { Select } from '../../ui/select.tsx';
import { COLUMNS } from './account-columns.tsx';
import {
  type AccountItem,
  accountsCsv,
  accountsJson,
  accountView,
  PLAN_OPTIONS,
  STATUS_WORDS,
} from './account-items.ts';
import { readSort, STATUSES, sortText, useAccountsSearch } from './search.ts';

const ALL_PLANS = [{ value: 'all', label: 'All plans' }, ...PLAN_OPTIONS];
const ALL_STATUSES = [
  { value: 'all', label: 'All' },
  ...STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] })),
];

export interface AccountListProps {
  readonly accounts: UseQueryResult<{ readonly accounts: readonly AccountItem[] }>;
  readonly onOpen: (id: string) => void;
}

/** All accounts: filters, the virtual table, exports. */
export function AccountList({ accounts, onOpen }: AccountListProps) {
  if (accounts.isPending) return <p className="min-h-40 text-muted">Loading the accounts</p>;
  return (
    <div className="space-y-(--gap)">
      {accounts.error !== null && (
        <RequestError error={accounts.error} what="The accounts" onRetry={() => void accounts.refetch()} />
      )}
      {accounts.data !== undefined && <AccountTable items={accounts.data.accounts} onOpen={onOpen} />}
    </div>
  );
}

interface AccountTableProps {
  readonly items: readonly AccountItem[];
  readonly onOpen: (id: string) => void;
}

function AccountTable({ items, onOpen }: AccountTableProps) {
  const { search, setSearch } = useAccountsSearch();
  const copy = useCopy();
  const { q: text = '', plan = null, status = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => accountView({ text, plan, status }, sort), [text, plan, status, sort]);
  const shown = useListOrder(items, view);
  const isFiltered = text.trim() !== '' || plan !== null || status !== null;
  return (
    <section aria-labelledby="accounts-list" className="space-y-3">
      <h2 id="accounts-list" className="sr-only">
        List of accounts
      </h2>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <FindField
            label="Find an account"
            text={text}
            onChange={(q) => void setSearch({ q: q === '' ? undefined : q })}
          />
        </div>
        <div className="w-40 max-w-full">
          <Select
            label="Plan"
            options={ALL_PLANS}
            value={plan ?? 'all'}
            onChange={(value) => void setSearch({ plan: PLAN_SLUGS.find((slug) => slug === value) })}
          />
        </div>
        <div className="w-36 max-w-full">
          <Select
            label="Status"
            options={ALL_STATUSES}
            value={status ?? 'all'}
            onChange={(value) => void setSearch({ status: STATUSES.find((known) => known === value) })}
          />
        </div>
        <ListExports
          name="accounts"
          csv={() => accountsCsv(orderList(items, view))}
          json={() => accountsJson(orderList(items, view))}
        />
      </div>
      <DataGrid
        label="Accounts"
        items={shown}
        columns={COLUMNS}
        idOf={idOf}
        sort={sort}
        onSort={(by) => void setSearch({ sort: sortText({ by, descending: sort.by === by && !sort.descending }) })}
        onOpen={({ id }) => onOpen(id)}
        onCopy={({ id }) => void copy(id, `account id ${id}`)}
        emptyText="No account matches the filters."
      />
      <p role="status" className="text-[0.8125rem] text-muted tabular-nums">
        {isFiltered && shown !== null
          ? `${formatCount(shown.length)} of ${formatCount(items.length)} accounts. `
          : `${formatCount(items.length)} ${items.length === 1 ? 'account' : 'accounts'}. `}
        Enter opens the current row, Ctrl or ⌘ and C copies its id.
      </p>
    </section>
  );
}

function idOf({ id }: AccountItem): string {
  return id;
}
