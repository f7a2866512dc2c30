/** What the signed events of a key state, for checks of the rows that repeat it. */

import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { objectIn, plainOr } from '../doctor/stated.ts';
import type { Db } from '../store/engine.ts';
import { keyEvents } from './store.ts';

/** Events of a key by their kind, the newest of each; the first of its making. */
export async function eventsOf(db: Db, key: string) {
  const events = (await keyEvents(db, key)).map((row) => ({ body: objectIn(row.body), at: row.created_at }));
  return {
    made: events.find(({ body }) => body.event === 'created') ?? null,
    last: (name: string) => events.findLast(({ body }) => body.event === name) ?? null,
  };
}

interface Revocation {
  readonly revoked_at: number | null;
  readonly revoke_reason: string | null;
}

/** A restore keeps a revocation of which the chain is told later; `key-provenance` holds the status against the chain. */
export function revocation(row: Revocation, event: { readonly body: JsonObject; readonly at: number } | null) {
  if (event === null) return {};
  return {
    revoked_at: [row.revoked_at, event.at],
    revoke_reason: [row.revoke_reason, plainOr(event.body.reason)],
  } as const;
}
