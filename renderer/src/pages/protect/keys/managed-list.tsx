import { useQuery } from '@tanstack/react-query';
import { KEY_STATUSES } from '@touchstone/core/keys/lifecycle.ts';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/protect/keys.ts';
import { endOf, type ManagedColumn, type ManagedKey, managedCsv, managedView, sortText } from './managed-items.ts';
import { StateBadge } from './managed-state.tsx';
import { managedKeysQuery } from './queries.ts';
import { useKeysSearch } from './search.ts';

const { columns: titles } = words.list;
const COLUMNS: readonly GridColumn<ManagedKey, ManagedColumn>[] = [
  {
    id: 'label',
    title: titles.label,
    width: 170,
    isVital: true,
    grows: 3,
    look: 'font-medium',
    cell: ({ label }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="key" />
        <span className="min-w-0 truncate">
          <FileText text={label} isLine limit={200} />
        </span>
      </span>
    ),
  },
  {
    id: 'id',
    title: titles.id,
    width: 180,
    grows: 1,
    look: 'font-mono text-12 text-muted',
    cell: ({ key_id }) => key_id,
  },
  {
    id: 'status',
    title: titles.status,
    width: 100,
    grows: 0,
    isVital: true,
    cell: ({ status }) => <StateBadge status={status} />,
  },
  { id: 'tier', title: titles.tier, width: 80, grows: 0, look: 'text-muted', cell: ({ tier }) => tier },
  {
    id: 'operations',
    title: titles.operations,
    width: 110,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ total_operations }) => formatCount(total_operations),
  },
  {
    id: 'used',
    title: titles.used,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ last_used }) => ago(last_used, words.never),
  },
  {
    id: 'ends',
    title: titles.ends,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: (key) => ago(endOf(key), words.list.noEnd),
  },
  {
    id: 'created',
    title: titles.created,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ created_at }) => ago(created_at),
  },
];

const STATE_OPTIONS = KEY_STATUSES.map((value) => ({ value, label: words.states[value] }));

function ago(time: string | null, none = '') {
  return time === null ? none : <AgoText value={time} now={Date.now()} />;
}

/** The managed keys of this project. */
export function ManagedList() {
  const keys = useQuery(managedKeysQuery);
  const { act } = useKeysSearch();
  const { list, empty } = words;
  const { data } = keys;
  return (
    <div className="space-y-3">
      {keys.isPending && <p className="min-h-40 text-muted">{list.loading}</p>}
      {keys.error !== null && <RequestError error={keys.error} what={list.what} onRetry={() => void keys.refetch()} />}
      {data?.items.length === 0 && (
        <EmptyList
          kind="key"
          title={empty.title}
          text={empty.text}
          verb={words.create.verb}
          onMake={() => act('create')}
          onSample={() => act('sample')}
        />
      )}
      {data !== undefined && data.items.length > 0 && <ManagedTable items={data.items} isWhole={data.isWhole} />}
    </div>
  );
}

function ManagedTable({ items, isWhole }: { readonly items: readonly ManagedKey[]; readonly isWhole: boolean }) {
  const { search, sort, setSearch } = useKeysSearch();
  const { q: text = '', state = null } = search;
  const { by, descending } = sort;
  const view = useMemo(() => managedView(text, state, { by, descending }), [text, state, by, descending]);
  const { list } = words;
  return (
    <WholeList
      label={list.label}
      names={list.names}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ key_id }) => setSearch({ key: key_id, tab: undefined }, 'push')}
      find={{ label: list.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: list.state,
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
        }),
      ]}
      exports={{ name: 'managed-keys', csv: managedCsv, json: (keys) => `${JSON.stringify({ keys }, null, 2)}\n` }}
      emptyText={list.noMatch}
    >
      {isWhole ? '' : `${list.cut} `}
      {list.hint}
    </WholeList>
  );
}

function idOf({ key_id }: ManagedKey): string {
  return key_id;
}
