/**
 * Signs the events that `POST /v1/health/audit` appends. A thousand of them take seconds, so a large call runs in a worker.
 * A signature covers its event and the hash of the one before, so none waits for another.
 */

import { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { HEALTH_EVENTS, type HealthEventBody } from '@touchstone/core/health/event-chain.ts';
import { formatIsoTime, parseIsoTime } from '@touchstone/core/time.ts';
import { placeEntries } from '../chain-of-entries/append.ts';
import { textHash } from '../chain-of-entries/stored-chain.ts';
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
  if (events.length === 0) throw new RangeError('there is nothing to sign');
  const { project_id, id: session_id } = chain;
  const head = { position: chain.events, hash: chain.head_hash ?? null };
  const received_at = formatIsoTime(now);
  const received = events.map((event) => ({ ...event, received_at }));
  const placed = placeEntries(HEALTH_EVENTS, { project_id, session_id }, head, keySetId, received);
  const entries: HealthEventRow[] = [];
  for (let at = 0; at < placed.length; at += SIGNATURES_AT_ONCE) {
    const some = placed.slice(at, at + SIGNATURES_AT_ONCE).map(async ({ position, body, text }) => {
      const signature = await sign(HEALTH_EVENTS.statement, body);
      return { session_id, position, project_id, body: text, signature };
    });
    entries.push(...(await Promise.all(some)));
  }
  const last = placed.at(-1);
  return { entries, events: chain.events + entries.length, headHash: textHash(last?.text ?? '') };
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
