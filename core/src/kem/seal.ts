/**
 * A sealed box: ML-KEM and AES-256-GCM (NIST SP 800-38D). Only the holder of the KEM key opens it, and only for the
 * object that it was sealed for (security, S22).
 */
import { gcmDecrypt, gcmEncrypt, NONCE_BYTES, TAG_BYTES } from '../aes-gcm.ts';
import { concat, fromBase64, toBase64, wipe } from '../bytes.ts';
import { canonicalBytes } from '../canonical-json.ts';
import { hkdfSha3_256, sha3_256 } from '../hash.ts';
import type { Random } from '../random.ts';
import { type KemAlgorithm, kemLengths } from './backend.ts';
import type { Kem } from './kem.ts';

const TEXT_PREFIX = 'kem1:';

/** What a box belongs to. All of it is authenticated; a box for another object does not open. */
export interface BoxContext {
  /** What is inside, such as `wrap` or `share`; also the `info` of the key derivation. */
  readonly kind: string;
  readonly project: string;
  /** Id or name of the object. */
  readonly object: string;
  readonly column: string;
  readonly version: number;
}

export interface SealedBox {
  readonly kemCiphertext: Uint8Array;
  /** 12 bytes. Every box has its own key, so it never repeats under one. */
  readonly nonce: Uint8Array;
  /** Ciphertext and 16-byte tag. */
  readonly ciphertext: Uint8Array;
}

/** JCS([kind, project, object, column, version]). */
export function boxAad(context: BoxContext): Uint8Array {
  return canonicalBytes([context.kind, context.project, context.object, context.column, context.version]);
}

/** Seals `plaintext` to a public key; null where the key fails the checks of FIPS 203 section 7.2. */
export async function seal(
  kem: Kem,
  random: Random,
  algorithm: KemAlgorithm,
  publicKey: Uint8Array,
  plaintext: Uint8Array,
  context: BoxContext,
): Promise<SealedBox | null> {
  const encapsulation = await kem.encapsulate(algorithm, publicKey);
  if (encapsulation === null) return null;
  const { ciphertext: kemCiphertext, sharedSecret } = encapsulation;
  const key = boxKey(sharedSecret, kemCiphertext, publicKey, context);
  try {
    const nonce = random(NONCE_BYTES);
    return { kemCiphertext, nonce, ciphertext: gcmEncrypt(key, nonce, boxAad(context), plaintext) };
  } finally {
    wipe(sharedSecret, key);
  }
}

/**
 * Opens a box; null where it was made for another key or another object, or was changed. `secretKey` is the 64-byte
 * seed or the expanded key. The caller wipes the plaintext.
 */
export async function open(
  kem: Kem,
  algorithm: KemAlgorithm,
  secretKey: Uint8Array,
  box: SealedBox,
  context: BoxContext,
): Promise<Uint8Array | null> {
  if (box.nonce.length !== NONCE_BYTES || box.ciphertext.length < TAG_BYTES) return null;
  const publicKey = await kem.publicKeyOf(algorithm, secretKey);
  if (publicKey === null) return null;
  const sharedSecret = await kem.decapsulate(algorithm, secretKey, box.kemCiphertext);
  if (sharedSecret === null) return null;
  const key = boxKey(sharedSecret, box.kemCiphertext, publicKey, context);
  try {
    return gcmDecrypt(key, box.nonce, boxAad(context), box.ciphertext);
  } finally {
    wipe(sharedSecret, key);
  }
}

/** `kem1:` and base64 of kem_ct ‖ nonce ‖ ciphertext (decisions, section 6). */
export function boxToText(box: SealedBox): string {
  return TEXT_PREFIX + toBase64(concat(box.kemCiphertext, box.nonce, box.ciphertext));
}

/** Reads the `kem1:` form for the parameter set of the key that is to open it; null for malformed or too short text. */
export function boxFromText(text: string, algorithm: KemAlgorithm): SealedBox | null {
  const bytes = text.startsWith(TEXT_PREFIX) ? fromBase64(text.slice(TEXT_PREFIX.length)) : null;
  const { ciphertext: kemBytes } = kemLengths(algorithm);
  if (bytes === null || bytes.length < kemBytes + NONCE_BYTES + TAG_BYTES) return null;
  return {
    kemCiphertext: bytes.slice(0, kemBytes),
    nonce: bytes.slice(kemBytes, kemBytes + NONCE_BYTES),
    ciphertext: bytes.slice(kemBytes + NONCE_BYTES),
  };
}

/** HKDF-SHA3-256(shared secret, salt = SHA3-256(kem_ct ‖ pk), info = kind), 32 bytes (S22). */
function boxKey(
  sharedSecret: Uint8Array,
  kemCiphertext: Uint8Array,
  publicKey: Uint8Array,
  context: BoxContext,
): Uint8Array {
  return hkdfSha3_256(sharedSecret, sha3_256(concat(kemCiphertext, publicKey)), context.kind, 32);
}
