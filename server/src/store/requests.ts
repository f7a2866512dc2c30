/**
 * Requests that carried an `Idempotency-Key`, of all operations that take one. Who writes under a key claims it first in its
 * transaction: a second request of that key then waits for the first, or finds what it has left.
 */
import { timingSafeEqual } from 'node:crypto';
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import type { Clock } from '@touchstone/core/time.ts';
import type { Selectable } from 'kysely';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, write } from './engine.ts';
import { prepared } from './prepared.ts';
import type { Tables } from './tables.ts';

/** A repeat is recognised for so long; contracts promise 7 days. */
const REMEMBERED_MS = 8 * 86_400_000;

export interface KeyedRequest {
  readonly project: string;
  readonly key: string;
  /** SHA-256 over the operation and its input. */
  readonly hash: Uint8Array;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A request that was carried out: its hash, and the id of what it made. */
export type CarriedOut = Selectable<Tables['requests']>;

/** What of a vault requests are sealed with. */
interface SealMaker {
  mac(kind: string, message: Uint8Array): Uint8Array;
}

/** The seal of a request: who writes the database and has no master key cannot have a repeat answered with something else. */
function sealOf(maker: SealMaker, row: Omit<CarriedOut, 'seal'>): Uint8Array {
  const { project_id: project, idempotency_key: key, request_hash: hash, subject, created_at: at } = row;
  return maker.mac('request', canonicalBytes([project, key, toHex(hash), subject, at]));
}

/** Whether a row is as this service stored it. */
export function isOwnRequest(maker: SealMaker, row: CarriedOut): boolean {
  const expected = sealOf(maker, row);
  return row.seal.length === expected.length && timingSafeEqual(row.seal, expected);
}

const find = prepared<{ project: string; key: string }>()((db, value) =>
  db
    .selectFrom('requests')
    .selectAll()
    .where('project_id', '=', value('project'))
    .where('idempotency_key', '=', value('key')),
);

const claim = prepared<KeyedRequest>()((db, value) =>
  db
    .insertInto('requests')
    .values({
      project_id: value('project'),
      idempotency_key: value('key'),
      request_hash: value('hash'),
      subject: '',
      created_at: value('now'),
      seal: new Uint8Array(),
    })
    .onConflict((conflict) => conflict.columns(['project_id', 'idempotency_key']).doNothing()),
);

const settle = prepared<{ project: string; key: string; subject: string; seal: Uint8Array }>()((db, value) =>
  db
    .updateTable('requests')
    .set({ subject: value('subject'), seal: value('seal') })
    .where('project_id', '=', value('project'))
    .where('idempotency_key', '=', value('key')),
);

/** null where the project has used no such key. */
export async function findRequest(db: Db, project: string, key: string): Promise<CarriedOut | null> {
  return find.first(db, { project, key });
}

/** Takes a key for this transaction: null. Where another request has it, that one. */
export async function claimRequest(transaction: Db, request: KeyedRequest): Promise<CarriedOut | null> {
  if ((await claim.change(transaction, request)) === 1) return null;
  return findRequest(transaction, request.project, request.key);
}

/** Says, in the same transaction, what the request has made. */
export async function settleRequest(
  transaction: Db,
  maker: SealMaker,
  { project, key, hash, now }: KeyedRequest,
  subject: string,
): Promise<void> {
  const row = { project_id: project, idempotency_key: key, request_hash: hash, subject, created_at: now };
  await settle.change(transaction, { project, key, subject, seal: sealOf(maker, row) });
}

/** Forgets the requests whose repeats need not be recognised any more. */
export async function forgetRequests(db: Db, now: number): Promise<void> {
  await write(db, async (transaction) => {
    await transaction
      .deleteFrom('requests')
      .where('created_at', '<', now - REMEMBERED_MS)
      .execute();
  });
}

/** Forgets requests whose repeats need not be recognised any more. */
export const pastRequests: Sweep<{ readonly db: Db; readonly clock: Clock }> = {
  name: 'past-requests',
  everyMs: 3_600_000,
  async run({ db, clock }) {
    await forgetRequests(db, clock());
  },
};
