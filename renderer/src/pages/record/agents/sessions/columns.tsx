import { Waypoints } from 'lucide-react';
import { formatCount } from '../../../../lib/format.ts';
import type { GridColumn } from '../../../../parts/grid/data-grid.tsx';
import { RowVerbSign } from '../../../../parts/grid/row-verb-sign.tsx';
import type { ColumnChoice } from '../../../../parts/grid/use-column-choice.tsx';
import { ObjectTile } from '../../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents.ts';
import type { AgentSession } from '../data/queries.ts';
import { ImportedBadge } from './imported-badge.tsx';
import { checkWords, type SortKey, sealWord, stateNow } from './session-items.ts';
import { SessionStateMark } from './state-mark.tsx';

type Column = GridColumn<AgentSession, SortKey>;

const { columns: titles } = words.sessions;

const TROUBLES = [
  { id: 'failures', width: 54, isVital: true },
  { id: 'denials', width: 58, isVital: true },
  { id: 'violations', width: 86, isVital: false },
] as const;

/** What a session is, how it is, what went wrong in it, and when it was. */
export function sessionColumns(nameOf: (agentId: string) => string, now: number): readonly Column[] {
  return [
    {
      id: 'agent',
      title: titles.agent,
      width: 110,
      grows: 3,
      isVital: true,
      look: 'font-medium',
      cell: (session) => <Name session={session} name={nameOf(session.agent_id)} />,
    },
    {
      id: 'state',
      title: titles.state,
      width: 92,
      grows: 0,
      cell: (session) => <SessionStateMark state={stateNow(session, now)} />,
    },
    {
      id: 'nodes',
      title: titles.nodes,
      width: 80,
      grows: 0,
      look: 'text-end tabular-nums',
      cell: ({ node_count }) => formatCount(node_count),
    },
    ...TROUBLES.map(
      ({ id, ...column }): Column => ({
        ...column,
        id,
        title: titles[id],
        grows: 0,
        look: 'text-end tabular-nums',
        cell: (session) => (session[id] === 0 ? '' : <span className="text-failed">{formatCount(session[id])}</span>),
      }),
    ),
    {
      id: 'check',
      title: titles.check,
      width: 118,
      grows: 2,
      isVital: true,
      cell: (session) => {
        const { word, look } = checkWords(session);
        return (
          <span title={word} className="block truncate">
            <StatusMark size="small" look={look} label={word} />
          </span>
        );
      },
    },
    { id: 'seal', title: titles.seal, width: 92, grows: 0, cell: (session) => sealWord(session) },
    {
      id: 'started',
      title: titles.started,
      width: 104,
      grows: 0,
      look: 'text-muted',
      cell: ({ started_at }) => <AgoText value={started_at} now={now} />,
    },
    {
      id: 'until',
      title: titles.until,
      width: 104,
      grows: 0,
      look: 'text-muted',
      cell: ({ ended_at, expires_at }) => <AgoText value={ended_at ?? expires_at} now={now} />,
    },
    {
      id: 'parent',
      title: titles.parent,
      width: 168,
      grows: 0,
      look: 'font-mono text-12 text-muted',
      cell: ({ parent_session_id }) => parent_session_id ?? '',
    },
    {
      id: 'id',
      title: titles.id,
      width: 168,
      grows: 0,
      look: 'font-mono text-12 text-muted',
      cell: ({ session_id }) => session_id,
    },
  ];
}

/** The agent's name, and the way to the lineage. */
function Name({ session, name }: { readonly session: AgentSession; readonly name: string }) {
  return (
    <span className="flex items-center gap-2.5">
      <span className="contents max-[599px]:hidden">
        <ObjectTile kind="session" />
      </span>
      <span className="min-w-0 truncate">
        <FileText text={name} isLine limit={200} />
      </span>
      {session.imported && <ImportedBadge />}
      <RowVerbSign
        label={words.sessions.lineageOf(session.session_id)}
        icon={<Waypoints aria-hidden size={14} />}
        look="max-[599px]:hidden"
      />
    </span>
  );
}

export const COLUMN_CHOICE: ColumnChoice<SortKey> = {
  name: 'sessions_columns',
  fixed: ['agent', 'check'],
  usual: ['agent', 'state', 'nodes', 'failures', 'denials', 'violations', 'check', 'seal', 'started'],
};
