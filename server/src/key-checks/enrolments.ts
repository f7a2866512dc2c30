/** Verification of keys under encryption (security, S31). */

import { toHex, wipe } from '@touchstone/core/bytes.ts';
import { COEFFICIENT_CIPHERTEXT_BYTES } from '@touchstone/core/fhe/coefficients.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { KeyStatus } from '@touchstone/core/keys/lifecycle.ts';
import { keyStatusAt } from '@touchstone/core/keys/lifecycle.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { findApiKey } from '../accounts/store/api-keys.ts';
import { blindedDifferenceTask, encryptOnceTask, isZeroTask } from '../fhe/coefficient-work.ts';
import type { FheThreads } from '../fhe/threads.ts';
import type { Caller } from '../frame/caller.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { ApiError, invalid, invalidCiphertext } from '../frame/errors.ts';
import { newId } from '../frame/ids.ts';
import type { ManagedKeys } from '../keys/managed-keys.ts';
import { storedMaterial } from '../keys/material.ts';
import type { ManagedKey } from '../keys/store/managed-keys.ts';
import { keyActor } from '../provenance/provenance.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { openDigest, sealDigest } from './at-rest.ts';
import {
  countEnrolments,
  findEnrolment,
  insertEnrolment,
  type KeyEnrolment,
  lockNonMatches,
  setNonMatches,
  takeKeyChallenge,
} from './store.ts';

export interface KeyCheckNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly fheThreads: FheThreads;
  readonly managedKeys: ManagedKeys;
}

/** Runs an action in a transaction: `context.write`. */
type Write = <T>(action: (db: Db) => Promise<T>) => Promise<T>;

const MOST_ENROLMENTS = 1_000;
/** After so many attempts without a match an enrolment has ended. */
export const MOST_NON_MATCHES = 100;
export const CHALLENGE_BYTES = 32;

/** Enrols a managed key under a BFV pair of its own. */
export async function enrolKey(
  deps: KeyCheckNeeds,
  write: Write,
  caller: Caller,
  sent: { readonly key_id: string; readonly purpose: string; readonly allowed_verifiers: readonly string[] },
): Promise<{ readonly id: string; readonly publicKey: Uint8Array }> {
  const { db, clock, random, vault, fheThreads } = deps;
  const { projectId } = caller;
  await requireVerifiers(db, projectId, sent.allowed_verifiers);
  return deps.managedKeys.use(write, {
    projectId,
    keyId: sent.key_id,
    async work(key) {
      requireActive(key, clock());
      await requireRoom(db, projectId);
      const values = await digestBits(deps, key);
      const made = await fheThreads.run('holder', encryptOnceTask, { set: 'equality', values }, [bytesOf(values)]);
      const row = {
        id: newId('fhe_enroll', random),
        project_id: projectId,
        key_id: key.id,
        purpose: sent.purpose,
        allowed_verifiers: JSON.stringify(sent.allowed_verifiers),
        created_at: clock(),
      };
      try {
        return { row: { ...row, envelope: sealDigest(vault, row, made), non_matches: 0 }, publicKey: made.publicKey };
      } finally {
        wipe(made.secretKey);
      }
    },
    async store(transaction, { row, publicKey }, key) {
      requireActive(key, clock());
      await requireRoom(transaction, projectId);
      await insertEnrolment(transaction, row);
      return { id: row.id, publicKey };
    },
  });
}

async function requireRoom(db: Db, projectId: string): Promise<void> {
  if ((await countEnrolments(db, projectId)) < MOST_ENROLMENTS) return;
  throw new ApiError('CONFLICT', `This project has ${MOST_ENROLMENTS} enrolled keys; delete some first.`);
}

async function requireVerifiers(db: Db, projectId: string, ids: readonly string[]): Promise<void> {
  for (const [at, id] of ids.entries()) {
    if ((await findApiKey(db, id))?.projectId === projectId) continue;
    const field = `allowed_verifiers.${at}`;
    throw invalid(field, `\`${field}\` must be the id of an API key of this project.`);
  }
}

/** 12.37: rotated keys too. */
function requireActive(key: ManagedKey, now: number): void {
  if (keyStatusAt(key, now) !== 'rotated') return;
  throw new ApiError('KEY_EXPIRED', `This key was rotated; enrol the key that replaced it, ${key.rotatedTo}.`);
}

