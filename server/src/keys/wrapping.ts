/**
 * Wrapped keys (decisions, section 6; security, S22). What the service keeps has two layers: the key material under a
 * fresh data key, and a box that holds the data key under the project's own KEM key. Rotating the envelope makes a new box
 * and leaves the material alone. What a recipient is to open is one box over the material.
 */
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { MAX_KEY_MATERIAL_BYTES } from '@touchstone/core/api/signing/svc-key.ts';
import { fromUtf8, utf8, wipe } from '@touchstone/core/bytes.ts';
import { type KemAlgorithm, kemLengths } from '@touchstone/core/kem/backend.ts';
import { type BoxContext, open, type SealedBox, seal } from '@touchstone/core/kem/seal.ts';
import type { Random } from '@touchstone/core/random.ts';
import { kem } from '../crypto/kem.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { invalid } from '../frame/errors.ts';
import { passesModulusCheck } from '../ml-kem/work.ts';
import type { Db } from '../store/engine.ts';
import { createVault, type Place, type Vault } from '../vault/envelope.ts';
import { findWrappingKey, insertWrappingKey, type WrappedKey, type WrappingTier } from './store/wrapped-keys.ts';

export type WrapBody = InputOf<typeof api.signing.svcKey.wrap>['body'];

export const DEFAULT_TIER: WrappingTier = 'key-2';

const KEM_OF_TIER = { 'key-1': 'ML-KEM-768', 'key-2': 'ML-KEM-1024' } as const satisfies Record<
  WrappingTier,
  KemAlgorithm
>;

/** The tier picks the KEM, not the plan (decisions, section 2). */
export function kemOfTier(tier: WrappingTier): (typeof KEM_OF_TIER)[WrappingTier] {
  return KEM_OF_TIER[tier];
}

/** What wrapping and unwrapping need of the server. */
interface WrappingNeeds {
  readonly vault: Vault;
  readonly random: Random;
  readonly clock: () => number;
}

/** Whose key it is and what it is called. */
export interface WrapName {
  readonly projectId: string;
  /** `wk_…`. */
  readonly id: string;
  readonly tier: WrappingTier;
}

/**
 * The bytes of a wrap body: the material, which the caller wipes, and the recipient's key. Throws INVALID_REQUEST for
 * material that is too long and for a key that is none of the tier's ML-KEM (FIPS 203 section 7.2).
 */
export function wrapInput(body: WrapBody): { material: Uint8Array; recipient: Uint8Array | null } {
  const { tier = DEFAULT_TIER, recipient_public_key: key } = body;
  const recipient = key === undefined ? null : bytesIn('recipient_public_key', key);
  const { publicKey: expected } = kemLengths(kemOfTier(tier));
  if (recipient !== null && (recipient.length !== expected || !passesModulusCheck(recipient))) {
    throw invalid(
      'recipient_public_key',
      `\`recipient_public_key\` must be an ${kemOfTier(tier)} encapsulation key of ${expected} bytes for ${tier}.`,
    );
  }
  return { material: materialOf('key_material', body.key_material), recipient };
}

/** Key material as bytes, which the caller wipes. Throws INVALID_REQUEST where it is too long. */
export function materialOf(field: string, text: string): Uint8Array {
  const material = utf8(text);
  if (material.length > MAX_KEY_MATERIAL_BYTES) {
    wipe(material);
    throw invalid(field, `\`${field}\` must have at most ${MAX_KEY_MATERIAL_BYTES} bytes in UTF-8.`);
  }
  return material;
}

/** One box over the material that only the holder of `publicKey`'s secret opens. The key has passed `wrapInput`. */
export async function wrapForRecipient(
  { random }: Pick<WrappingNeeds, 'random'>,
  name: WrapName,
  material: Uint8Array,
  publicKey: Uint8Array,
): Promise<WrappedKey> {
  const box = await seal(kem, random, kemOfTier(name.tier), publicKey, material, boxContext(name, 1));
  if (box === null) throw new TypeError('internal: an unchecked key was given');
  return { ...wrappedWith(name, box), material: null };
}

/** Both layers, under the project's own key of the tier, which is made where there is none. `db` is a transaction. */
export async function wrapForProject(
  db: Db,
  needs: WrappingNeeds,
  name: WrapName,
  material: Uint8Array,
): Promise<WrappedKey & { readonly material: Uint8Array }> {
  const publicKey = await projectPublicKey(db, needs, name);
  const dataKey = needs.random(32);
  const dataVault = createVault(dataKey, needs.random);
  try {
    const sealed = dataVault.seal(materialPlace(name), material);
    const box = await seal(kem, needs.random, kemOfTier(name.tier), publicKey, dataKey, boxContext(name, 1));
    if (box === null) throw new TypeError('internal: a wrapping key of ours fails its check');
    return { ...wrappedWith(name, box), material: sealed };
  } finally {
    dataVault.close();
    wipe(dataKey);
  }
}

