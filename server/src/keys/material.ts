/** The material behind a managed key. Whoever asks for it holds the key's status first: `managedKeys.use`. */

import { wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { ApiError, invalidCiphertext } from '../frame/errors.ts';
import type { Db } from '../store/engine.ts';
import type { Vault } from '../vault/envelope.ts';
import { blobDigest, type GivenBlob, hmacPlace, isIntact, openBlob, readBlob, sealBlob } from './blob.ts';
import { findKeyBlob, type KeyBlob, type ManagedKey } from './store/managed-keys.ts';
import { kemOfTier, projectPublicKey, projectSeed } from './wrapping.ts';

export interface MaterialNeeds {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
}

/**
 * The bytes that a key was made with, which the caller wipes. Throws INVALID_CIPHERTEXT where the stored blob is not the
 * one that was made.
 */
export async function storedMaterial(deps: Pick<MaterialNeeds, 'db' | 'vault'>, key: ManagedKey): Promise<Uint8Array> {
  const stored = await keyBlobOf(deps.db, key);
  if (!isIntact(deps.vault, key, stored)) {
    throw new ApiError('INVALID_CIPHERTEXT', 'The stored blob of this key was changed. Run touchstone doctor.');
  }
  return carriedMaterial(deps, key, stored);
}

/** The bytes in a blob that a caller has kept. Throws INVALID_CIPHERTEXT where it does not belong to the key. */
export async function carriedMaterial(
  { db, vault }: Pick<MaterialNeeds, 'db' | 'vault'>,
  key: ManagedKey,
  { encrypted, kemCiphertext }: GivenBlob,
): Promise<Uint8Array> {
  const blob = readBlob(encrypted);
  if (blob === null) throw invalidCiphertext('encrypted');
  const seed = await projectSeed(db, vault, key.projectId, kemOfTier(key.tier));
  if (seed === null) throw new TypeError(`internal: the KEM key of ${key.projectId} does not open`);
  const material = await openBlob(key, seed, blob, kemCiphertext).finally(() => wipe(seed));
  if (material === null) throw invalidCiphertext('encrypted');
  return material;
}

/** A further blob under a key that exists; it is stored nowhere. */
export async function encryptUnder(
  { db, vault, random, clock }: MaterialNeeds,
  key: ManagedKey,
  material: Uint8Array,
): Promise<Omit<KeyBlob, 'envelope'>> {
  const { envelope } = await keyBlobOf(db, key);
  const hmacKey = vault.open(hmacPlace(key), envelope);
  if (hmacKey === null) throw new TypeError(`internal: the HMAC key of ${key.id} does not open`);
  try {
    const publicKey = await projectPublicKey(db, { vault, clock }, key);
    const sealed = await sealBlob(random, key, publicKey, material);
    return { ...sealed, hmacDigest: blobDigest(hmacKey, sealed.encrypted, sealed.kemCiphertext) };
  } finally {
    wipe(hmacKey);
  }
}

/** Throws TypeError where the key is gone: keys are never deleted. */
export async function keyBlobOf(db: Db, { id }: ManagedKey): Promise<KeyBlob> {
  const blob = await findKeyBlob(db, id);
  if (blob === null) throw new TypeError(`internal: ${id} has no blob`);
  return blob;
}
