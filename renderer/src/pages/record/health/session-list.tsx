import { useQuery } from '@tanstack/react-query';
import { SESSION_STATES, type SessionState } from '@touchstone/core/health/session.ts';
import { useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { ObjectSign, ObjectTile } from '../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/record/health.ts';
import { LockState } from './lock-state.tsx';
import { refreshHealth, sessionsQuery } from './queries.ts';
import { readSort, type SortKey, sortText, useHealthSearch } from './search.ts';
import { type SessionItem, sessionsCsv, sessionsJson, sessionView } from './session-items.ts';

const STATE_OPTIONS = SESSION_STATES.map((value: SessionState) => ({ value, label: words.states[value] }));

const { columns: titles } = words.list;
const COLUMNS: readonly GridColumn<SessionItem, SortKey>[] = [
  {
    id: 'contract',
    title: titles.contract,
    width: 180,
    grows: 2,
    isVital: true,
    look: 'font-medium',
    cell: ({ contract_id }) => (
      <span className="flex items-center gap-2.5">
        <ObjectTile kind="validation" />
        <span className="min-w-0 truncate">
          <FileText text={contract_id} isLine limit={200} />
        </span>
      </span>
    ),
  },
  {
    id: 'user',
    title: titles.user,
    width: 120,
    grows: 1,
    cell: ({ user_id }) => <FileText text={user_id} isLine limit={200} />,
  },
  {
    id: 'state',
    title: titles.state,
    width: 190,
    grows: 0,
    isVital: true,
    cell: (item) => <LockState item={item} />,
  },
  {
    id: 'events',
    title: titles.events,
    width: 76,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ events }) => formatCount(events),
  },
  {
    id: 'attestations',
    title: titles.attestations,
    width: 112,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ attestations }) => formatCount(attestations),
  },
  {
    id: 'id',
    title: titles.id,
    width: 180,
    grows: 0,
    look: 'font-mono text-12 text-muted',
    cell: ({ session_id }) => session_id,
  },
  {
    id: 'opened',
    title: titles.opened,
    width: 110,
    grows: 0,
    look: 'text-muted',
    cell: ({ opened_at }) => <AgoText value={opened_at} now={Date.now()} />,
  },
];

export interface SessionListProps {
  readonly onOpen: (sessionId: string) => void;
  readonly onNew: () => void;
  readonly onSample: () => void;
}

/** The validation sessions of this project, with the time that open ones have left. */
export function SessionList({ onOpen, onNew, onSample }: SessionListProps) {
  const { data, error, isPending, refetch } = useQuery(sessionsQuery);
  const { setSearch } = useHealthSearch();
  const { list, empty } = words;
  if (isPending) return <p className="min-h-40 text-muted">{list.loading}</p>;
  return (
    <div className="space-y-(--gap)">
      {error !== null && <RequestError error={error} what={list.what} onRetry={() => void refetch()} />}
      {data !== undefined && data.items.length === 0 && (
        <EmptyState
          title={empty.title}
          icon={<ObjectSign kind="validation" />}
          onSample={onSample}
          actions={
            <>
              <Button onPress={() => setSearch({ view: 'agreement' }, 'push')}>{empty.begin}</Button>
              <Button onPress={onNew}>{words.open.verb}</Button>
            </>
          }
        >
          <ol className="list-decimal space-y-1 ps-5">
            {empty.steps.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <SessionTable items={data.items} isWhole={data.isWhole} onOpen={onOpen} />
      )}
    </div>
  );
}

interface SessionTableProps {
  readonly items: readonly SessionItem[];
  readonly isWhole: boolean;
  readonly onOpen: (sessionId: string) => void;
}

function SessionTable({ items, isWhole, onOpen }: SessionTableProps) {
  const { search, setSearch } = useHealthSearch();
  const { q: text = '', state = null } = search;
  // Sessions expire while the list stands; the filter follows, a quarter of a minute late at most.
  const now = useNow(15_000);
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => sessionView({ text, state }, sort, now), [text, state, sort, now]);
  const { list } = words;
  return (
    <WholeList
      heading={list.heading}
      label={list.label}
      names={list.names}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ session_id }) => onOpen(session_id)}
      find={{ label: list.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: titles.state,
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
        }),
      ]}
      more={[refreshAction(refreshHealth)]}
      exports={{ name: 'health-sessions', csv: sessionsCsv, json: sessionsJson }}
      isFiltered={text.trim() !== '' || state !== null}
      emptyText={list.noMatch}
    >
      {isWhole ? '' : `${list.cut} `}
      {list.hint}
    </WholeList>
  );
}

function idOf({ session_id }: SessionItem): string {
  return session_id;
}
