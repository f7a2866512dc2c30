import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
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

const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }));

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
  const { q: text = '', plan = null, status = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => accountView({ text, plan, status }, sort), [text, plan, status, sort]);
  const isFiltered = text.trim() !== '' || plan !== null || status !== null;
  return (
    <WholeList
      heading="List of accounts"
      label="Accounts"
      names={['account', 'accounts']}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ id }) => onOpen(id)}
      find={{ label: 'Find an account', text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: 'Plan',
          options: PLAN_OPTIONS,
          value: plan,
          onChange: (value) => setSearch({ plan: value }),
          allLabel: 'All plans',
        }),
        listFilter({
          label: 'Status',
          options: STATUS_OPTIONS,
          value: status,
          onChange: (value) => setSearch({ status: value }),
        }),
      ]}
      exports={{ name: 'accounts', csv: accountsCsv, json: accountsJson }}
      isFiltered={isFiltered}
      emptyText="No account matches the filters."
    >
      Enter opens the current row, Ctrl or ⌘ and C copies its id.
    </WholeList>
  );
}

function idOf({ id }: AccountItem): string {
  return id;
}
