import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';
import { type ListFilter, listFilter } from '../../../parts/list-page/list-filter.ts';
import { Toolbar } from '../../../parts/list-page/toolbar.tsx';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/administration/accounts.ts';
import { AuditEntryDialog } from './audit-entry.tsx';
import { AuditExport } from './audit-export.tsx';
import { AuditVerify } from './audit-verify.tsx';
import {
  ACTION_NAMES,
  type AuditEntry,
  type AuditFilter,
  actionWords,
  actorWords,
  detailLines,
  queryOf,
} from './audit-words.ts';
import { accountsQuery } from './queries.ts';
import { useAccountsSearch } from './search.ts';

const { columns: titles } = words.audit;
const COLUMNS = [
  { id: 'position', title: titles.position, align: 'end' },
  { id: 'time', title: titles.time },
  { id: 'action', title: titles.action },
  { id: 'subject', title: titles.subject },
  { id: 'actor', title: titles.actor },
  { id: 'details', title: titles.details },
  { id: 'entry', title: titles.entry, folded: 'corner' },
] as const;

const ACTION_OPTIONS = ACTION_NAMES.map((value) => ({ value, label: actionWords(value) }));

/** The audit of the administration, newest first: of one account, or of all where `accountId` is null. */
export function AuditView({ accountId }: { readonly accountId: string | null }) {
  const { search, setSearch } = useAccountsSearch();
  const filter: AuditFilter = { action: search.action ?? null, accountId: accountId ?? search.of ?? null };
  const accountFilter = useAccountFilter();
  const entries = useInfiniteQuery(
    pagedQuery(
      ['accounts', 'audit', filter],
      (page, signal) => client.admin.audit.list({ query: { ...queryOf(filter), ...page } }, { signal }),
      { limit: 50, idOf: ({ position }) => String(position) },
    ),
  );
  const items = entries.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = filter.action !== null || (accountId === null && filter.accountId !== null);
  return (
    <div className="space-y-(--gap)">
      {accountId === null && <AuditVerify />}
      <Toolbar
        filters={[
          listFilter({
            label: words.audit.action,
            options: ACTION_OPTIONS,
            value: filter.action,
            onChange: (action) => setSearch({ action }),
            allLabel: words.audit.allActions,
          }),
          ...(accountId === null ? [accountFilter] : []),
        ]}
        acts={<AuditExport key={JSON.stringify(filter)} filter={filter} />}
      />
      {entries.isPending && <p className="min-h-40 text-muted">{words.audit.loading}</p>}
      {entries.error !== null && (
        <RequestError error={entries.error} what={words.audit.what} onRetry={() => void entries.refetch()} />
      )}
      {entries.isSuccess && items.length === 0 && (
        <EmptyState
          title={isFiltered ? words.audit.noMatch : words.audit.empty}
          icon={<ObjectSign kind="auditEntry" />}
        >
          <p>{words.audit.emptyText}</p>
        </EmptyState>
      )}
      {items.length > 0 && <AuditTable items={items} />}
      {entries.hasNextPage && (
        <Button isDisabled={entries.isFetchingNextPage} onPress={() => void entries.fetchNextPage()}>
          {entries.isFetchingNextPage ? words.audit.loadingMore : words.audit.older}
        </Button>
      )}
    </div>
  );
}

/** The filter by account; one that is not listed is shown by its id. */
function useAccountFilter(): ListFilter {
  const { search, setSearch } = useAccountsSearch();
  const accounts = useQuery(accountsQuery);
  const known = accounts.data?.accounts.map(({ id, email }) => ({ value: id, label: email })) ?? [];
  return {
    label: words.audit.account,
    options: known,
    value: search.of ?? null,
    onChange: (of) => setSearch({ of }),
    allLabel: words.audit.allAccounts,
  };
}

function AuditTable({ items }: { readonly items: readonly AuditEntry[] }) {
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  return (
    <>
      <Table caption={words.audit.caption} columns={COLUMNS}>
        {items.map((entry) => (
          <Row key={entry.position}>
            <Cell isHeader align="end" noWrap>
              {formatCount(entry.position)}
            </Cell>
            <Cell noWrap>
              <AgoText value={entry.created_at} now={Date.now()} />
            </Cell>
            <Cell>{actionWords(entry.action)}</Cell>
            <Cell>
              {/* A fingerprint is cut, so that the details keep their room; the entry says all of it. */}
              <div className="w-40 truncate">
                <FileText text={entry.subject} isMono isLine limit={100} />
              </div>
            </Cell>
            <Cell>{actorWords(entry.actor)}</Cell>
            <Cell>
              {/* On one line too. */}
              <div className="w-[20vw] truncate folded:w-auto">
                <FileText text={detailLines(entry.details).join('; ')} isLine limit={400} />
              </div>
            </Cell>
            <Cell noWrap>
              <Button size="small" aria-label={words.audit.openEntry(entry.position)} onPress={() => setOpened(entry)}>
                {words.audit.open}
              </Button>
            </Cell>
          </Row>
        ))}
      </Table>
      {opened !== null && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