/** The key material as text. Throws TypeError where a row of ours does not open: the database was changed. */
export async function unwrapForProject(
  db: Db,
  needs: Pick<WrappingNeeds, 'vault' | 'random'>,
  projectId: string,
  stored: WrappedKey & { readonly material: Uint8Array },
): Promise<string> {
  const bytes = await materialFor(db, needs, projectId, stored);
  const text = bytes === null ? null : fromUtf8(bytes);
  wipe(bytes ?? undefined);
  if (text === null) throw doesNotOpen(stored.id);
  return text;
}

async function materialFor(
  db: Db,
  { vault, random }: Pick<WrappingNeeds, 'vault' | 'random'>,
  projectId: string,
  stored: WrappedKey & { readonly material: Uint8Array },
): Promise<Uint8Array | null> {
  const { id, tier, material } = stored;
  const dataKey = await dataKeyOf(db, vault, projectId, stored);
  if (dataKey === null) return null;
  const dataVault = createVault(dataKey, random);
  wipe(dataKey);
  try {
    return dataVault.open(materialPlace({ projectId, id, tier }), material);
  } finally {
    dataVault.close();
  }
}

/** Whether a wrapped key of ours opens; what is inside is wiped at once. */
export async function opensForProject(
  db: Db,
  needs: Pick<WrappingNeeds, 'vault' | 'random'>,
  projectId: string,
  stored: WrappedKey & { readonly material: Uint8Array },
): Promise<boolean> {
  const material = await materialFor(db, needs, projectId, stored);
  wipe(material ?? undefined);
  return material !== null;
}

/**
 * The same data key in a new box of the next version; the material under it stays as it is. `db` is a transaction.
 * Throws TypeError where the old box does not open.
 */
export async function renewEnvelope(
  db: Db,
  needs: WrappingNeeds,
  projectId: string,
  stored: WrappedKey & { readonly material: Uint8Array },
): Promise<WrappedKey> {
  const name = { projectId, id: stored.id, tier: stored.tier };
  const publicKey = await projectPublicKey(db, needs, name);
  const dataKey = await dataKeyOf(db, needs.vault, projectId, stored);
  if (dataKey === null) throw doesNotOpen(stored.id);
  const version = stored.envelopeVersion + 1;
  try {
    const box = await seal(kem, needs.random, kemOfTier(name.tier), publicKey, dataKey, boxContext(name, version));
    if (box === null) throw new TypeError('internal: a wrapping key of ours fails its check');
    return { ...wrappedWith(name, box), envelopeVersion: version, material: stored.material };
  } finally {
    wipe(dataKey);
  }
}

async function dataKeyOf(
  db: Db,
  vault: Vault,
  projectId: string,
  { id, tier, envelopeVersion, ...stored }: WrappedKey,
): Promise<Uint8Array | null> {
  const seed = await projectSeed(db, vault, projectId, kemOfTier(tier));
  if (seed === null) return null;
  const box = { kemCiphertext: stored.kemCiphertext, nonce: stored.nonce, ciphertext: stored.wrappedKey };
  const context = boxContext({ projectId, id, tier }, envelopeVersion);
  return open(kem, kemOfTier(tier), seed, box, context).finally(() => wipe(seed));
}

/** The seed of a project's own KEM key, which the caller wipes; null where there is none, or it does not open. */
export async function projectSeed(
  db: Db,
  vault: Vault,
  projectId: string,
  algorithm: KemAlgorithm,
): Promise<Uint8Array | null> {
  const own = await findWrappingKey(db, projectId, algorithm);
  return own === null ? null : vault.open(seedPlace(projectId, algorithm), own.envelope);
}

function doesNotOpen(id: string): TypeError {
  return new TypeError(`internal: the wrapped key ${id} does not open`);
}

/** The project's own KEM key of the tier, which is made where there is none. */
export async function projectPublicKey(
  db: Db,
  { vault, clock }: Pick<WrappingNeeds, 'vault' | 'clock'>,
  { projectId, tier }: Pick<WrapName, 'projectId' | 'tier'>,
): Promise<Uint8Array> {
  const algorithm = kemOfTier(tier);
  const known = await findWrappingKey(db, projectId, algorithm);
  if (known !== null) return known.publicKey;
  const { publicKey, secretKey } = await kem.generateKeyPair(algorithm);
  const envelope = vault.seal(seedPlace(projectId, algorithm), secretKey);
  wipe(secretKey);
  return (await insertWrappingKey(db, projectId, algorithm, { publicKey, envelope }, clock())).publicKey;
}

function wrappedWith({ id, tier }: WrapName, box: SealedBox): Omit<WrappedKey, 'material'> {
  return {
    id,
    tier,
    envelopeVersion: 1,
    kemCiphertext: box.kemCiphertext,
    nonce: box.nonce,
    wrappedKey: box.ciphertext,
  };
}

function boxContext({ projectId, id }: WrapName, version: number): BoxContext {
  return { kind: 'wrap', project: projectId, object: id, column: 'wrapped_key', version };
}

function materialPlace({ projectId, id }: WrapName): Place {
  return { kind: 'wrapped-key', project: projectId, object: id, column: 'material', version: 1 };
}

function seedPlace(projectId: string, algorithm: KemAlgorithm): Place {
  return { kind: 'wrapping-key', project: projectId, object: algorithm, column: 'envelope', version: 1 };
}
