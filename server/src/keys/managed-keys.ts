/**
 * Managed keys (document 2, "Key encryption and lifecycle"): who may use a key now, what is in flight under it, and how
 * it is made, rotated and revoked.
 */
import { wipe } from '@touchstone/core/bytes.ts';
import { type KeyEvent, type KeyRefusal, keyOutcome, keyStatusAt } from '@touchstone/core/keys/lifecycle.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { ApiError } from '../frame/errors.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { type BlobName, blobDigest, hmacPlace, sealBlob } from './blob.ts';
import {
  countOperation,
  findManagedKey,
  insertManagedKey,
  type KeyBlob,
  lockManagedKey,
  type ManagedKey,
} from './store/managed-keys.ts';
import { projectPublicKey } from './wrapping.ts';

/** Runs an action in a transaction: `context.write`. */
type Write = <T>(action: (db: Db) => Promise<T>) => Promise<T>;

export interface KeyUse<W, R> {
  readonly projectId: string;
  /** `key_…` or `hk_…`. */
  readonly keyId: string;
  /** What is said where the project has no such key; NOT_FOUND unless stated. */
  readonly absent?: ApiError;
  /** The work itself, outside of a transaction. What waits for others ends when `signal` says that the key was revoked. */
  readonly work: (key: ManagedKey, signal: AbortSignal) => Promise<W>;
  /** What is stored with it, in the transaction that counts the operation. */
  readonly store: (db: Db, result: W, key: ManagedKey) => Promise<R>;
}

export interface ManagedKeys {
  /**
   * One operation under a key. Its status is asked before the work, and again in the transaction that counts and charges
   * it: a key that was revoked or has expired meanwhile is refused, and the result is given up. Throws NOT_FOUND,
   * KEY_REVOKED, KEY_EXPIRED.
   */
  use<W, R>(write: Write, use: KeyUse<W, R>): Promise<R>;
  /** How many operations under a key have begun and are not committed. Exact within a transaction: there is one at a time. */
  inFlight(projectId: string, keyId: string): number;
  /** Breaks off what is in flight under a key whose revocation is committed: it is refused with KEY_REVOKED at once. */
  breakOff(projectId: string, keyId: string): void;
}

export function createManagedKeys({ db, clock }: { readonly db: Db; readonly clock: Clock }): ManagedKeys {
  const running = new Map<string, Set<AbortController>>();
  const placeOf = (projectId: string, keyId: string) => `${projectId} ${storedKeyId(keyId)}`;

  return {
    async use(write, { projectId, keyId, absent, work, store }) {
      const id = storedKeyId(keyId);
      const place = placeOf(projectId, keyId);
      const operation = new AbortController();
      const others = running.get(place) ?? new Set();
      running.set(place, others.add(operation));
      const leave = () => {
        others.delete(operation);
        if (others.size === 0 && running.get(place) === others) running.delete(place);
      };
      const admitted = (key: ManagedKey | null) => {
        if (key === null) throw absent ?? noSuchKey();
        requireEvent(key, 'use', clock());
        return key;
      };
      try {
        const result = await work(admitted(await findManagedKey(db, projectId, id)), operation.signal);
        return await write(async (transaction) => {
          const key = admitted(await lockManagedKey(transaction, projectId, id));
          const answer = await store(transaction, result, key);
          await countOperation(transaction, id, clock());
          // A revocation that comes now finds this operation done.
          leave();
          return answer;
        });
      } catch (error) {
        // Whatever the work made of being broken off: the revocation is why.
        throw operation.signal.aborted ? operation.signal.reason : error;
      } finally {
        leave();
      }
    },

    inFlight: (projectId, keyId) => running.get(placeOf(projectId, keyId))?.size ?? 0,

    breakOff(projectId, keyId) {
      for (const operation of running.get(placeOf(projectId, keyId)) ?? [])
        operation.abort(new ApiError('KEY_REVOKED'));
    },
  };
}

/** Throws where the table refuses the event to a key in its present status. */
export function requireEvent(key: ManagedKey, event: KeyEvent, now: number): void {
  const outcome = keyOutcome(keyStatusAt(key, now), event);
  if (!outcome.ok) throw refusalOf(outcome.refusal, key);
}

function refusalOf(refusal: KeyRefusal, { rotatedTo }: ManagedKey): ApiError {
  if (refusal !== 'CONFLICT') return new ApiError(refusal);
  return new ApiError('CONFLICT', `This key was already rotated. Rotate the key that replaced it, ${rotatedTo}.`);
}

export function noSuchKey(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no managed key with this id.');
}

/** `hk_<x>` and `key_<x>` name one key; the store knows the latter. */
export function storedKeyId(keyId: string): string {
  return keyId.startsWith('hk_') ? `key_${keyId.slice('hk_'.length)}` : keyId;
}

/** An id of ours in the form that the caller used for another. */
export function inFormOf(asked: string, id: string): string {
  return asked.startsWith('hk_') ? `hk_${id.slice('key_'.length)}` : id;
}

interface Needs {
  readonly vault: Vault;
  readonly random: Random;
  readonly clock: Clock;
}

/** Encrypts material for a new key and stores it. `db` is a transaction. */
export async function makeManagedKey(
  db: Db,
  needs: Needs,
  name: BlobName & { readonly label: string; readonly rotatedFrom: string | null },
  material: Uint8Array,
): Promise<KeyBlob> {
  const { vault, random, clock } = needs;
  const hmacKey = random(32);
  try {
    const publicKey = await projectPublicKey(db, needs, name);
    const sealed = await sealBlob(random, name, publicKey, material);
    const blob = {
      ...sealed,
      hmacDigest: blobDigest(hmacKey, sealed.encrypted, sealed.kemCiphertext),
      envelope: vault.seal(hmacPlace(name), hmacKey),
    };
    await insertManagedKey(db, { ...name, ...blob }, clock());
    return blob;
  } finally {
    wipe(hmacKey);
  }
}
