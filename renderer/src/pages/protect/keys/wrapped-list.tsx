import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { words } from '../../../words/protect/keys.ts';
import { type WrappedKey, wrappedKeysQuery } from './queries.ts';
import { useKeysSearch } from './search.ts';
import { HOLDER_WORDS, type WrappedColumn, wrappedCsv, wrappedView } from './wrapped-items.ts';

const { columns: titles } = words.wrapped;
const COLUMNS: readonly GridColumn<WrappedKey, WrappedColumn>[] = [
  {
    id: 'id',
    title: titles.id,
    width: 190,
    isVital: true,
    grows: 2,
    look: 'font-mono text-12',
    cell: ({ wrapped_key_id }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="key" />
        <span className="min-w-0 truncate">{wrapped_key_id}</span>
      </span>
    ),
  },
  {
    id: 'version',
    title: titles.version,
    width: 100,
    isVital: true,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ envelope_version }) => words.wrapped.version(envelope_version),
  },
  {
    id: 'tier',
    title: titles.tier,
    width: 80,
    grows: 0,
    look: 'text-muted',
    cell: ({ wrapping_tier }) => wrapping_tier,
  },
  { id: 'holder', title: titles.holder, width: 120, grows: 0, cell: ({ holder }) => HOLDER_WORDS[holder] },
  {
    id: 'key',
    title: titles.key,
    width: 180,
    grows: 1,
    look: 'font-mono text-12',
    cell: ({ key_id }) => key_id ?? <span className="font-sans text-muted">{words.wrapped.noKey}</span>,
  },
  {
    id: 'rotated',
    title: titles.rotated,
    width: 150,
    grows: 0,
    look: 'text-muted',
    cell: ({ rotated_at }) => (rotated_at === null ? words.never : <AgoText value={rotated_at} now={Date.now()} />),
  },
  {
    id: 'created',
    title: titles.created,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => <AgoText value={created_at} now={Date.now()} />,
  },
];

/** The wrapped keys of this project. */
export function WrappedList() {
  const keys = useQuery(wrappedKeysQuery);
  const { act } = useKeysSearch();
  const { data } = keys;
  const { wrapped } = words;
  return (
    <div className="space-y-3">
      {keys.isPending && <p className="min-h-40 text-muted">{wrapped.loading}</p>}
      {keys.error !== null && (
        <RequestError error={keys.error} what={wrapped.what} onRetry={() => void keys.refetch()} />
      )}
      {data?.items.length === 0 && (
        <EmptyList
          kind="key"
          title={wrapped.emptyTitle}
          text={wrapped.lead}
          verb={words.wrap.verb}
          onMake={() => act('wrap')}
        />
      )}
      {data !== undefined && data.items.length > 0 && <WrappedTable items={data.items} isWhole={data.isWhole} />}
    </div>
  );
}

function WrappedTable({ items, isWhole }: { readonly items: readonly WrappedKey[]; readonly isWhole: boolean }) {
  const { search, setSearch } = useKeysSearch();
  const [sort, setSort] = useState<Sort<WrappedColumn>>({ by: 'created', descending: true });
  const text = search.q ?? '';
  const view = useMemo(() => wrappedView(text, sort.by, sort.descending), [text, sort]);
  const { wrapped } = words;
  return (
    <WholeList
      label={wrapped.label}
      names={wrapped.names}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={setSort}
      onOpen={({ wrapped_key_id }) => setSearch({ wrapped: wrapped_key_id }, 'push')}
      find={{ label: wrapped.find, text, onChange: (q) => setSearch({ q }) }}
      exports={{
        name: 'wrapped-keys',
        csv: wrappedCsv,
        json: (keys) => `${JSON.stringify({ wrapped_keys: keys }, null, 2)}\n`,
      }}
      emptyText={wrapped.noMatch}
    >
      {isWhole ? '' : `${words.list.cut} `}
      {words.list.hint}
    </WholeList>
  );
}

function idOf({ wrapped_key_id }: WrappedKey): string {
  return wrapped_key_id;
}
