/**
 * AES-256-GCM (NIST SP 800-38D) of the formats. noble is the reference and the fallback; a program may have its platform's
 * serve, which gives the same and takes a fifth of the time.
 */
import { gcm } from '@noble/ciphers/aes.js';
import { equalBytes } from './bytes.ts';

/** One implementation. Keys have 32 bytes, nonces 12; the tag of 16 bytes stands behind the ciphertext. */
export interface GcmBackend {
  readonly name: 'noble' | 'node';
  encrypt(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, plaintext: Uint8Array): Uint8Array;
  /** null where the tag does not fit. */
  decrypt(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, box: Uint8Array): Uint8Array | null;
}

export const KEY_BYTES = 32;
export const NONCE_BYTES = 12;
export const TAG_BYTES = 16;

const nobleGcm: GcmBackend = {
  name: 'noble',
  encrypt: (key, nonce, aad, plaintext) => gcm(key, nonce, aad).encrypt(plaintext),
  decrypt(key, nonce, aad, box) {
    try {
      return gcm(key, nonce, aad).decrypt(box);
    } catch {
      return null;
    }
  },
};

let chosen = nobleGcm;

/**
 * Has a backend serve this thread from now on, where it gives what noble gives and refuses what noble refuses; else noble does.
 * Returns the name of the one that serves. For the start of a program.
 */
export function chooseGcm(backend: GcmBackend): GcmBackend['name'] {
  chosen = agreesWithNoble(backend) ? backend : nobleGcm;
  return chosen.name;
}

/** Lengths on both sides of AES's blocks of 16 bytes. */
const COMPARED_LENGTHS = [0, 1, 15, 16, 17, 100];

/** Never throws. */
function agreesWithNoble(backend: GcmBackend): boolean {
  const everyByte = Uint8Array.from({ length: 200 }, (_, i) => (i * 7) & 255);
  const key = everyByte.slice(0, KEY_BYTES);
  const nonce = everyByte.slice(100, 100 + NONCE_BYTES);
  try {
    return COMPARED_LENGTHS.every((length) => {
      const [text, aad] = [everyByte.slice(0, length), everyByte.slice(length)];
      const box = nobleGcm.encrypt(key, nonce, aad, text);
      const opened = backend.decrypt(key, nonce, aad, box);
      const changed = box.with(box.length - 1, (box.at(-1) ?? 0) ^ 1);
      return (
        equalBytes(backend.encrypt(key, nonce, aad, text), box) &&
        opened !== null &&
        equalBytes(opened, text) &&
        backend.decrypt(key, nonce, aad, changed) === null &&
        backend.decrypt(key, nonce, aad.subarray(1), box) === null
      );
    });
  } catch {
    return false;
  }
}

/** Ciphertext and tag. Throws RangeError for a key or nonce of another length. */
export function gcmEncrypt(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, plaintext: Uint8Array): Uint8Array {
  requireLengths(key, nonce);
  return chosen.encrypt(key, nonce, aad, plaintext);
}

/** The plaintext, which the caller wipes; null where key, nonce, associated data and box do not belong together. */
export function gcmDecrypt(key: Uint8Array, nonce: Uint8Array, aad: Uint8Array, box: Uint8Array): Uint8Array | null {
  requireLengths(key, nonce);
  return box.length < TAG_BYTES ? null : chosen.decrypt(key, nonce, aad, box);
}

function requireLengths(key: Uint8Array, nonce: Uint8Array): void {
  if (key.length !== KEY_BYTES || nonce.length !== NONCE_BYTES) throw new RangeError('AES-256-GCM: 32 and 12 bytes');
}
