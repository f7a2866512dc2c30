import { useInfiniteQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { ANCHOR_KINDS, type AnchorEntry } from '@touchstone/core/ledger/anchor.ts';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { csvText } from '../../../parts/list-page/csv.ts';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { PagedList } from '../../../parts/list-page/paged-list.tsx';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import { ObjectSign, ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/record/ledger.ts';
import { AnchorState } from './anchor-state.tsx';
import { kindMeaning, kindTitle } from './outcome.ts';
import { type AnchorItem, anchorsQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';

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

const MONO = 'font-mono text-12 text-muted';
const { anchors: texts } = words;

const COLUMNS: readonly GridColumn<AnchorItem, SortKey>[] = [
  {
    id: 'position',
    title: texts.columns.position,
    width: 70,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ position }) => formatCount(position),
  },
  {
    id: 'kind',
    title: texts.columns.kind,
    width: 210,
    grows: 0.4,
    isVital: true,
    look: 'font-medium',
    cell: ({ kind }) => (
      <span title={kindMeaning(kind)} className="flex items-center gap-2.5">
        <ObjectTile kind="anchor" />
        <span className="min-w-0 truncate">
          <FileText text={kindTitle(kind)} isLine limit={100} />
        </span>
      </span>
    ),
  },
  {
    id: 'state',
    title: texts.columns.state,
    width: 190,
    grows: 0,
    isVital: true,
    cell: (anchor) => <AnchorState anchor={anchor} />,
  },
  {
    id: 'block',
    title: texts.columns.block,
    width: 76,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ block }) => (block === 0 ? words.none : formatCount(block)),
  },
  {
    id: 'commitment',
    title: texts.columns.commitment,
    width: 150,
    grows: 1,
    look: MONO,
    cell: ({ commitment }) => commitment,
  },
  { id: 'tx', title: texts.columns.tx, width: 150, grows: 1, look: MONO, cell: ({ tx_hash }) => tx_hash },
  {
    id: 'time',
    title: texts.columns.time,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ accepted_at }) => <AgoText value={accepted_at} now={Date.now()} />,
  },
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

const KIND_OPTIONS = Object.keys(ANCHOR_KINDS).map((value) => ({ value, label: kindTitle(value) }));

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
      label={texts.label}
      names={texts.names}
      what={texts.what}
      {...{ list, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ tx_hash }) => open({ chain, tx: tx_hash })}
      onCopy={({ tx_hash }) => void copy(tx_hash, texts.copied)}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.kind,
          options: KIND_OPTIONS,
          value: kind,
          onChange: (value) => setSearch({ kind: value }),
          allLabel: texts.allKinds,
        }),
      ]}
      keepsTools
      note={kind !== null && <p className="text-13 text-muted">{kindMeaning(kind)}.</p>}
      exports={{
        name: `${chain}-anchors`,
        csv: (anchors) => csvText(anchors, CSV),
        json: (anchors) => `${JSON.stringify({ chain, anchors }, null, 2)}\n`,
      }}
      empty={
        <EmptyState
          title={kind === null ? texts.empty(words.chains[chain]) : texts.noneOfKind}
          icon={<ObjectSign kind="anchor" />}
        >
          <p>{texts.emptyText}</p>
        </EmptyState>
      }
      emptyText={texts.noMatch}
      hint={texts.hint}
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
