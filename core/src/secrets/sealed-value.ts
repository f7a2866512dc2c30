/**
 * The value of a secret on its way to the server: sealed to the server's `enc` key (ML-KEM-1024), so that nothing between
 * client and server reads it (document 2, "Secret management"; decisions, section 6; S22). Console, SDK and server share
 * this file. The box opens only in the project, for the request member and for the name or the version that it was made for.
 */
import { utf8, wipe } from '../bytes.ts';
import type { Kem } from '../kem/kem.ts';
import { type BoxContext, boxFromText, boxToText, open, seal } from '../kem/seal.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '../keys/key-set.ts';
import type { Random } from '../random.ts';

export const SEALED_PREFIX = 'kem1:';
/** The longest value, in bytes of UTF-8. */
export const MAX_SECRET_BYTES = 65_536;

const ALGORITHM = 'ML-KEM-1024';
/** Kind of the box, and `info` of its key. */
const KIND = 'shield';

/** What the value is for: a new secret of that name, or the next version after the one of that id. */
export type SealedFor =
  | { readonly request: 'store'; readonly name: string }
  | { readonly request: 'rotate'; readonly secretId: string };

/** AAD = JCS(["shield", project id, name, "value", 1]) for store, JCS(["shield", project id, secret_id, "new_value", 1]) for rotate. */
export function sealedValueContext(project: string, target: SealedFor): BoxContext {
  return target.request === 'store'
    ? { kind: KIND, project, object: target.name, column: 'value', version: 1 }
    : { kind: KIND, project, object: target.secretId, column: 'new_value', version: 1 };
}

/**
 * The key to seal to, out of the answer of `GET /api/svc-key/keys/public`: 1568 bytes; null where there is none. The
 * current set stands first.
 */
export function sealingKey(keySets: readonly KeySet[]): Uint8Array | null {
  const keySet = keySets.find(({ use }) => use === 'enc');
  const key = keySet?.keys.find((candidate) => algorithmOf(candidate) === ALGORITHM);
  return key === undefined ? null : publicKeyBytes(key);
}

/**
 * Seals a value: `kem1:` and base64 of KEM ciphertext ‖ nonce ‖ ciphertext. Throws RangeError for a value of no or more
 * than 65,536 bytes, TypeError for one that is no well-formed text or a public key that fails its check.
 */
export async function sealValue(
  kem: Kem,
  random: Random,
  publicKey: Uint8Array,
  project: string,
  target: SealedFor,
  value: string,
): Promise<string> {
  const bytes = utf8(value);
  try {
    if (bytes.length === 0 || bytes.length > MAX_SECRET_BYTES) throw new RangeError('a secret has 1 to 65,536 bytes');
    const box = await seal(kem, random, ALGORITHM, publicKey, bytes, sealedValueContext(project, target));
    if (box === null) throw new TypeError('the public key fails the check of ML-KEM');
    return boxToText(box);
  } finally {
    wipe(bytes);
  }
}

/** Opens what `sealValue` made; null where it is malformed, or was made for another key, project or target. The caller wipes it. */
export async function openValue(
  kem: Kem,
  secretKey: Uint8Array,
  project: string,
  target: SealedFor,
  text: string,
): Promise<Uint8Array | null> {
  const box = boxFromText(text, ALGORITHM);
  return box === null ? null : open(kem, ALGORITHM, secretKey, box, sealedValueContext(project, target));
}
