import { queryOptions } from '@tanstack/react-query';
import type { mpc } from '@touchstone/core/api/crypto/mpc.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';

const ROOT = 'mpc';

/** More sessions than anybody looks through; the page says when there are more. */
const MOST_SESSIONS = 20_000;

export type Session = OutputOf<typeof mpc.get>;

export const sessionsQuery = queryOptions({
  queryKey: [ROOT, 'list'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.mpc.list({ query }, { signal }), MOST_SESSIONS),
});

export function sessionQuery(id: string) {
  return queryOptions({
    queryKey: [ROOT, 'one', id],
    queryFn: ({ signal }): Promise<Session> => client.crypto.mpc.get({ params: { session_id: id } }, { signal }),
  });
}

export async function deleteSession(id: string, signal: AbortSignal): Promise<void> {
  await client.crypto.mpc.delete({ params: { session_id: id } }, { signal });
  queryClient.removeQueries({ queryKey: sessionQuery(id).queryKey });
  void refreshSessions();
}

/** After a change: list and sessions are asked for anew. */
export async function refreshSessions(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
