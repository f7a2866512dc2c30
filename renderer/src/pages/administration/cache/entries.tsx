import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCount, formatSize } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { type ColumnChoice, useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { PagedList, usePagedItems } from '../../../parts/list-page/paged-list.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/administration/cache.ts';
import { percentText } from './analytics.ts';
import { type CacheItem, cacheCsv, cacheJson, cacheView, durationText, itemHitRate } from './cache-items.ts';
import { EntrySheet } from './entry-sheet.tsx';
import { entriesQuery } from './queries.ts';
import { readSort, type SortKey, sortText, useCacheSearch } from './search.ts';

const { columns: titles } = words.list;
const END = 'text-end tabular-nums';

const COLUMNS: readonly GridColumn<CacheItem, SortKey>[] = [
  {
    id: 'key',
    title: titles.key,
    width: 170,
    grows: 2,
    isVital: true,
    look: 'font-mono text-12',
    cell: ({ key }) => key,
  },
  {
    id: 'ttl',
    title: titles.ttl,
    width: 105,
    grows: 0,
    isVital: true,
    look: END,
    cell: ({ ttl }) => durationText(ttl),
  },
  {
    id: 'chosen',
    title: titles.chosen,
    width: 260,
    grows: 4,
    cell: ({ aiOptimized, why }) => (
      <span title={why}>{words.list.because(aiOptimized ? words.list.server : words.list.caller, why)}</span>
    ),
  },
  {
    id: 'expires',
    title: titles.expires,
    width: 110,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ expires_at }) => <AgoText value={expires_at} now={Date.now()} />,
  },
  {
    id: 'rate',
    title: titles.rate,
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
    title: titles.reads,
    width: 80,
    isVital: true,
    grows: 0,
    look: END,
    cell: ({ hits, misses }) => formatCount(hits + misses),
  },
  { id: 'size', title: titles.size, width: 100, grows: 0, look: END, cell: ({ size }) => formatSize(size) },
  {
    id: 'next',
    title: titles.next,
    width: 200,
    grows: 1,
    look: 'tabular-nums',
    cell: ({ next_read_at, prefetch }) =>
      next_read_at === null || prefetch === null ? (
        '–'
      ) : (
        <>
          {words.list.prefetch[prefetch]} <AgoText value={next_read_at} now={Date.now()} />
        </>
      ),
  },
  {
    id: 'written',
    title: titles.written,
    width: 110,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ written_at }) => <AgoText value={written_at} now={Date.now()} />,
  },
];

const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'cache_columns',
  fixed: ['key', 'ttl'],
  usual: ['key', 'ttl', 'chosen', 'rate', 'reads', 'next'],
};

const CHOSEN_OPTIONS = [
  { value: 'server', label: words.list.byServer },
  { value: 'stated', label: words.list.byCaller },
] as const;

const PREFETCH_OPTIONS = [
  { value: 'any', label: words.list.anySuggestion },
  { value: 'keep', label: words.list.prefetch.keep },
  { value: 'refresh', label: words.list.prefetch.refresh },
] as const;

/** The keys whose values live, with their lifetimes and why. */
export function Entries({ onRead }: { readonly onRead: (key: string) => void }) {
  const list = useInfiniteQuery(entriesQuery);
  const { search, setSearch } = useCacheSearch();
  const copy = useCopy();
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const opened = usePagedItems(list).find(({ key }) => key === search.key);
  const { q: text = '', chosen = null, prefetch = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => cacheView({ text, chosen, prefetch }, sort), [text, chosen, prefetch, sort]);
  return (
    <>
      <PagedList
        label={words.list.label}
        names={words.list.names}
        what={words.list.what}
        {...{ list, view, columns, idOf, sort }}
        onSort={(changed) => setSearch({ sort: sortText(changed) })}
        onOpen={({ key }) => setSearch({ key }, 'push')}
        onCopy={({ key }) => void copy(key, words.list.keyLabel)}
        find={{ label: words.list.find, text, onChange: (q) => setSearch({ q }) }}
        filters={[
          listFilter({
            label: words.list.chosenBy,
            options: CHOSEN_OPTIONS,
            value: chosen,
            onChange: (value) => setSearch({ chosen: value }),
          }),
          listFilter({
            label: words.list.suggestion,
            options: PREFETCH_OPTIONS,
            value: prefetch,
            onChange: (value) => setSearch({ prefetch: value }),
          }),
        ]}
        icons={menu}
        exports={{ name: 'cache', csv: cacheCsv, json: cacheJson }}
        empty={
          <EmptyList
            kind="cacheEntry"
            title={words.empty.title}
            text={words.empty.text(<code>POST /v1/cache/&lt;key&gt;</code>, <code>GET</code>)}
            verb={words.write.verb}
            onMake={() => setSearch({ act: 'write' }, 'push')}
            onSample={() => setSearch({ act: 'sample' }, 'push')}
          />
        }
        emptyText={words.list.noMatch}
        hint={words.list.hint}
      />
      {opened !== undefined && (
        <EntrySheet item={opened} onClose={() => setSearch({ key: undefined })} onRead={onRead} />
      )}
    </>
  );
}

function idOf({ key }: CacheItem): string {
  return key;
}