/** The bits of SHA3-256 of the material, the highest of the first byte first. */
async function digestBits(deps: KeyCheckNeeds, key: ManagedKey): Promise<Int16Array> {
  const material = await storedMaterial(deps, key);
  const digest = sha3_256(material);
  try {
    return Int16Array.from({ length: 8 * digest.length }, (_, at) => ((digest[at >> 3] ?? 0) >> (7 - (at & 7))) & 1);
  } finally {
    wipe(material, digest);
  }
}

export interface KeyVerification {
  readonly isMatch: boolean;
  readonly computeUs: number;
  readonly keyId: string;
  readonly keyStatus: KeyStatus;
  /** SHA3-256 of the ciphertext, hex. */
  readonly ciphertextHash: string;
}

/** Compares; whether the challenge was fresh counts as much as the comparison, and the answer does not tell which it was. */
export async function verifyKey(
  deps: KeyCheckNeeds,
  write: Write,
  caller: Caller,
  sent: { readonly enrollment_id: string; readonly encrypted_key: string; readonly challenge: string },
): Promise<KeyVerification> {
  const { db, clock, managedKeys } = deps;
  const { projectId } = caller;
  const enrolment = await findEnrolment(db, projectId, sent.enrollment_id);
  if (enrolment === null) throw noSuchEnrolment();
  requireAllowed(enrolment, caller);
  return managedKeys.use(write, {
    projectId,
    keyId: enrolment.key_id,
    async work(key) {
      requireActive(key, clock());
      requireOpen(enrolment.non_matches);
      const foreign = bytesIn('encrypted_key', sent.encrypted_key);
      if (foreign.length !== COEFFICIENT_CIPHERTEXT_BYTES) throw invalidCiphertext('encrypted_key');
      const ciphertextHash = toHex(sha3_256(foreign));
      const start = performance.now();
      const isEqual = await isSameKey(deps, enrolment, foreign);
      return { isEqual, ciphertextHash, computeUs: Math.round((performance.now() - start) * 1000) };
    },
    async store(transaction, { isEqual, ciphertextHash, computeUs }, key) {
      const now = clock();
      requireActive(key, now);
      const nonMatches = await lockNonMatches(transaction, projectId, enrolment.id);
      if (nonMatches === null) throw noSuchEnrolment();
      requireOpen(nonMatches);
      const challenge = bytesIn('challenge', sent.challenge);
      const isFresh =
        challenge.length === CHALLENGE_BYTES &&
        (await takeKeyChallenge(transaction, { challenge, projectId, actor: keyActor(caller), now }, enrolment.id));
      const isMatch = isEqual && isFresh;
      if (!isMatch) await setNonMatches(transaction, enrolment.id, nonMatches + 1);
      return { isMatch, computeUs, keyId: key.id, keyStatus: keyStatusAt(key, now), ciphertextHash };
    },
  });
}

export function noSuchEnrolment(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no enrolled key with this id.');
}

function requireAllowed({ allowed_verifiers: text }: KeyEnrolment, { keyId }: Caller): void {
  const allowed = JSON.parse(text) as readonly string[];
  if (allowed.length === 0 || (keyId !== null && allowed.includes(keyId))) return;
  throw new ApiError('INVALID_SCOPE', 'This API key is not among the verifiers of this enrolment.');
}

function requireOpen(nonMatches: number): void {
  if (nonMatches < MOST_NON_MATCHES) return;
  throw new ApiError('CONFLICT', `This enrolment has ended: ${MOST_NON_MATCHES} attempts had no match.`);
}

/** The evaluator has both ciphertexts and no key; the holder gets a random multiple of their difference. */
async function isSameKey(
  { vault, fheThreads }: KeyCheckNeeds,
  enrolment: KeyEnrolment,
  foreign: Uint8Array,
): Promise<boolean> {
  const { secretKey, ciphertext } = openDigest(vault, enrolment);
  try {
    const moved = [ciphertext, foreign];
    const input = { ciphertext, foreign, field: 'encrypted_key' };
    const difference = await fheThreads.run('evaluator', blindedDifferenceTask, input, moved);
    return await fheThreads.run('holder', isZeroTask, { ciphertext: difference, secretKey });
  } finally {
    wipe(secretKey);
  }
}

function bytesOf(values: Int16Array): Uint8Array {
  return new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
}
