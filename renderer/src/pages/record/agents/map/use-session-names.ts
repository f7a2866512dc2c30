import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { useAgentNames } from '../agents-list/use-agent-names.ts';
import { type AgentSession, sessionQuery } from '../data/queries.ts';
import { shortId } from '../detail/session-name.ts';

function agentsOf(answers: readonly UseQueryResult<AgentSession>[]): ReadonlyMap<string, string> {
  return new Map(
    answers.flatMap(({ data }) => (data === undefined ? [] : [[data.session_id, data.agent_id] as const])),
  );
}

/**
 * What sessions are called on the map: their agents; the beginning of the id of one that is not known.
 *
 * @param sessionIds the sessions that are loaded, with blanks between them: others are not asked for
 */
export function useSessionNames(sessionIds: string): (sessionId: string) => string {
  const queries = useMemo(
    () => sessionIds.split(' ').map((id) => ({ ...sessionQuery(id), refetchInterval: false as const })),
    [sessionIds],
  );
  const agents = useQueries({ queries, combine: agentsOf });
  const agentName = useAgentNames();
  return useCallback(
    (sessionId) => {
      const agentId = agents.get(sessionId);
      return agentId === undefined ? shortId(sessionId) : agentName(agentId);
    },
    [agents, agentName],
  );
}
