import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { type Agent, agentsQuery } from '../data/queries.ts';

/** The agents by id, as far as they are known. */
export function useAgents(): ReadonlyMap<string, Agent> {
  const { data } = useQuery(agentsQuery);
  return useMemo(() => new Map(data?.items.map((agent) => [agent.agent_id, agent])), [data]);
}

/** What an agent is called; its id where that is not known. */
export function useAgentNames(): (agentId: string) => string {
  const agents = useAgents();
  return useCallback((agentId) => agents.get(agentId)?.name ?? agentId, [agents]);
}
