import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';

/** More sessions than anybody looks through; the page says when there are more. */
const MOST_SESSIONS = 20_000;

// `health` alone is the server's own state of health.
const ROOT = 'health-service';

export const sessionsQuery = queryOptions({
  queryKey: [ROOT, 'sessions'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.health.listSessions({ query }, { signal }), MOST_SESSIONS),
});

export function agreementQuery(userId: string) {
  return queryOptions({
    queryKey: [ROOT, 'agreement', userId],
    queryFn: ({ signal }) => client.crypto.health.baaStatus({ params: { user_id: userId } }, { signal }),
  });
}

/** The key of the list of a session's events. */
export function eventsKey(sessionId: string) {
  return [ROOT, 'events', sessionId] as const;
}

/** After a change: sessions, events and agreements are asked for anew. Resolves when what is shown is up to date. */
export async function refreshHealth(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
