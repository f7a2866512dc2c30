import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { ANCHOR_KINDS, type AnchorEntry } from '@touchstone/core/ledger/anchor.ts';
import { useMemo } from 'react';
import { formatCount, formatUtcCell } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { csvText } from '../../../parts/list-page/csv.ts';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { PagedList } from '../../../parts/list-page/paged-list.tsx';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { AnchorState } from './find-anchor.tsx';
import { type AnchorItem, anchorsQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { CHAIN_TITLES, kindWords } from './words.ts';

const SORT_KEYS = ['position', 'time', 'kind', 'state', 'block', 'commitment', 'tx'] as const;
type SortKey = (typeof SORT_KEYS)[number];

const NEWEST_FIRST: Sort<SortKey> = { by: 'position', descending: true };
const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

const SORT_VALUES: Readonly<Record<SortKey, (anchor: AnchorItem) => string | number>> = {
  position: ({ position }) => position,
  time: ({ accepted_at }) => accepted_at,
  kind: ({ kind }) => kind,
  state: ({ confirmations }) => confirmations,
  block: ({ block }) => block,
  commitment: ({ commitment }) => commitment,
  tx: ({ tx_hash }) => tx_hash,
};

const MONO = 'font-mono text-12';

const COLUMNS: readonly GridColumn<AnchorItem, SortKey>[] = [
  {
    id: 'position',
    title: 'No.',
    width: 80,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ position }) => formatCount(position),
  },
  {
    id: 'time',
    title: 'Accepted, UTC',
    width: 190,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ accepted_at }) => formatUtcCell(accepted_at),
  },
  { id: 'kind', title: 'Kind', width: 140, grows: 0, cell: ({ kind }) => <span title={kindWords(kind)}>{kind}</span> },
  { id: 'state', title: 'State', width: 190, grows: 0, cell: (anchor) => <AnchorState anchor={anchor} /> },
  {
    id: 'block',
    title: 'Block',
    width: 80,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ block }) => (block === 0 ? '–' : formatCount(block)),
  },
  { id: 'commitment', title: 'Commitment', width: 190, grows: 1, look: MONO, cell: ({ commitment }) => commitment },
  { id: 'tx', title: 'Transaction', width: 190, grows: 1, look: MONO, cell: ({ tx_hash }) => tx_hash },
];

const CSV = [
  ['position', ({ position }: AnchorItem) => position],
  ['accepted_at_utc', ({ accepted_at }: AnchorItem) => accepted_at],
  ['kind', ({ kind }: AnchorItem) => kind],
  ['commitment', ({ commitment }: AnchorItem) => commitment],
  ['tx_hash', ({ tx_hash }: AnchorItem) => tx_hash],
  ['block', ({ block }: AnchorItem) => block],
  ['confirmations', ({ confirmations }: AnchorItem) => confirmations],
] as const;

const KIND_OPTIONS = Object.keys(ANCHOR_KINDS).map((value) => ({ value, label: value }));

/** The anchors of a chain, of all projects, as on a public chain. */
export function AnchorList({ chain }: { readonly chain: ChainName }) {
  const { search, setSearch, open } = useLedgerSearch();
  const kind = search.kind ?? null;
  const list = useInfiniteQuery(anchorsQuery(chain, kind));
  const copy = useCopy();
  const text = search.q ?? '';
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => anchorView(text, sort), [text, sort]);
  return (
    <PagedList
      label="Anchors"
      names={['anchor', 'anchors']}
      what="The anchors"
      {...{ list, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ tx_hash }) => open({ chain, tx: tx_hash })}
      onCopy={({ tx_hash }) => void copy(tx_hash, 'the transaction id')}
      find={{ label: 'Find an anchor', text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: 'Kind',
          options: KIND_OPTIONS,
          value: kind,
          onChange: (value) => setSearch({ kind: value }),
          allLabel: 'All kinds',
        }),
      ]}
      keepsTools
      note={kind !== null && <p className="text-muted">{kindWords(kind)}.</p>}
      exports={{
        name: `${chain}-anchors`,
        csv: (anchors) => csvText(anchors, CSV),
        json: (anchors) => `${JSON.stringify({ chain, anchors }, null, 2)}\n`,
      }}
      empty={
        <EmptyState
          title={kind === null ? `Nothing is anchored on ${CHAIN_TITLES[chain]}` : 'No anchor of this kind is here'}
        >
          An anchor is a commitment that a ledger took in: the hash of a document, of an audit entry, of a proof. The
          contents never leave their place.
        </EmptyState>
      }
      emptyText="No loaded anchor has this text."
      hint="Enter opens the current row, Ctrl or ⌘ and C copies its transaction id."
    />
  );
}

function idOf({ position }: Pick<AnchorEntry, 'position'>): string {
  return String(position);
}

/** Looks for the text in position, time, kind, commitment and transaction. */
function anchorView(text: string, { by, descending }: Sort<SortKey>): ListView<AnchorItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: ({ position, kind, commitment, accepted_at, tx_hash }) =>
      needle === '' ||
      String(position) === needle ||
      kind.includes(needle) ||
      commitment.includes(needle) ||
      tx_hash.toLowerCase().includes(needle) ||
      accepted_at.toLowerCase().includes(needle),
    sortBy: SORT_VALUES[by],
    descending,
  };
}
