import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { useMemo } from 'react';
import { formatCount, formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { PagedList } from '../../../parts/list-page/paged-list.tsx';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { type BlockItem, blocksQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { CHAIN_TITLES } from './words.ts';

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

const MONO = 'font-mono text-12';

const COLUMNS: readonly GridColumn<BlockItem, SortKey>[] = [
  {
    id: 'height',
    title: 'Height',
    width: 90,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ height }) => formatCount(height),
  },
  {
    id: 'time',
    title: 'Made, UTC',
    width: 200,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ created_at, restored }) => `${formatUtcCell(created_at)}${restored ? ', after a restore' : ''}`,
  },
  {
    id: 'anchors',
    title: 'Anchors',
    width: 90,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ anchors }) => formatCount(anchors),
  },
  { id: 'hash', title: 'Hash', width: 200, grows: 1, look: MONO, cell: ({ hash }) => hash },
  {
    id: 'previous',
    title: 'Block before',
    width: 200,
    grows: 1,
    look: MONO,
    cell: ({ previous }) => previous ?? 'none, the first',
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
      label="Blocks"
      names={['block', 'blocks']}
      what="The blocks"
      {...{ list, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ height }) => open({ chain, block: height })}
      onCopy={({ hash, height }) => void copy(hash, `hash of block ${height}`)}
      find={{ label: 'Find a block', text, onChange: (q) => setSearch({ q }) }}
      exports={{
        name: `${chain}-blocks`,
        csv: (blocks) => csvText(blocks, CSV),
        json: (blocks) => `${JSON.stringify({ chain, blocks }, null, 2)}\n`,
      }}
      empty={
        <EmptyState title={`${CHAIN_TITLES[chain]} has no block yet`}>
          The first block comes within a second of the first anchor. Anchor a document's hash under Documents, or with{' '}
          <code>POST /v1/vault/attest</code>.
        </EmptyState>
      }
      emptyText="No loaded block has this text."
      hint="Enter opens the current row, Ctrl or ⌘ and C copies its hash."
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
