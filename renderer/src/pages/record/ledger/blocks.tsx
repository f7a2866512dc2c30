import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { PagedList } from '../../../parts/list-page/paged-list.tsx';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/record/ledger.ts';
import { type BlockItem, blocksQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';

const SORT_KEYS = ['height', 'time', 'anchors', 'hash', 'previous'] as const;
type SortKey = (typeof SORT_KEYS)[number];

const NEWEST_FIRST: Sort<SortKey> = { by: 'height', descending: true };
const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

const SORT_VALUES: Readonly<Record<SortKey, (block: BlockItem) => string | number>> = {
  height: ({ height }) => height,
  time: ({ created_at }) => created_at,
  anchors: ({ anchors }) => anchors,
  hash: ({ hash }) => hash,
  previous: ({ previous }) => previous ?? '',
};

const MONO = 'font-mono text-12 text-muted';

const { blocks: texts } = words;

const COLUMNS: readonly GridColumn<BlockItem, SortKey>[] = [
  {
    id: 'height',
    title: texts.columns.height,
    width: 90,
    grows: 0,
    isVital: true,
    look: 'text-end font-medium tabular-nums',
    cell: ({ height }) => formatCount(height),
  },
  {
    id: 'anchors',
    title: texts.columns.anchors,
    width: 90,
    grows: 0,
    isVital: true,
    look: 'text-end tabular-nums',
    cell: ({ anchors }) => formatCount(anchors),
  },
  { id: 'hash', title: texts.columns.hash, width: 200, grows: 1, look: MONO, cell: ({ hash }) => hash },
  {
    id: 'previous',
    title: texts.columns.previous,
    width: 200,
    grows: 1,
    look: MONO,
    cell: ({ previous }) => previous ?? texts.first,
  },
  {
    id: 'time',
    title: texts.columns.time,
    width: 140,
    grows: 0,
    isVital: true,
    look: 'text-muted',
    cell: ({ created_at, restored }) => (
      <>
        <AgoText value={created_at} now={Date.now()} />
        {restored && `, ${texts.restored}`}
      </>
    ),
  },
];

const CSV = [
  ['height', ({ height }: BlockItem) => height],
  ['created_at_utc', ({ created_at }: BlockItem) => created_at],
  ['anchors', ({ anchors }: BlockItem) => anchors],
  ['hash', ({ hash }: BlockItem) => hash],
  ['previous', ({ previous }: BlockItem) => previous ?? ''],
] as const;

/** The blocks of a chain: filter, virtual table, exports. */
export function BlockList({ chain }: { readonly chain: ChainName }) {
  const list = useInfiniteQuery(blocksQuery(chain));
  const { search, setSearch, open } = useLedgerSearch();
  const copy = useCopy();
  const text = search.q ?? '';
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => blockView(text, sort), [text, sort]);
  return (
    <PagedList
      label={texts.label}
      names={texts.names}
      what={texts.what}
      {...{ list, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ height }) => open({ chain, block: height })}
      onCopy={({ hash, height }) => void copy(hash, texts.copied(height))}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      exports={{
        name: `${chain}-blocks`,
        csv: (blocks) => csvText(blocks, CSV),
        json: (blocks) => `${JSON.stringify({ chain, blocks }, null, 2)}\n`,
      }}
      empty={
        <EmptyState title={texts.empty(words.chains[chain])} icon={<ObjectSign kind="block" />}>
          <p>{texts.emptyText(<code>POST /v1/vault/attest</code>)}</p>
        </EmptyState>
      }
      emptyText={texts.noMatch}
      hint={texts.hint}
    />
  );
}

function idOf({ height }: BlockItem): string {
  return String(height);
}

/** Looks for the text in height, time and both hashes. */
function blockView(text: string, { by, descending }: Sort<SortKey>): ListView<BlockItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: ({ height, hash, previous, created_at }) =>
      needle === '' ||
      String(height) === needle ||
      hash.includes(needle) ||
      previous?.includes(needle) === true ||
      created_at.toLowerCase().includes(needle),
    sortBy: SORT_VALUES[by],
    descending,
  };
}
