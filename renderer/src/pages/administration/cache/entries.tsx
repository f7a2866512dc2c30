import { useInfiniteQuery } from '@tanstack/react-query';
import { DatabaseZap } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount, formatSize, formatTime, formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { type ColumnChoice, useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { PagedList } from '../../../parts/list-page/paged-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import {
  type CacheItem,
  cacheCsv,
  cacheJson,
  cacheView,
  durationText,
  itemHitRate,
  PREFETCH_WORDS,
} from './cache-items.ts';
import { EntryDialog } from './entry-dialog.tsx';
import { entriesQuery } from './queries.ts';
import { percentText } from './samples.ts';
import { readSort, type SortKey, sortText, useCacheSearch } from './search.ts';

const END = 'text-end tabular-nums';

const COLUMNS: readonly GridColumn<CacheItem, SortKey>[] = [
  { id: 'key', title: 'Key', width: 150, grows: 2, look: 'font-mono text-12', cell: ({ key }) => key },
  { id: 'ttl', title: 'Lifetime', width: 105, grows: 0, look: END, cell: ({ ttl }) => durationText(ttl) },
  {
    id: 'chosen',
    title: 'Chosen by, and why',
    width: 260,
    grows: 4,
    cell: ({ aiOptimized, why }) => <span title={why}>{`${aiOptimized ? 'Server' : 'Caller'}: ${why}`}</span>,
  },
  {
    id: 'expires',
    title: 'Ends, UTC',
    width: 190,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ expires_at }) => formatUtcCell(expires_at),
  },
  {
    id: 'rate',
    title: 'Hit rate',
    width: 90,
    grows: 0,
    look: END,
    cell: (item) => {
      const rate = itemHitRate(item);
      return rate === null ? '–' : percentText(rate);
    },
  },
  {
    id: 'reads',
    title: 'Reads',
    width: 80,
    grows: 0,
    look: END,
    cell: ({ hits, misses }) => formatCount(hits + misses),
  },
  { id: 'size', title: 'Size', width: 100, grows: 0, look: END, cell: ({ size }) => formatSize(size) },
  {
    id: 'next',
    title: 'Next read, predicted',
    width: 200,
    grows: 1,
    look: 'tabular-nums',
    cell: ({ next_read_at, prefetch }) =>
      next_read_at === null || prefetch === null
        ? '–'
        : `${PREFETCH_WORDS[prefetch]} ${formatTime(next_read_at)?.utc.slice(11) ?? next_read_at}`,
  },
  {
    id: 'written',
    title: 'Written, UTC',
    width: 190,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ written_at }) => formatUtcCell(written_at),
  },
];

const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'cache_columns',
  fixed: ['key', 'ttl'],
  usual: ['key', 'ttl', 'chosen', 'rate', 'reads', 'next'],
};

const CHOSEN_OPTIONS = [
  { value: 'server', label: 'The server' },
  { value: 'stated', label: 'The caller' },
] as const;

const PREFETCH_OPTIONS = [
  { value: 'any', label: 'With a suggestion' },
  { value: 'keep', label: 'Fetch ahead' },
  { value: 'refresh', label: 'Write anew before' },
] as const;

/** The keys whose values live, with their lifetimes and why. */
export function Entries({ onTry }: { readonly onTry: () => void }) {
  const list = useInfiniteQuery(entriesQuery);
  const { search, setSearch } = useCacheSearch();
  const copy = useCopy();
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const [opened, setOpened] = useState<CacheItem | null>(null);
  const { q: text = '', chosen = null, prefetch = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => cacheView({ text, chosen, prefetch }, sort), [text, chosen, prefetch, sort]);
  return (
    <>
      <PagedList
        label="Cached keys"
        names={['key', 'keys']}
        what="The entries"
        {...{ list, view, columns, idOf, sort }}
        onSort={(changed) => setSearch({ sort: sortText(changed) })}
        onOpen={setOpened}
        onCopy={({ key }) => void copy(key, 'the key')}
        find={{ label: 'Find a key or a reason', text, onChange: (q) => setSearch({ q }) }}
        filters={[
          listFilter({
            label: 'Lifetime chosen by',
            options: CHOSEN_OPTIONS,
            value: chosen,
            onChange: (value) => setSearch({ chosen: value }),
          }),
          listFilter({
            label: 'Prefetch suggestion',
            options: PREFETCH_OPTIONS,
            value: prefetch,
            onChange: (value) => setSearch({ prefetch: value }),
          }),
        ]}
        icons={menu}
        exports={{ name: 'cache', csv: cacheCsv, json: cacheJson }}
        empty={
          <EmptyState
            title="Nothing is cached"
            icon={<DatabaseZap aria-hidden size={18} />}
            actions={
              <Button variant="primary" onPress={onTry}>
                Try it
              </Button>
            }
          >
            Applications write here with <code>POST /v1/cache/&lt;key&gt;</code> and read with <code>GET</code>. Only
            values whose time is not over are listed; the server itself caches nothing here.
          </EmptyState>
        }
        emptyText="No loaded key matches the filters."
        hint="Enter opens the current row, Ctrl or ⌘ and C copies its key."
      />
      {opened !== null && <EntryDialog item={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function idOf({ key }: CacheItem): string {
  return key;
}
