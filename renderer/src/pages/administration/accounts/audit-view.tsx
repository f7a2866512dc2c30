import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Select } from '../../../ui/select.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
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

const COLUMNS = [
  { id: 'position', title: 'No.', align: 'end' },
  { id: 'time', title: 'Time' },
  { id: 'action', title: 'What' },
  { id: 'subject', title: 'Of' },
  { id: 'actor', title: 'By' },
  { id: 'details', title: 'Details' },
  { id: 'entry', title: 'Entry' },
] as const;

const ACTION_OPTIONS = [
  { value: 'all', label: 'All actions' },
  ...ACTION_NAMES.map((value) => ({ value, label: actionWords(value) })),
];

/** The audit of the administration, newest first: of one account, or of all where `accountId` is null. */
export function AuditView({ accountId }: { readonly accountId: string | null }) {
  const { search, setSearch } = useAccountsSearch();
  const filter: AuditFilter = { action: search.action ?? null, accountId: accountId ?? search.of ?? null };
  const entries = useInfiniteQuery(
    pagedQuery(
      ['accounts', 'audit', filter],
      (page, signal) => client.admin.audit.list({ query: { ...queryOf(filter), ...page } }, { signal }),
      { limit: 50 },
    ),
  );
  const items = entries.data?.pages.flatMap((page) => page.items) ?? [];
  const isFiltered = filter.action !== null || (accountId === null && filter.accountId !== null);
  return (
    <div className="space-y-(--gap)">
      {accountId === null && <AuditVerify />}
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-64 max-w-full">
          <Select
            label="Action"
            options={ACTION_OPTIONS}
            value={filter.action ?? 'all'}
            onChange={(value) => setSearch({ action: value === 'all' ? undefined : value })}
          />
        </div>
        {accountId === null && (
          <AccountSelect value={filter.accountId} onChange={(of) => setSearch({ of: of ?? undefined })} />
        )}
        <AuditExport key={JSON.stringify(filter)} filter={filter} />
      </div>
      {entries.isPending && <p className="min-h-40 text-muted">Loading the audit</p>}
      {entries.error !== null && (
        <RequestError error={entries.error} what="The entries" onRetry={() => void entries.refetch()} />
      )}
      {entries.isSuccess && items.length === 0 && (
        <EmptyState title={isFiltered ? 'No entry matches the filters' : 'Nothing has been changed yet'}>
          Every change of accounts, API keys, settings and trust, every backup and every restore gets an entry here, in
          the same step as the change itself.
        </EmptyState>
      )}
      {items.length > 0 && <AuditTable items={items} />}
      {entries.hasNextPage && (
        <Button isDisabled={entries.isFetchingNextPage} onPress={() => void entries.fetchNextPage()}>
          {entries.isFetchingNextPage ? 'Loading more' : 'Show older entries'}
        </Button>
      )}
    </div>
  );
}

interface AccountSelectProps {
  readonly value: string | null;
  readonly onChange: (accountId: string | null) => void;
}

function AccountSelect({ value, onChange }: AccountSelectProps) {
  const accounts = useQuery(accountsQuery);
  const known = accounts.data?.accounts.map(({ id, email }) => ({ value: id, label: email })) ?? [];
  const isListed = value === null || known.some((option) => option.value === value);
  return (
    <div className="w-64 max-w-full">
      <Select
        label="Account"
        options={[
          { value: 'all', label: 'All accounts' },
          ...known,
          ...(isListed || value === null ? [] : [{ value, label: value }]),
        ]}
        value={value ?? 'all'}
        onChange={(chosen) => onChange(chosen === 'all' ? null : chosen)}
      />
    </div>
  );
}

function AuditTable({ items }: { readonly items: readonly AuditEntry[] }) {
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  return (
    <>
      <Table caption="Audit, newest first" columns={COLUMNS}>
        {items.map((entry) => (
          <Row key={entry.position}>
            <Cell isHeader align="end" noWrap>
              {formatCount(entry.position)}
            </Cell>
            <Cell>
              <TimeText value={entry.created_at} />
            </Cell>
            <Cell>{actionWords(entry.action)}</Cell>
            <Cell>
              {/* A fingerprint breaks into lines, so that the details keep their room. */}
              <div className="w-40">
                <FileText text={entry.subject} isMono limit={100} />
              </div>
            </Cell>
            <Cell>{actorWords(entry.actor)}</Cell>
            <Cell>
              <FileText text={detailLines(entry.details).join('; ')} limit={160} />
            </Cell>
            <Cell noWrap>
              <Button size="small" aria-label={`Open entry ${entry.position}`} onPress={() => setOpened(entry)}>
                Open
              </Button>
            </Cell>
          </Row>
        ))}
      </Table>
      {opened !== null && <AuditEntryDialog entry={opened} onClose={() => setOpened(null)} />}
    </>
  );
}
