/** The value of a secret as a request brings it: as text, or sealed to the `enc` key. */

import { fromUtf8, utf8, wipe } from '@touchstone/core/bytes.ts';
import { boxFromText } from '@touchstone/core/kem/seal.ts';
import { MAX_SECRET_BYTES, openValue, SEALED_PREFIX, type SealedFor } from '@touchstone/core/secrets/sealed-value.ts';
import { kem } from '../crypto/kem.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import type { KeySets } from '../key-sets/key-sets.ts';

const FIELD = { store: 'value', rotate: 'new_value' } as const;

/**
 * The bytes, which the caller wipes. Throws INVALID_REQUEST for text that is too long, INVALID_CIPHERTEXT for a box that is
 * malformed, does not open here, or holds no text of 1 to 65,536 bytes.
 */
export async function receivedValue(
  { keySets }: { readonly keySets: KeySets },
  project: string,
  target: SealedFor,
  text: string,
): Promise<Uint8Array> {
  const field = FIELD[target.request];
  if (!text.startsWith(SEALED_PREFIX)) return plainValue(field, text);
  checkSealedForm(field, text);
  const value = await keySets.withSecrets('enc', async (_keySet, secrets) => {
    const secretKey = secrets.get('ML-KEM-1024');
    if (secretKey === undefined) throw new TypeError('internal: the enc set lacks ML-KEM-1024');
    return openValue(kem, secretKey, project, target, text);
  });
  if (value !== null && value.length > 0 && value.length <= MAX_SECRET_BYTES && fromUtf8(value) !== null) return value;
  wipe(value ?? undefined);
  throw new ApiError(
    'INVALID_CIPHERTEXT',
    `\`${field}\` does not open: it was sealed to another key, or for another project, ${target.request === 'store' ? 'name' : 'secret'} or request.`,
    { field },
  );
}

/** What a body alone says: throws for a value that no state of the server would take. */
export function checkReceivedValue(request: SealedFor['request'], text: string): void {
  const field = FIELD[request];
  if (text.startsWith(SEALED_PREFIX)) checkSealedForm(field, text);
  else wipe(plainValue(field, text));
}

function checkSealedForm(field: string, text: string): void {
  if (boxFromText(text, 'ML-KEM-1024') !== null) return;
  const sentence = `\`${field}\` begins with kem1: and is no box of ML-KEM-1024 in base64.`;
  throw new ApiError('INVALID_CIPHERTEXT', sentence, { field });
}

function plainValue(field: string, text: string): Uint8Array {
  const bytes = utf8(text);
  if (bytes.length <= MAX_SECRET_BYTES) return bytes;
  wipe(bytes);
  throw invalid(field, `\`${field}\` must have at most 65,536 bytes in UTF-8.`);
}
