import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { AskedList } from '../../../parts/list-page/asked-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectSign, ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { type KeyItem, keysCsv, keysJson, keyView, nameOf, stateText } from './key-items.ts';
import { type Notebooks, pageItems } from './notebooks.ts';
import { type KeptKeys, keysQuery, refreshKeys } from './queries.ts';
import { readSort, SCHEMES, type SortKey, sortText, useFheSearch } from './search.ts';
import { useNotebooks } from './use-notebooks.ts';

const { list: texts } = words;
const SCHEME_OPTIONS = SCHEMES.map((value) => ({ value, label: texts.schemes[value] }));

export function StateBadge(item: Pick<KeyItem, 'scheme' | 'isOpen'>) {
  return <Badge tone={item.isOpen ? 'verified' : 'skipped'}>{stateText(item)}</Badge>;
}

const COLUMNS: readonly GridColumn<KeyItem, SortKey>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    width: 220,
    grows: 3,
    look: 'font-medium',
    isVital: true,
    cell: (item) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="fheKey" />
        <span className="min-w-0 truncate">{nameOf(item)}</span>
      </span>
    ),
  },
  {
    id: 'custody',
    title: texts.columns.custody,
    width: 200,
    grows: 1,
    cell: ({ custody }) => words.custodies[custody],
  },
  {
    id: 'state',
    title: texts.columns.state,
    width: 90,
    grows: 0,
    isVital: true,
    cell: (item) => <StateBadge {...item} />,
  },
  {
    id: 'made',
    title: texts.columns.made,
    width: 130,
    grows: 0,
    look: 'text-muted',
    cell: ({ madeAt }) => madeAt !== null && <AgoText value={madeAt} now={Date.now()} />,
  },
  {
    id: 'until',
    title: texts.columns.until,
    width: 130,
    grows: 0,
    look: 'text-muted',
    cell: ({ expiresAt }) => (expiresAt === null ? texts.never : <AgoText value={expiresAt} now={Date.now()} />),
  },
];

/** The keys of this project, and those that were made in this page. New ones appear by themselves. */
export function KeyList({ notebooks }: { readonly notebooks: Notebooks }) {
  const { setSearch } = useFheSearch();
  const { pairs } = useNotebooks(notebooks);
  const withOwn = useCallback(
    (kept: KeptKeys) => ({ ...kept, items: [...pageItems(pairs, kept.items), ...kept.items] }),
    [pairs],
  );
  return (
    <AskedList
      asked={useQuery({ ...keysQuery, select: withOwn })}
      texts={texts}
      empty={
        <EmptyState
          title={words.empty.title}
          icon={<ObjectSign kind="fheKey" />}
          onSample={() => setSearch({ act: 'sample' }, 'push')}
          actions={<Button onPress={() => setSearch({ act: 'new' }, 'push')}>{words.make.verb}</Button>}
        >
          <p>{words.empty.text}</p>
        </EmptyState>
      }
    >
      {({ items, isWhole }) => <KeyTable items={items} isWhole={isWhole} />}
    </AskedList>
  );
}

function KeyTable({ items, isWhole }: { readonly items: readonly KeyItem[]; readonly isWhole: boolean }) {
  const { search, setSearch } = useFheSearch();
  const { q: text = '', scheme = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => keyView(text, scheme, sort), [text, scheme, sort]);
  return (
    <WholeList
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ id }) => setSearch({ key: id }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.scheme,
          options: SCHEME_OPTIONS,
          value: scheme,
          onChange: (value) => setSearch({ scheme: value }),
          allLabel: texts.allSchemes,
        }),
      ]}
      more={[refreshAction(refreshKeys)]}
      exports={{ name: 'encrypted-compute-keys', csv: keysCsv, json: keysJson }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ id }: KeyItem): string {
  return id;
}
