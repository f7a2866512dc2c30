import { useQuery } from '@tanstack/react-query';
import { SESSION_STATES, type SessionState } from '@touchstone/core/health/session.ts';
import { HeartPulse } from 'lucide-react';
import { useMemo } from 'react';
import { formatCount, formatUtcCell } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import type { GridColumn } from '../../../parts/grid/data-grid.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { LockState } from './lock-state.tsx';
import { sessionsQuery } from './queries.ts';
import { readSort, type SortKey, sortText, useHealthSearch } from './search.ts';
import { type SessionItem, STATE_WORDS, sessionsCsv, sessionsJson, sessionView } from './session-items.ts';

const STATE_OPTIONS = SESSION_STATES.map((value: SessionState) => ({ value, label: STATE_WORDS[value] }));

const COLUMNS: readonly GridColumn<SessionItem, SortKey>[] = [
  {
    id: 'contract',
    title: 'Contract',
    width: 140,
    grows: 2,
    cell: ({ contract_id }) => <FileText text={contract_id} isLine limit={200} />,
  },
  {
    id: 'user',
    title: 'User',
    width: 110,
    grows: 1,
    cell: ({ user_id }) => <FileText text={user_id} isLine limit={200} />,
  },
  { id: 'state', title: 'State', width: 222, grows: 0, cell: (item) => <LockState item={item} /> },
  {
    id: 'opened',
    title: 'Opened, UTC',
    width: 156,
    grows: 0,
    look: 'tabular-nums',
    cell: ({ opened_at }) => formatUtcCell(opened_at),
  },
  {
    id: 'events',
    title: 'Events',
    width: 72,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ events }) => formatCount(events),
  },
  {
    id: 'attestations',
    title: 'Attestations',
    width: 108,
    grows: 0,
    look: 'text-end tabular-nums',
    cell: ({ attestations }) => formatCount(attestations),
  },
  {
    id: 'id',
    title: 'Session',
    width: 176,
    grows: 0,
    look: 'font-mono text-12',
    cell: ({ session_id }) => session_id,
  },
];

export interface SessionListProps {
  readonly onOpen: (sessionId: string) => void;
  readonly onNew: () => void;
}

/** The validation sessions of this project, with the time that open ones have left. */
export function SessionList({ onOpen, onNew }: SessionListProps) {
  const sessions = useQuery(sessionsQuery);
  const { setSearch } = useHealthSearch();
  const { data } = sessions;
  if (sessions.isPending) return <p className="min-h-40 text-muted">Loading the sessions</p>;
  return (
    <div className="space-y-(--gap)">
      {sessions.error !== null && (
        <RequestError error={sessions.error} what="The sessions" onRetry={() => void sessions.refetch()} />
      )}
      {data !== undefined && data.items.length === 0 && (
        <EmptyState
          title="No validation session yet"
          icon={<HeartPulse aria-hidden size={18} />}
          actions={
            <>
              <Button variant="primary" onPress={() => setSearch({ view: 'agreement' }, 'push')}>
                Begin with the agreement
              </Button>
              <Button onPress={onNew}>Open a session</Button>
            </>
          }
        >
          <ol className="list-decimal space-y-1 ps-5">
            <li>Record that a user accepts the business-associate agreement.</li>
            <li>Open a session for that user: it locks one contract for a limited time.</li>
            <li>Programs write down which fields were touched; each event is signed and linked to the one before.</li>
            <li>Attest the result: its hash is anchored on the ledger. Then release the session.</li>
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
  const isFiltered = text.trim() !== '' || state !== null;
  return (
    <WholeList
      heading="List of validation sessions"
      label="Validation sessions"
      names={['session', 'sessions']}
      {...{ items, view, columns: COLUMNS, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ session_id }) => onOpen(session_id)}
      find={{ label: 'Find a session', text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: 'State',
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => setSearch({ state: value }),
        }),
      ]}
      exports={{ name: 'health-sessions', csv: sessionsCsv, json: sessionsJson }}
      isFiltered={isFiltered}
      emptyText="No session matches the filters."
    >
      {!isWhole && 'Older ones are not loaded. '}
      Enter opens the current row, Ctrl or ⌘ and C copies its id.
    </WholeList>
  );
}

function idOf({ session_id }: SessionItem): string {
  return session_id;
}
