/** The key sets of the service on this machine, as its data folder holds them (decisions 12.18). */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type OwnKeySet, readOwnKeySets } from '@touchstone/core/keys/own-service.ts';
import { client } from '../../lib/client.ts';
import { useConnection } from '../../lib/session/connection.ts';

/** The first member of the key of everything that is asked about the own sets. */
export const OWN_SERVICE_KEY = 'own-service';

const NONE: readonly OwnKeySet[] = [];

const ownSetsQuery = queryOptions({
  queryKey: [OWN_SERVICE_KEY, 'sets'],
  queryFn: async ({ signal }): Promise<readonly OwnKeySet[]> => {
    const [{ sets }, { keysets }] = await Promise.all([
      client.admin.trust.ownService({}, { signal }),
      client.signing.svcKey.publicKeys({}, { signal }),
    ]);
    return readOwnKeySets(sets, keysets);
  },
  staleTime: 60_000,
  // A page that does not need them may be open for long, and the server may stop meanwhile.
  gcTime: Number.POSITIVE_INFINITY,
});

/** Current and retired sets; none while they are not known. They stay known when the server stops. */
export function useOwnSets(): readonly OwnKeySet[] {
  const { state, hasSession } = useConnection();
  const { data } = useQuery({ ...ownSetsQuery, enabled: state === 'reachable' && hasSession });
  return data ?? NONE;
}
