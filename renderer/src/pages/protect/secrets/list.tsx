import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { type ListFilter, listFilter } from '../../../parts/list-page/list-filter.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { DUE_SOON_DAYS, type SecretItem } from '../../../parts/secret/rotation.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { COLUMN_CHOICE, COLUMNS, canRotate } from './columns.tsx';
import { refreshSecrets, secretsQuery } from './queries.ts';
import { ROTATION_FILTERS, readSort, STATUS_FILTERS, type StatusFilter, sortText, useSecretsSearch } from './search.ts';
import { secretsCsv, secretsJson, secretView, valuesOf } from './secret-items.ts';

const STATUS_OPTIONS = STATUS_FILTERS.filter((value) => value !== 'active').map((value) => ({
  value,
  label: value === 'all' ? words.list.all : words.states[value],
}));
const ROTATION_OPTIONS = ROTATION_FILTERS.map((value) => ({
  value,
  label: value === 'soon' ? words.list.rotations.soon(DUE_SOON_DAYS) : words.list.rotations[value],
}));

export interface SecretListProps {
  readonly onOpen: (id: string) => void;
  readonly onStore: () => void;
  readonly onSample: () => void;
}

/** The secrets of this project: filters, the virtual table, exports of metadata. */
export function SecretList({ onOpen, onStore, onSample }: SecretListProps) {
  const { search, setSearch } = useSecretsSearch();
  const status = search.status ?? 'active';
  const secrets = useQuery(secretsQuery(status));
  const { data } = secrets;
  if (secrets.isPending) return <p className="min-h-40 text-muted">{words.list.loading}</p>;
  return (
    <div className="space-y-(--gap)">
      {secrets.error !== null && (
        <RequestError error={secrets.error} what={words.list.what} onRetry={() => void secrets.refetch()} />
      )}
      {data !== undefined && data.items.length === 0 && status === 'active' && (
        <EmptyState
          title={words.empty.title}
          icon={<ObjectSign kind="secret" />}
          onSample={onSample}
          actions={
            <>
              <Button variant="primary" onPress={onStore}>
                {words.store.verb}
              </Button>
              <Button onPress={() => setSearch({ status: 'all' })}>{words.empty.others}</Button>
            </>
          }
        >
          <p>{words.empty.text}</p>
        </EmptyState>
      )}
      {data !== undefined && (data.items.length > 0 || status !== 'active') && (
        <SecretTable items={data.items} isWhole={data.isWhole} status={status} onOpen={onOpen} />
      )}
    </div>
  );
}

interface SecretTableProps {
  readonly items: readonly SecretItem[];
  readonly isWhole: boolean;
  readonly status: StatusFilter;
  readonly onOpen: (id: string) => void;
}

function SecretTable({ items, isWhole, status, onOpen }: SecretTableProps) {
  const { search, setSearch } = useSecretsSearch();
  const [now] = useState(Date.now);
  const { chosen: columns, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { q: text = '', vault = null, environment = null, provider = null, rotation = null } = search;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(
    () => secretView({ text, vault, environment, provider, rotation }, sort, now),
    [text, vault, environment, provider, rotation, sort, now],
  );
  const { list } = words;
  const valueFilter = (member: 'vault' | 'environment' | 'provider'): ListFilter => ({
    label: list.columns[member],
    options: valuesOf(items, member).map((value) => ({ value, label: value })),
    value: search[member] ?? null,
    onChange: (value) => setSearch({ [member]: value }),
  });
  return (
    <WholeList
      heading={list.heading}
      label={list.label}
      names={status === 'active' ? list.names.secrets : list.names.versions}
      {...{ items, view, columns, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ id }) => onOpen(id)}
      verb={{
        isOffered: canRotate,
        run: ({ id }) => setSearch({ secret: id, act: 'rotate', view: undefined }, 'push'),
      }}
      find={{ label: list.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        valueFilter('vault'),
        valueFilter('environment'),
        valueFilter('provider'),
        listFilter({
          label: list.columns.rotation,
          options: ROTATION_OPTIONS,
          value: rotation,
          onChange: (value) => setSearch({ rotation: value }),
        }),
        listFilter({
          label: list.columns.status,
          options: STATUS_OPTIONS,
          value: status === 'active' ? null : status,
          onChange: (value) => setSearch({ status: value }),
          allLabel: list.activeOnly,
        }),
      ]}
      icons={menu}
      more={[refreshAction(refreshSecrets)]}
      exports={{ name: 'secrets', csv: secretsCsv, json: secretsJson }}
      emptyText={items.length > 0 ? list.noMatch : list.noneInState}
    >
      {isWhole ? '' : `${list.cut} `}
      {list.hint}
    </WholeList>
  );
}

function idOf({ id }: SecretItem): string {
  return id;
}
