import { queryOptions } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages, pagedQuery } from '../../../parts/list-page/all-pages.ts';

/** More sessions than anybody looks through; the page says when there are more. */
const MOST_SESSIONS = 20_000;
const CONFIRM_EVERY_MS = 2_000;

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

/** The events of a session, the oldest first. */
export function eventsQuery(sessionId: string) {
  return pagedQuery(
    [ROOT, 'events', sessionId],
    (query, signal) => client.crypto.health.listEvents({ params: { id: sessionId }, query }, { signal }),
    { limit: 50, idOf: ({ signature }) => signature },
  );
}

/** The anchor of an attestation, asked again until it is confirmed. */
export function attestationQuery(chain: ChainName, tx: string) {
  return queryOptions({
    queryKey: [ROOT, 'anchor', chain, tx],
    queryFn: ({ signal }) => client.crypto.ledger.anchor({ params: { chain, tx_hash: tx } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data?.anchor.confirmed === true ? false : CONFIRM_EVERY_MS),
  });
}

/** After a change: sessions, events and agreements are asked for anew. Resolves when what is shown is up to date. */
export async function refreshHealth(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
