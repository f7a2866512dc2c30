import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { COLUMNS } from './account-columns.tsx';
import { type AccountItem, accountsCsv, accountsJson, accountView, PLAN_OPTIONS } from './account-items.ts';
import { refreshAccounts } from './queries.ts';
import { readSort, STATUSES, sortText, useAccountsSearch } from './search.ts';

const { list } = words;

const STATUS_OPTIONS = STATUSES.map((value) => ({ value, label: words.statuses[value] }));

export interface AccountListProps {
  readonly accounts: UseQueryResult<{ readonly accounts: readonly AccountItem[] }>;
  readonly onOpen: (id: string) => void;
}

/** All accounts: filters, the virtual table, exports. */
export function AccountList({ accounts, onOpen }: AccountListProps) {
  if (accounts.isPending) return <p className="min-h-40 text-muted">{list.loading}</p>;
  return (
    <div className="space-y-(--gap)">
      {accounts.error !== null && (
        <RequestError error={accounts.error} what={list.what} onRetry={() => void accounts.refetch()} />
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
      heading={list.heading}
      label={list.label}
      names={list.names}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ id }) => onOpen(id)}
      find={{ label: list.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: list.columns.plan,
          options: PLAN_OPTIONS,
          value: plan,
          onChange: (value) => setSearch({ plan: value }),
          allLabel: list.allPlans,
        }),
        listFilter({
          label: list.columns.status,
          options: STATUS_OPTIONS,
          value: status,
          onChange: (value) => setSearch({ status: value }),
        }),
      ]}
      more={[refreshAction(refreshAccounts)]}
      exports={{ name: 'accounts', csv: accountsCsv, json: accountsJson }}
      isFiltered={isFiltered}
      emptyText={list.noMatch}
    >
      {list.hint}
    </WholeList>
  );
}

function idOf({ id }: AccountItem): string {
  return id;
}
