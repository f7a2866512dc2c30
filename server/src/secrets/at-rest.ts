/**
 * Values of secrets at rest. Each version has an ML-KEM-1024 key of its own: the value is a box to its public key, and its
 * seed, the one thing that opens the box, stands in an envelope under the master key that is bound to the row (S22).
 * Destroying a version deletes envelope and box (S27).
 */
import { wipe } from '@touchstone/core/bytes.ts';
import type { Kem } from '@touchstone/core/kem/kem.ts';
import { type BoxContext, open, seal } from '@touchstone/core/kem/seal.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import type { SealedSecret } from './store/secrets.ts';

const ALGORITHM = 'ML-KEM-1024';

/** Which row a value belongs to. */
export interface SecretRow {
  readonly projectId: string;
  readonly id: string;
  readonly version: number;
}

export interface SecretMeans {
  readonly kem: Kem;
  readonly vault: Vault;
  readonly random: Random;
}

/** Where the seed of a version is sealed. */
export function secretPlace({ projectId, id, version }: SecretRow): Place {
  return { kind: 'secret', project: projectId, object: id, column: 'envelope', version };
}

function valueContext({ projectId, id, version }: SecretRow): BoxContext {
  return { kind: 'secret-value', project: projectId, object: id, column: 'ciphertext', version };
}

export async function sealSecret(
  { kem, vault, random }: SecretMeans,
  row: SecretRow,
  value: Uint8Array,
): Promise<SealedSecret> {
  const { publicKey, secretKey } = await kem.generateKeyPair(ALGORITHM);
  try {
    const box = await seal(kem, random, ALGORITHM, publicKey, value, valueContext(row));
    if (box === null) throw new TypeError('internal: a fresh KEM key fails its check');
    return { envelope: vault.seal(secretPlace(row), secretKey), ...box };
  } finally {
    wipe(secretKey);
  }
}

/** The value, which the caller wipes; null where row, envelope and box do not belong together: the database was changed. */
export async function openSecret(
  { kem, vault }: Pick<SecretMeans, 'kem' | 'vault'>,
  row: SecretRow,
  sealed: SealedSecret,
): Promise<Uint8Array | null> {
  const seed = vault.open(secretPlace(row), sealed.envelope);
  if (seed === null) return null;
  try {
    return await openBox(kem, row, seed, sealed);
  } finally {
    wipe(seed);
  }
}

/** The same with the seed that was in the envelope. */
export function openBox(kem: Kem, row: SecretRow, seed: Uint8Array, box: SealedSecret): Promise<Uint8Array | null> {
  return open(kem, ALGORITHM, seed, box, valueContext(row));
}
