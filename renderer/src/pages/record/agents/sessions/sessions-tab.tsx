import { useQuery } from '@tanstack/react-query';
import { Bot, Play, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatCount, formatUtcCell } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/window/use-now.ts';
import type { GridColumn } from '../../../../parts/grid/data-grid.tsx';
import { listFilter } from '../../../../parts/list-page/list-filter.ts';
import { WholeList } from '../../../../parts/list-page/whole-list.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { useAddress } from '../address.ts';
import { RegisterDialog } from '../agents-list/register-dialog.tsx';
import { StartDialog } from '../agents-list/start-dialog.tsx';
import { useAgentNames } from '../agents-list/use-agent-names.ts';
import { type AgentSession, sessionsQuery } from '../data/queries.ts';
import { CheckSessions } from './check-sessions.tsx';
import { IMPORTED_MEANING, ImportedBadge } from './imported-badge.tsx';
import {
  checkWords,
  readSort,
  SESSION_STATES,
  type SortKey,
  STATE_WORDS,
  sealWord,
  sessionsCsv,
  sessionsJson,
  sessionView,
  sortText,
  stateNow,
} from './session-items.ts';
import { SessionStateMark } from './state-mark.tsx';

const STATE_OPTIONS = SESSION_STATES.map((value) => ({ value, label: STATE_WORDS[value].word }));

/** The sessions of this project, with their state as it is now. */
export function SessionsTab() {
  const sessions = useQuery(sessionsQuery);
  const [dialog, setDialog] = useState<'register' | 'start' | null>(null);
  const { goToSession } = useAddress();
  const { data } = sessions;
  const acts = (
    <>
      <Button icon={<Plus aria-hidden size={15} />} onPress={() => setDialog('register')}>
        Register an agent
      </Button>
      <Button icon={<Play aria-hidden size={15} />} onPress={() => setDialog('start')}>
        Start a session
      </Button>
    </>
  );
  return (
    <div className="space-y-(--gap)">
      {sessions.isPending && <p className="min-h-40 text-muted">Loading the sessions</p>}
      {sessions.error !== null && (
        <RequestError error={sessions.error} what="The sessions" onRetry={() => void sessions.refetch()} />
      )}
      {data !== undefined && data.items.length === 0 && (
        <EmptyState title="No agent session yet" icon={<Bot aria-hidden size={18} />} actions={acts}>
          <ol className="list-decimal space-y-1 ps-5">
            <li>Register an agent: this makes its key pair.</li>
            <li>
              Let a program start a session, by the SDK <code>@touchstone/agent</code> or by{' '}
              <code>touchstone mcp -- COMMAND</code>, which needs no change of the agent.
            </li>
            <li>Each act becomes a receipt that names the hash of the one before it.</li>
            <li>
              When the session ends it is sealed: from then on no receipt can be added, removed or changed unseen.
            </li>
          </ol>
        </EmptyState>
      )}
      {data !== undefined && data.items.length > 0 && (
        <SessionTable items={data.items} isWhole={data.isWhole} acts={acts} />
      )}
      <RegisterDialog isOpen={dialog === 'register'} onClose={() => setDialog(null)} />
      <StartDialog
        isOpen={dialog === 'start'}
        onClose={() => setDialog(null)}
        onStarted={(sessionId) => goToSession(sessionId)}
      />
    </div>
  );
}

interface SessionTableProps {
  readonly items: readonly AgentSession[];
  readonly isWhole: boolean;
  readonly acts: React.ReactNode;
}

