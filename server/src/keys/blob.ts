/**
 * The blob of a managed key: `01` ‖ tier (01 or 02) ‖ length of the id ‖ id in ASCII ‖ nonce 12 ‖ AES-256-GCM ciphertext
 * and tag. The box key comes from the KEM ciphertext beside it. Project and id are authenticated (S22), so a blob opens
 * only in the project and under the id that it was made for; tier and length are, because the text of the header is
 * formed from them alone.
 */
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { MAX_KEY_MATERIAL_BYTES } from '@touchstone/core/api/signing/svc-key.ts';
import { concat, equalBytes, fromUtf8, utf8, wipe } from '@touchstone/core/bytes.ts';
import { hmacSha3_256, tagged } from '@touchstone/core/hash.ts';
import { type BoxContext, open, type SealedBox, seal } from '@touchstone/core/kem/seal.ts';
import type { Random } from '@touchstone/core/random.ts';
import { kem } from '../crypto/kem.ts';
import { byteLengthOf, bytesIn } from '../frame/decode-base64.ts';
import { invalid, invalidCiphertext } from '../frame/errors.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import { kemOfTier } from './wrapping.ts';

/** Whose blob it is. */
export interface BlobName {
  readonly projectId: string;
  /** `key_…`. */
  readonly id: string;
  readonly tier: 'key-1' | 'key-2';
}

export interface ReadBlob {
  readonly id: string;
  readonly tier: 'key-1' | 'key-2';
  readonly nonce: Uint8Array;
  readonly ciphertext: Uint8Array;
}

const VERSION = 1;
const NONCE = 12;
const TAG = 16;
const TIERS = ['key-1', 'key-2'] as const;
const ID = /^key_[A-Za-z0-9_-]{1,64}$/;

/** The longest blob that there can be, in bytes. */
const MOST_BLOB = 3 + 68 + NONCE + MAX_KEY_MATERIAL_BYTES + TAG;

export type DecryptBody = InputOf<typeof api.crypto.key.decrypt>['body'];

/** Encrypts to a public key that is the project's own. */
export async function sealBlob(
  random: Random,
  name: BlobName,
  publicKey: Uint8Array,
  material: Uint8Array,
): Promise<{ readonly encrypted: Uint8Array; readonly kemCiphertext: Uint8Array }> {
  const box = await seal(kem, random, kemOfTier(name.tier), publicKey, material, contextOf(name));
  if (box === null) throw new TypeError('internal: a wrapping key of ours fails its check');
  const id = utf8(name.id);
  const header = new Uint8Array([VERSION, TIERS.indexOf(name.tier) + 1, id.length]);
  return { encrypted: concat(header, id, box.nonce, box.ciphertext), kemCiphertext: box.kemCiphertext };
}

/** Takes a blob apart; null for what is none. Nothing of it is authenticated yet. */
export function readBlob(blob: Uint8Array): ReadBlob | null {
  const [version, tierNumber = 0, idLength = 0] = blob;
  const tier = TIERS[tierNumber - 1];
  if (version !== VERSION || tier === undefined || blob.length < 3 + idLength + NONCE + TAG) return null;
  const id = fromUtf8(blob.slice(3, 3 + idLength));
  if (id === null || !ID.test(id)) return null;
  const rest = blob.slice(3 + idLength);
  return { id, tier, nonce: rest.slice(0, NONCE), ciphertext: rest.slice(NONCE) };
}

/** The material, which the caller wipes; null where blob, KEM ciphertext, project and key do not belong together. */
export async function openBlob(
  name: BlobName,
  secretKey: Uint8Array,
  blob: ReadBlob,
  kemCiphertext: Uint8Array,
): Promise<Uint8Array | null> {
  if (blob.id !== name.id || blob.tier !== name.tier) return null;
  const box: SealedBox = { kemCiphertext, nonce: blob.nonce, ciphertext: blob.ciphertext };
  return open(kem, kemOfTier(name.tier), secretKey, box, contextOf(name));
}

function contextOf({ projectId, id }: BlobName): BoxContext {
  return { kind: 'managed-key', project: projectId, object: id, column: 'encrypted', version: VERSION };
}

/** HMAC-SHA3-256 over `svc-key-blob/v1` 00 KEM ciphertext ‖ blob. The tier in the blob fixes the length of the former. */
export function blobDigest(hmacKey: Uint8Array, encrypted: Uint8Array, kemCiphertext: Uint8Array): Uint8Array {
  return hmacSha3_256(hmacKey, tagged('key-blob', concat(kemCiphertext, encrypted)));
}

/** Where the HMAC key of a managed key is sealed. */
export function hmacPlace({ projectId, id }: Pick<BlobName, 'projectId' | 'id'>): Place {
  return { kind: 'managed-key', project: projectId, object: id, column: 'envelope', version: 1 };
}

/** Whether a stored blob is the one that was made; nothing is decrypted. False too where the HMAC key does not open. */
export function isIntact(
  vault: Pick<Vault, 'open'>,
  name: Pick<BlobName, 'projectId' | 'id'>,
  stored: {
    readonly encrypted: Uint8Array;
    readonly kemCiphertext: Uint8Array;
    readonly hmacDigest: Uint8Array;
    readonly envelope: Uint8Array;
  },
): boolean {
  const hmacKey = vault.open(hmacPlace(name), stored.envelope);
  if (hmacKey === null) return false;
  const isSame = equalBytes(blobDigest(hmacKey, stored.encrypted, stored.kemCiphertext), stored.hmacDigest);
  wipe(hmacKey);
  return isSame;
}

export interface GivenBlob {
  readonly encrypted: Uint8Array;
  readonly kemCiphertext: Uint8Array;
}

/**
 * What a decrypt body names: an id, a blob, or both. Throws INVALID_REQUEST where it is neither, or half a blob, and
 * INVALID_CIPHERTEXT where the blob is longer than any of ours.
 */
export function decryptInput(body: DecryptBody): { readonly id: string | null; readonly given: GivenBlob | null } {
  const { encrypted, kem_ct: kemCt } = body;
  const id = body.id ?? null;
  if (encrypted === undefined && kemCt === undefined) {
    if (id === null) throw invalid('id', '`id` is needed, or `encrypted` with `kem_ct`.');
    return { id, given: null };
  }
  if (encrypted === undefined) throw invalid('encrypted', '`encrypted` is needed with `kem_ct`.');
  if (kemCt === undefined) throw invalid('kem_ct', '`kem_ct` is needed with `encrypted`.');
  if (byteLengthOf(encrypted) > MOST_BLOB) throw invalidCiphertext('encrypted');
  if (byteLengthOf(kemCt) > MOST_BLOB) throw invalidCiphertext('kem_ct');
  return { id, given: { encrypted: bytesIn('encrypted', encrypted), kemCiphertext: bytesIn('kem_ct', kemCt) } };
}
