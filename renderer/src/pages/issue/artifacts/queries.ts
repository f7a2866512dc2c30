import { queryOptions } from '@tanstack/react-query';
import type { JsonValue } from '@touchstone/core/canonical-json.ts';
import { type KeySet, readKeySet } from '@touchstone/core/keys/key-set.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';
import { OWN_SERVICE_KEY } from '../../../parts/trust/own-sets.ts';
import type { ArtifactItem } from './artifact-items.ts';

/** Artifacts are large: a page of them is smaller than that of other lists. */
const PAGE = 50;

export const artifactsQuery = pagedQuery(
  ['artifacts', 'list'],
  (query, signal) => client.artifacts.artifacts.list({ query }, { signal }),
  { limit: PAGE, idOf: ({ artifact_id }) => artifact_id },
);

/** One artifact. Signatures may be added to it meanwhile. */
export function artifactQuery(id: string) {
  return queryOptions({
    queryKey: ['artifacts', 'one', id],
    queryFn: ({ signal }) => client.artifacts.artifacts.get({ params: { id } }, { signal }),
  });
}

/** The newest artifacts as they are now: the number of the next cycle is counted from them. */
export async function newestArtifacts(signal: AbortSignal): Promise<readonly ArtifactItem[]> {
  return (await client.artifacts.artifacts.list({ query: { limit: PAGE } }, { signal })).items;
}

/** An artifact is new, or has one more signature: it is shown as it is now, and every list asks for it. */
export function refreshArtifacts(artifact: ArtifactItem): void {
  const { queryKey } = artifactQuery(artifact.artifact_id);
  queryClient.setQueryData(queryKey, artifact);
  void queryClient.invalidateQueries({
    queryKey: ['artifacts'],
    predicate: (query) => query.queryKey[1] !== 'one',
  });
}

/** What the service says of itself as an issuer. */
export interface OwnArtifactSets {
  /** What its artifacts name as their principal. */
  readonly principal: string;
  /** Its own sets that verify artifacts. */
  readonly sets: readonly KeySet[];
}

export const ownArtifactSetsQuery = queryOptions({
  queryKey: [OWN_SERVICE_KEY, 'artifact-sets'],
  queryFn: async ({ signal }): Promise<OwnArtifactSets> => {
    const { key_sets } = await client.admin.keySets.list({}, { signal });
    const read = key_sets
      .filter(({ state }) => state !== 'revoked')
      .map(({ key_set }) => readKeySet(key_set as JsonValue));
    const sets = read.flatMap((result) => (result.ok ? [result.keySet] : []));
    const [first] = sets;
    if (first === undefined) throw new TypeError('The service has no key set.');
    // All sets of a service have one principal.
    return { principal: first.principal, sets: sets.filter(({ use }) => use === 'artifact') };
  },
  staleTime: 60_000,
});
