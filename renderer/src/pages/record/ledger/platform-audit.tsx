import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { formatCount, formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { PagedList, usePagedItems } from '../../../parts/list-page/paged-list.tsx';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { AnchorState } from './find-anchor.tsx';
import { AuditEntryDialog } from './platform-audit-entry.tsx';
import { type AuditItem, auditQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';

const SORT_KEYS = ['position', 'time', 'action', 'user', 'resource', 'state', 'hash'] as const;
type SortKey = (typeof SORT_KEYS)[number];

const NEWEST_FIRST: Sort<SortKey> = { by: 'time', descending: true };
const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

/** A text member of the signed entry; a dash where the stored entry is damaged. */
export function entryText({ entry }: AuditItem, name: string): string {
  const value = entry?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '–';
}

function positionOf({ entry }: AuditItem): number {
  return typeof entry?.position === 'number' ? entry.position : 0;
}

const SORT_VALUES: Readonly<Record<SortKey, (item: AuditItem) => string | number>> = {
  position: positionOf,
  time: ({ timestamp }) => timestamp,
  action: ({ action }) => action,
  user: (item) => entryText(item, 'userId'),
  resource: (item) => entryText(item, 'resourceId'),
  state: ({ confirmations }) => confirmations,
  hash: ({ hash }) => hash,
};

const COLUMNS: readonly GridColumn<AuditItem, SortKey>[] = [
  {
    id: 'position',
    title: 'No.',
    width: 80,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: (item) => entryText(item, 'position'),
  },
  {
    id: 'time',
    title: 'Time, UTC',
    width: 190,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ timestamp }) => formatUtcCell(timestamp),
  },
  { id: 'action', title: 'Action', width: 160, grows: 1, cell: ({ action }) => action },
  { id: 'user', title: 'Who, as stated', width: 170, grows: 1, cell: (item) => entryText(item, 'userId') },
  { id: 'resource', title: 'To what, as stated', width: 170, grows: 1, cell: (item) => entryText(item, 'resourceId') },
  {
    id: 'state',
    title: 'On the ledger',
    width: 190,
    grows: 0,
    cell: ({ blockHeight, confirmations }) =>
      blockHeight === 0 ? (
        <AnchorState anchor={{ block: 0, confirmations: 0, confirmed: false }} />
      ) : (
        `block ${formatCount(blockHeight)}, ${formatCount(confirmations)} deep`
      ),
  },
  { id: 'hash', title: 'Hash', width: 170, grows: 1, look: 'font-mono text-12', cell: ({ hash }) => hash },
];

const CSV = [
  ['auditId', ({ auditId }: AuditItem) => auditId],
  ['timestamp_utc', ({ timestamp }: AuditItem) => timestamp],
  ['action', ({ action }: AuditItem) => action],
  ['userId', (item: AuditItem) => entryText(item, 'userId')],
  ['resourceId', (item: AuditItem) => entryText(item, 'resourceId')],
  ['hash', ({ hash }: AuditItem) => hash],
  ['blockchainTx', ({ blockchainTx }: AuditItem) => blockchainTx],
  ['blockHeight', ({ blockHeight }: AuditItem) => blockHeight],
] as const;

/** The audit log that applications write through the platform API; each entry's hash is anchored. Read-only here. */
export function PlatformAudit() {
  const list = useInfiniteQuery(auditQuery);
  const items = usePagedItems(list);
  const { search, setSearch } = useLedgerSearch();
  const [returnTo, setReturnTo] = useState<HTMLElement | null>(null);
  const copy = useCopy();
  const text = search.q ?? '';
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => auditView(text, sort), [text, sort]);
  const opened = items.find(({ auditId }) => auditId === search.entry);
  return (
    <>
      <PagedList
        label="Platform audit"
        names={['entry', 'entries']}
        what="The audit log"
        {...{ list, view, columns: COLUMNS, idOf, sort }}
        onSort={(changed) => setSearch({ sort: sortText(changed) })}
        onOpen={({ auditId }) => {
          setReturnTo(document.activeElement instanceof HTMLElement ? document.activeElement : null);
          setSearch({ entry: auditId }, 'push');
        }}
        onCopy={({ auditId }) => void copy(auditId, `entry id ${auditId}`)}
        find={{ label: 'Find an entry', text, onChange: (q) => setSearch({ q }) }}
        exports={{
          name: 'platform-audit',
          csv: (entries) => csvText(entries, CSV),
          json: (entries) => `${JSON.stringify({ entries }, null, 2)}\n`,
        }}
        empty={
          <EmptyState title="No application has written an entry">
            Applications write what they did with <code>POST /v1/blockchain/audit</code>. Each entry is signed, names
            the one before, and its hash goes to the ledger. This page lists and verifies; it writes nothing.
          </EmptyState>
        }
        emptyText="No loaded entry has this text."
        hint="Enter opens and verifies the current row, Ctrl or ⌘ and C copies its id."
      />
      {opened !== undefined && (
        <AuditEntryDialog
          key={opened.auditId}
          item={opened}
          onClose={() => {
            setSearch({ entry: undefined });
            returnTo?.focus();
          }}
        />
      )}
    </>
  );
}

function idOf({ auditId }: AuditItem): string {
  return auditId;
}

/** Looks for the text in everything that a row shows. */
function auditView(text: string, { by, descending }: Sort<SortKey>): ListView<AuditItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      needle === '' ||
      [item.auditId, item.action, item.timestamp, item.hash, entryText(item, 'userId'), entryText(item, 'resourceId')]
        .join('\n')
        .toLowerCase()
        .includes(needle),
    sortBy: SORT_VALUES[by],
    descending,
  };
}
