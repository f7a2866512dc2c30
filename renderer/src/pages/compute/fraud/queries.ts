import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';
import { untilNext } from '../../../parts/list-page/until-next.ts';

const ROOT = 'fraud';

/** A project keeps no more. */
const MOST_SIGNALS = 2_000;

export const signalsQuery = queryOptions({
  queryKey: [ROOT, 'signals'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.share.signals({ query }, { signal }), MOST_SIGNALS),
  // They expire by time alone.
  refetchInterval: ({ state: { data } }) =>
    untilNext(data?.items.map(({ expires_at }) => expires_at) ?? [], Date.now()),
});

export const participantsQuery = queryOptions({
  queryKey: [ROOT, 'participants'],
  queryFn: ({ signal }) => client.crypto.share.participants({ query: {} }, { signal }),
});

/** After a change: everything about signals is asked for anew. Resolves when what is shown is up to date. */
export async function refreshFraud(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
