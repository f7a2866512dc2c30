import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { type ColumnChoice, useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { AskedList } from '../../../parts/list-page/asked-list.tsx';
import { csvText } from '../../../parts/list-page/csv.ts';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectSign, ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/compute/search.ts';
import { type IndexItem, indexesQuery, refreshIndexes } from './queries.ts';
import { INDEX_TYPES, type IndexType, readSort, type SortKey, sortText, useIndexSearch } from './search.ts';

const { list: texts } = words;
const TYPE_OPTIONS = INDEX_TYPES.map((value) => ({ value, label: words.types[value] }));

const COLUMNS: readonly GridColumn<IndexItem, SortKey>[] = [
  {
    id: 'name',
    title: texts.columns.name,
    width: 240,
    grows: 3,
    look: 'font-medium',
    isVital: true,
    cell: ({ index_id }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="searchIndex" />
        <span className="min-w-0 truncate">
          <FileText text={index_id} isLine limit={200} />
        </span>
      </span>
    ),
  },
  {
    id: 'type',
    title: texts.columns.type,
    width: 140,
    grows: 1,
    cell: ({ index_type }) => words.types[index_type],
  },
  {
    id: 'documents',
    title: texts.columns.documents,
    width: 120,
    grows: 0,
    isVital: true,
    look: 'text-end',
    cell: ({ documents }) => formatCount(documents),
  },
  {
    id: 'created',
    title: texts.columns.created,
    width: 130,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
];

const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'search_columns',
  fixed: ['name', 'documents'],
  usual: ['name', 'type', 'documents', 'created'],
};

/** The indexes of this project. New ones appear by themselves. */
export function IndexList({ onAdd, onSample }: { readonly onAdd: () => void; readonly onSample: () => void }) {
  const indexes = useQuery(indexesQuery);
  return (
    <Section title={texts.title}>
      <AskedList
        asked={indexes}
        texts={texts}
        empty={
          <EmptyState
            title={words.empty.title}
            icon={<ObjectSign kind="searchIndex" />}
            onSample={onSample}
            actions={
              <Button variant="primary" onPress={onAdd}>
                {words.add.verb}
              </Button>
            }
          >
            <p>{words.empty.text}</p>
          </EmptyState>
        }
      >
        {({ items, isWhole }) => <IndexTable items={items} isWhole={isWhole} />}
      </AskedList>
    </Section>
  );
}

function IndexTable({ items, isWhole }: { readonly items: readonly IndexItem[]; readonly isWhole: boolean }) {
  const { search, setSearch } = useIndexSearch();
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { q: text = '', type = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => viewOf(text, type, sort), [text, type, sort]);
  return (
    <WholeList
      label={texts.label}
      names={texts.names}
      {...{ items, view, columns, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ index_id }) => setSearch({ index: index_id }, 'push')}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.columns.type,
          options: TYPE_OPTIONS,
          value: type,
          onChange: (value) => setSearch({ type: value }),
          allLabel: texts.allTypes,
        }),
      ]}
      icons={menu}
      more={[refreshAction(refreshIndexes)]}
      exports={{ name: 'search-indexes', csv: csvOf, json: (all) => `${JSON.stringify(all, null, 2)}\n` }}
      emptyText={texts.noMatch}
    >
      {isWhole ? '' : `${texts.cut} `}
      {texts.hint}
    </WholeList>
  );
}

function idOf({ index_id }: IndexItem): string {
  return index_id;
}

function viewOf(text: string, type: IndexType | null, { by, descending }: Sort<SortKey>): ListView<IndexItem> {
  const needle = text.trim().toLowerCase();
  const sortBy: Readonly<Record<SortKey, (item: IndexItem) => string | number>> = {
    name: idOf,
    type: ({ index_type }) => words.types[index_type],
    documents: ({ documents }) => documents,
    created: ({ created_at }) => created_at,
  };
  return {
    matches: (item) =>
      (type === null || item.index_type === type) && (needle === '' || item.index_id.toLowerCase().includes(needle)),
    sortBy: sortBy[by],
    descending,
  };
}

function csvOf(items: readonly IndexItem[]): string {
  return csvText(items, [
    ['index_id', idOf],
    ['index_type', ({ index_type }) => index_type],
    ['documents', ({ documents }) => documents],
    ['created_at', ({ created_at }) => created_at],
  ]);
}
