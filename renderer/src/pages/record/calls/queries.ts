import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';
import { untilNext } from '../../../parts/list-page/until-next.ts';

const ROOT = 'calls';

/** More than anybody looks through; the page says when there are more. */
const MOST_CALLS = 20_000;

export const callsQuery = queryOptions({
  queryKey: [ROOT, 'list'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.video.listSessions({ query }, { signal }), MOST_CALLS),
});

/** A call, with the credentials of its relay while it is open. */
export function callQuery(id: string) {
  return queryOptions({
    queryKey: [ROOT, 'call', id],
    queryFn: ({ signal }) => client.crypto.video.getSession({ params: { session_id: id } }, { signal }),
    // It expires by time alone.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'open' ? untilNext([data.expires_at], Date.now()) : false,
  });
}

/** What the server can say of the key exchange and the newest transcript. */
export function verifiedQuery(id: string) {
  return queryOptions({
    queryKey: [ROOT, 'verified', id],
    queryFn: ({ signal }) => client.crypto.video.verify({ params: { session_id: id } }, { signal }),
  });
}

/** After a change: everything about calls is asked for anew. Resolves when what is shown is up to date. */
export async function refreshCalls(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
