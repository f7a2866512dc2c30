/**
 * Signs the events that `POST /v1/health/audit` appends. A thousand of them take seconds, so a large call runs in a worker.
 * A signature covers its event and the hash of the one before, so none waits for another.
 */

import { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { entryHash } from '@touchstone/core/chain-of-entries/chain.ts';
import { HEALTH_EVENTS, type HealthEventBody } from '@touchstone/core/health/event-chain.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { jobsOf, type Work } from '../frame/work.ts';
import type { StatementSigner } from '../key-sets/statements.ts';
import { type LentKey, lentSigner } from '../key-sets/statements.ts';
import { checkAttestBody, checkAuditBody } from './body-checks.ts';
import type { HealthEventRow, HealthHead, HealthSessionRow } from './store.ts';

export type HealthAuditBody = InputOf<typeof api.crypto.health.audit>['body'];

/** What of an entry does not follow from its place. */
export type HealthEvent = Pick<HealthEventBody, 'field_id' | 'action' | 'actor' | 'timestamp' | 'key_id'>;

/** A session and where its chain stands. */
export type HealthChain = Pick<HealthSessionRow, 'id' | 'project_id' | 'events' | 'head_hash'>;

export interface SignedEvents extends HealthHead {
  readonly entries: readonly HealthEventRow[];
}

/** All threads of the process sign in one queue: more at once would keep others waiting. */
const SIGNATURES_AT_ONCE = 2;

/** Entries that follow the head of a session. Nothing is stored yet. */
export async function signHealthEvents(
  { keySetId, sign }: StatementSigner,
  chain: HealthChain,
  events: readonly HealthEvent[],
  now: number,
): Promise<SignedEvents> {
  let previous = chain.head_hash ?? null;
  const bodies = events.map((event, place): HealthEventBody => {
    const body: HealthEventBody = {
      project_id: chain.project_id,
      session_id: chain.id,
      position: chain.events + place + 1,
      field_id: event.field_id,
      action: event.action,
      actor: event.actor,
      timestamp: event.timestamp,
      received_at: formatIsoTime(now),
      key_id: event.key_id,
      keyset_id: keySetId,
      previous_hash: previous,
    };
    previous = entryHash(HEALTH_EVENTS, body);
    return body;
  });
  if (bodies.length === 0 || previous === null) throw new RangeError('there is nothing to sign');
  const entries: HealthEventRow[] = [];
  for (let at = 0; at < bodies.length; at += SIGNATURES_AT_ONCE) {
    const some = bodies.slice(at, at + SIGNATURES_AT_ONCE).map(async (body) => ({
      session_id: chain.id,
      position: body.position,
      project_id: chain.project_id,
      body: canonicalJson(body),
      signature: await sign('health-event', body),
    }));
    entries.push(...(await Promise.all(some)));
  }
  return { entries, events: chain.events + entries.length, headHash: previous };
}

export interface SignedAudit {
  readonly signed: SignedEvents;
  /** With the signature over the whole. */
  readonly answer: {
    readonly accepted: number;
    readonly session_id: string;
    readonly head_hash: string;
    readonly signature: string;
  };
}

export interface AuditFacts {
  /** The key that called. */
  readonly keyId: string | null;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly chain: HealthChain;
  /** The service's key. */
  readonly key: LentKey;
}

/** The entries of a call whose body `checkAuditBody` has let through, and its answer. */
async function signedAudit(
  signer: StatementSigner,
  chain: HealthChain,
  { events }: HealthAuditBody,
  { keyId, now }: Pick<AuditFacts, 'keyId' | 'now'>,
): Promise<SignedAudit> {
  const stated = events.map(({ session_id: _, timestamp, ...event }) => ({
    ...event,
    // One spelling of a moment in what is signed.
    timestamp: formatIsoTime(parseIsoTime(timestamp) ?? Number.NaN),
    key_id: keyId,
  }));
  const signed = await signHealthEvents(signer, chain, stated, now);
  const answer = { accepted: signed.entries.length, session_id: chain.id, head_hash: signed.headHash };
  return { signed, answer: { ...answer, signature: await signer.sign('health-event', answer) } };
}

/** Chosen is the session that all events of a body name. */
export const auditWork: Work<typeof api.crypto.health.audit, string, AuditFacts, SignedAudit> = {
  operation: api.crypto.health.audit,
  choose: checkAuditBody,
  run: (body, facts, { signer }) => signedAudit(lentSigner(facts.key, signer), facts.chain, body, facts),
  secretsIn: ({ key }) => [key.secretKey],
};

export const checks = [
  bodyCheck(api.crypto.health.audit, (body) => void checkAuditBody(body)),
  bodyCheck(api.crypto.health.attest, checkAttestBody),
] as const;

export const jobs = jobsOf(auditWork);
