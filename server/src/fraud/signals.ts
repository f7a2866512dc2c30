/** Contributions to the fraud consortium: sealed, opened in a thread of their own, kept encrypted (security, S33). */
import { wipe } from '@touchstone/core/bytes.ts';
import { SIGNAL_KEM } from '@touchstone/core/fraud/sealed-signal.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { encryptOnceTask } from '../fhe/coefficient-work.ts';
import type { FheThreads } from '../fhe/threads.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { ApiError } from '../frame/errors.ts';
import { newId } from '../frame/ids.ts';
import type { Sweep } from '../frame/sweep.ts';
import type { KeySets } from '../key-sets/key-sets.ts';
import { type Db, write } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { fraudKeyPlace, fraudSignalPlace } from './at-rest.ts';
import {
  countContribution,
  countParticipants,
  countSignals,
  type FraudKey,
  findFraudKey,
  forgetPastFraud,
  hasPastFraud,
  insertFraudKey,
  insertSignal,
} from './store.ts';
import { ingestTask } from './work.ts';

export interface FraudNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly fheThreads: FheThreads;
  readonly keySets: KeySets;
}

/** Runs an action in a transaction: `context.write`. */
type Write = <T>(action: (db: Db) => Promise<T>) => Promise<T>;

/** Of one project; each takes 66 KB. */
const MOST_SIGNALS = 2_000;
const HOUR_MS = 3_600_000;
/** No setting lets an aggregate count for longer. */
const AGGREGATE_MS = 86_400_000;

/** The key under which entities get their tags: the same for all projects. */
export function entityTagKey(vault: Vault): Uint8Array {
  return vault.mac('fraud-entity', new Uint8Array());
}

/** The consortium's BFV pair, made at the first contribution. */
async function consortiumKey({ db, vault, fheThreads, clock }: FraudNeeds): Promise<FraudKey> {
  const known = await findFraudKey(db);
  if (known !== null) return known;
  const input = { set: 'vectors', values: new Int16Array(1) } as const;
  const { publicKey, secretKey } = await fheThreads.run('holder', encryptOnceTask, input);
  try {
    const row = { id: 'consortium', public_key: publicKey, created_at: clock() };
    const envelope = vault.seal(fraudKeyPlace(row), secretKey);
    await write(db, (transaction) => insertFraudKey(transaction, { ...row, envelope }));
  } finally {
    wipe(secretKey);
  }
  // Somebody else may have come first.
  const stored = await findFraudKey(db);
  if (stored === null) throw new TypeError('internal: the key of the fraud consortium was not stored');
  return stored;
}

/** Answers the id of the signal and how many have contributed. Throws INVALID_CIPHERTEXT and CONFLICT. */
export async function contribute(
  needs: FraudNeeds,
  write: Write,
  projectId: string,
  sent: { readonly signal_type: string; readonly data: string; readonly ttl_hours: number },
): Promise<{ readonly id: string; readonly participants: number }> {
  const { db, clock, random, vault, fheThreads, keySets } = needs;
  await requireRoom(db, projectId);
  const box = bytesIn('data', sent.data);
  const boxHash = sha3_256(box);
  const { public_key: publicKey } = await consortiumKey(needs);
  const tagKey = entityTagKey(vault);
  const { entityTag, ciphertext } = await keySets.withSecrets(
    'enc',
    (_keySet, secrets) => {
      const secretKey = secrets.get(SIGNAL_KEM);
      if (secretKey === undefined) throw new TypeError(`internal: the enc set lacks ${SIGNAL_KEM}`);
      return fheThreads.run('ingest', ingestTask, { project: projectId, box, secretKey, publicKey, tagKey });
    },
    [SIGNAL_KEM],
  );
  const now = clock();
  const row = {
    id: newId('sig', random),
    project_id: projectId,
    signal_type: sent.signal_type,
    entity_tag: entityTag,
    box_hash: boxHash,
    created_at: now,
    expires_at: now + sent.ttl_hours * HOUR_MS,
  };
  const envelope = vault.seal(fraudSignalPlace(row), ciphertext);
  return write(async (transaction) => {
    await countContribution(transaction, projectId, now);
    await requireRoom(transaction, projectId);
    if (!(await insertSignal(transaction, { ...row, envelope }))) {
      throw new ApiError('CONFLICT', 'This box was contributed before.', { field: 'data' });
    }
    return { id: row.id, participants: await countParticipants(transaction) };
  });
}

async function requireRoom(db: Db, projectId: string): Promise<void> {
  if ((await countSignals(db, projectId)) < MOST_SIGNALS) return;
  throw new ApiError('CONFLICT', `This project has ${MOST_SIGNALS} signals; delete some, or wait until some expire.`);
}

/** Forgets signals whose time is over, and aggregates that nobody is answered any more. */
export const pastFraudSignals: Sweep<{ readonly db: Db; readonly clock: Clock }> = {
  name: 'past-fraud-signals',
  everyMs: 60_000,
  async run({ db, clock }) {
    const now = clock();
    if (!(await hasPastFraud(db, now, now - AGGREGATE_MS))) return;
    await write(db, (transaction) => forgetPastFraud(transaction, now, now - AGGREGATE_MS));
  },
};
