/** What waits for a person, as the Overview and the navigation ask for it: once for both. */
import { queryOptions } from '@tanstack/react-query';
import { client } from '../../lib/client.ts';
import { queryClient } from '../../lib/query.ts';
import { allPages, type PageQuery, type WholeList } from '../list-page/all-pages.ts';
import type { SecretItem } from '../secret/rotation.ts';

/** The newest artifacts, which are looked through for pending signatures, and the newest pending approvals. */
const LOOKED_THROUGH = 50;
/** More secrets of one state than anybody looks through; pages say when there are more. */
const MOST_SECRETS = 10_000;

/** A decision on the Agents page asks for it anew: it stands under the key of approvals. */
export const waitingApprovalsQuery = queryOptions({
  queryKey: ['agents-service', 'approvals', 'waiting'],
  queryFn: ({ signal }) =>
    client.agents.approvals.list({ query: { state: 'pending', limit: LOOKED_THROUGH } }, { signal }),
});

export const newestArtifactsQuery = queryOptions({
  queryKey: ['artifacts', 'newest'],
  queryFn: ({ signal }) => client.artifacts.artifacts.list({ query: { limit: LOOKED_THROUGH } }, { signal }),
});

/** All versions of secrets in a state, the newest first. */
export function secretsIn(status: SecretItem['status'], signal: AbortSignal): Promise<WholeList<SecretItem>> {
  const read = async (page: PageQuery) => {
    const { secrets, next_cursor } = await client.crypto.shield.list({ query: { status, ...page } }, { signal });
    return { items: secrets, next_cursor };
  };
  return allPages(read, MOST_SECRETS);
}

/** The list of the Secrets page as it opens. */
export const activeSecretsQuery = queryOptions({
  queryKey: ['secrets', 'list', 'active'],
  queryFn: ({ signal }) => secretsIn('active', signal),
});

/** Asks anew for all that waits. */
export async function refreshWaiting(): Promise<void> {
  const queries = [waitingApprovalsQuery, newestArtifactsQuery, activeSecretsQuery];
  await Promise.all(queries.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey, exact: true })));
}