function SessionTable({ items, isWhole, acts }: SessionTableProps) {
  const { search, set, goToSession } = useAddress();
  const nameOf = useAgentNames();
  const text = search.q ?? '';
  const state = search.state ?? null;
  // Sessions run out while the list stands.
  const now = useNow(5_000);
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => sessionView({ text, state }, sort, now, nameOf), [text, state, sort, now, nameOf]);
  const columns = useMemo(() => columnsFor(nameOf, now), [nameOf, now]);
  const isFiltered = text.trim() !== '' || state !== null;
  return (
    <WholeList
      heading="List of agent sessions"
      label="Agent sessions"
      names={['session', 'sessions']}
      {...{ items, view, columns, idOf, sort }}
      onSort={(changed) => set({ sort: sortText(changed) })}
      onOpen={({ session_id }) => goToSession(session_id)}
      find={{ label: 'Find a session', text, onChange: (q) => set({ q }) }}
      filters={[
        listFilter({
          label: 'State',
          options: STATE_OPTIONS,
          value: state,
          onChange: (value) => set({ state: value }),
        }),
      ]}
      exports={{ name: 'agent-sessions', csv: sessionsCsv, json: sessionsJson }}
      acts={
        <>
          {acts}
          <CheckSessions items={items} />
        </>
      }
      isFiltered={isFiltered}
      emptyText="No session matches the filters."
    >
      {!isWhole && 'Older ones are not loaded. '}
      Enter opens the current row, Ctrl or ⌘ and C copies its id.
      {items.some(({ imported }) => imported) && ` ${IMPORTED_MEANING}`}
    </WholeList>
  );
}

const TROUBLES = [
  { id: 'failures', title: 'Failed', width: 72 },
  { id: 'denials', title: 'Denied', width: 76 },
  { id: 'violations', title: 'Violations', width: 94 },
] as const;

function idOf({ session_id }: AgentSession): string {
  return session_id;
}

function columnsFor(nameOf: (agentId: string) => string, now: number): readonly GridColumn<AgentSession, SortKey>[] {
  return [
    {
      id: 'state',
      title: 'State',
      width: 96,
      grows: 0,
      cell: (session) => <SessionStateMark state={stateNow(session, now)} />,
    },
    {
      id: 'agent',
      title: 'Agent',
      width: 180,
      grows: 2,
      cell: ({ agent_id, imported }) =>
        imported ? (
          <span className="flex min-w-0 items-center gap-2">
            <ImportedBadge />
            <span className="min-w-0 truncate">
              <FileText text={nameOf(agent_id)} isLine limit={200} />
            </span>
          </span>
        ) : (
          <FileText text={nameOf(agent_id)} isLine limit={200} />
        ),
    },
    {
      id: 'nodes',
      title: 'Receipts',
      width: 82,
      grows: 0,
      look: 'text-end tabular-nums',
      cell: ({ node_count }) => formatCount(node_count),
    },
    {
      id: 'check',
      title: 'Check',
      width: 150,
      grows: 0,
      cell: (session) => {
        const { word, look } = checkWords(session);
        return <StatusMark size="small" look={look} label={word} />;
      },
    },
    ...TROUBLES.map(
      ({ id, title, width }): GridColumn<AgentSession, SortKey> => ({
        id,
        title,
        width,
        grows: 0,
        look: 'text-end tabular-nums',
        cell: (session) => (session[id] === 0 ? '' : <span className="text-failed">{formatCount(session[id])}</span>),
      }),
    ),
    { id: 'seal', title: 'Seal', width: 96, grows: 0, cell: (session) => sealWord(session) },
    {
      id: 'started',
      title: 'Started, UTC',
      width: 156,
      grows: 0,
      look: 'tabular-nums',
      cell: ({ started_at }) => formatUtcCell(started_at),
    },
    {
      id: 'until',
      title: 'Until, UTC',
      width: 156,
      grows: 0,
      look: 'tabular-nums',
      cell: ({ ended_at, expires_at }) => formatUtcCell(ended_at ?? expires_at),
    },
    {
      id: 'parent',
      title: 'Delegated by',
      width: 164,
      grows: 0,
      look: 'font-mono text-12',
      cell: ({ parent_session_id }) => parent_session_id ?? '',
    },
    {
      id: 'id',
      title: 'Session',
      width: 164,
      grows: 0,
      look: 'font-mono text-12',
      cell: ({ session_id }) => session_id,
    },
  ];
}
