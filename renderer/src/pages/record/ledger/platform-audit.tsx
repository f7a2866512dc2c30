import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { PagedList, usePagedItems } from '../../../parts/list-page/paged-list.tsx';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import { ObjectSign, ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/record/ledger.ts';
import { AnchorState } from './anchor-state.tsx';
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
  return typeof value === 'string' || typeof value === 'number' ? String(value) : words.none;
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

const { audit: texts } = words;

const COLUMNS: readonly GridColumn<AuditItem, SortKey>[] = [
  {
    id: 'position',
    title: texts.columns.position,
    width: 70,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: (item) => entryText(item, 'position'),
  },
  {
    id: 'action',
    title: texts.columns.action,
    width: 180,
    grows: 1,
    isVital: true,
    look: 'font-medium',
    cell: ({ action }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="auditEntry" />
        <span className="min-w-0 truncate">
          <FileText text={action} isLine limit={200} />
        </span>
      </span>
    ),
  },
  {
    id: 'user',
    title: texts.columns.user,
    width: 150,
    grows: 1,
    cell: (item) => <FileText text={entryText(item, 'userId')} isLine limit={200} />,
  },
  {
    id: 'resource',
    title: texts.columns.resource,
    width: 160,
    grows: 1,
    cell: (item) => <FileText text={entryText(item, 'resourceId')} isLine limit={200} />,
  },
  {
    id: 'state',
    title: texts.columns.state,
    width: 190,
    grows: 0,
    isVital: true,
    cell: ({ blockHeight, confirmations }) =>
      blockHeight === 0 ? (
        <AnchorState anchor={{ block: 0, confirmations: 0, confirmed: false }} />
      ) : (
        texts.depth(blockHeight, confirmations)
      ),
  },
  {
    id: 'hash',
    title: texts.columns.hash,
    width: 124,
    grows: 1,
    look: 'font-mono text-12 text-muted',
    cell: ({ hash }) => hash,
  },
  {
    id: 'time',
    title: texts.columns.time,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ timestamp }) => <AgoText value={timestamp} now={Date.now()} />,
  },
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
        label={texts.label}
        names={texts.names}
        what={texts.what}
        {...{ list, view, columns: COLUMNS, idOf, sort }}
        onSort={(changed) => setSearch({ sort: sortText(changed) })}
        onOpen={({ auditId }) => {
          setReturnTo(document.activeElement instanceof HTMLElement ? document.activeElement : null);
          setSearch({ entry: auditId }, 'push');
        }}
        onCopy={({ auditId }) => void copy(auditId, texts.copied(auditId))}
        find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
        exports={{
          name: 'platform-audit',
          csv: (entries) => csvText(entries, CSV),
          json: (entries) => `${JSON.stringify({ entries }, null, 2)}\n`,
        }}
        empty={
          <EmptyState title={texts.empty} icon={<ObjectSign kind="auditEntry" />}>
            <p>{texts.emptyText(<code>POST /v1/blockchain/audit</code>)}</p>
          </EmptyState>
        }
        emptyText={texts.noMatch}
        hint={texts.hint}
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
