import { queryOptions } from '@tanstack/react-query';
import type { agents } from '@touchstone/core/api/agents/agents.ts';
import type { proof } from '@touchstone/core/api/agents/proof.ts';
import type { sessions } from '@touchstone/core/api/agents/sessions.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { allPages } from '../../../../parts/list-page/all-pages.ts';
import { untilNext } from '../../../../parts/list-page/until-next.ts';

export type AgentSession = OutputOf<typeof sessions.read>;
export type Agent = OutputOf<typeof agents.list>['items'][number];
export type Receipt = OutputOf<typeof sessions.nodes>['items'][number];
export type Outline = OutputOf<typeof sessions.outline>;
export type KeptFork = OutputOf<typeof sessions.forks>['items'][number];
export type NodeProof = OutputOf<typeof proof.read>;

/** More than anybody looks through; the page says when there are more. */
const MOST_ITEMS = 20_000;

/** The first member of the key of everything that the Agents page asks for. */
export const ROOT = 'agents-service';

export const sessionsQuery = queryOptions({
  queryKey: [ROOT, 'sessions'],
  queryFn: ({ signal }) => allPages((query) => client.agents.sessions.list({ query }, { signal }), MOST_ITEMS),
  refetchInterval: ({ state }) => untilExpiry(state.data?.items ?? []),
});

export const agentsQuery = queryOptions({
  queryKey: [ROOT, 'agents'],
  queryFn: ({ signal }) => allPages((query) => client.agents.agents.list({ query }, { signal }), MOST_ITEMS),
});

export function sessionQuery(id: string) {
  return queryOptions({
    queryKey: [ROOT, 'session', id],
    queryFn: ({ signal }) => client.agents.sessions.read({ params: { id } }, { signal }),
    refetchInterval: ({ state }) => untilExpiry(state.data === undefined ? [] : [state.data]),
  });
}

/** The forks that were made of a session, all of them on one page. */
export function forksQuery(id: string) {
  return queryOptions({
    queryKey: [ROOT, 'forks', id],
    queryFn: ({ signal }) => client.agents.sessions.forks({ params: { id } }, { signal }),
  });
}

/** Asks once more for the forks that could not be read, of whatever sessions are looked at. */
export async function askForksAgain(): Promise<void> {
  await queryClient.refetchQueries({
    queryKey: [ROOT, 'forks'],
    type: 'active',
    predicate: ({ state }) => state.status === 'error',
  });
}

/** When the next of these sessions expires: of all that happens to a session, this alone is not told. */
function untilExpiry(sessions: readonly Pick<AgentSession, 'state' | 'expires_at'>[]): number | false {
  const open = sessions.filter(({ state }) => state === 'open');
  return untilNext(
    open.map(({ expires_at }) => expires_at),
    Date.now(),
  );
}

/** The public proof of one receipt. That its session is sealed, and its seal anchored, is told. */
export function proofQuery(nodeId: string) {
  return queryOptions({
    queryKey: [ROOT, 'proof', nodeId],
    queryFn: ({ signal }) => client.agents.proof.read({ params: { id: nodeId } }, { signal }),
  });
}

/** After a change: what is shown of the Agents page is asked for anew. Resolves when it is up to date. */
export async function refreshAgents(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
