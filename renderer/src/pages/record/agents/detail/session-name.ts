import { useQuery } from '@tanstack/react-query';
import { words } from '../../../../words/record/agents-session.ts';
import { useAgents } from '../agents-list/use-agent-names.ts';
import { sessionQuery } from '../data/queries.ts';

/** Characters of an id that tell apart what people look at. */
const SHORT = 8;

/** What tells a session apart from others of its agent: the beginning of its id, without the prefix. */
export function shortId(id: string): string {
  const start = id.indexOf('_') + 1;
  return id.slice(start, start + SHORT);
}

/** What a session is called: its agent, and what tells it apart. The agent's name is asked for apart from the session. */
export function useSessionTitle(id: string, agentId: string | undefined): string {
  const agents = useAgents();
  return words.title(agents.get(agentId ?? '')?.name ?? words.one, shortId(id));
}

/** The title of another session, which is asked for; null where there is none. */
export function useTitleOf(id: string | null): string | null {
  const session = useQuery({ ...sessionQuery(id ?? ''), enabled: id !== null, refetchInterval: false });
  const title = useSessionTitle(id ?? '', session.data?.agent_id);
  return id === null ? null : title;
}
