/** The keys and ciphertexts of ML-KEM requests: lengths tell the parameter set, the input checks of FIPS 203 the rest. */

import { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { equalBytes, wipe } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { KEM_ALGORITHMS, type KemAlgorithm, type KemLengths, kemLengths } from '@touchstone/core/kem/backend.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { byteLengthOf, bytesIn } from '../frame/decode-base64.ts';
import { ApiError, invalid } from '../frame/errors.ts';

type Kyber = typeof api.crypto.kyber;
export type EncapsulateBody = InputOf<Kyber['encapsulate']>['body'];
export type DecapsulateBody = InputOf<Kyber['decapsulate']>['body'];

const SEED_BYTES = 64;

function algorithmBy(member: keyof KemLengths, length: number): KemAlgorithm | undefined {
  return KEM_ALGORITHMS.find((algorithm) => kemLengths(algorithm)[member] === length);
}

/** The key to encapsulate to. Throws INVALID_REQUEST for a wrong length and where a coefficient is not reduced. */
export function encapsulationKey({ public_key: text }: EncapsulateBody): {
  readonly algorithm: KemAlgorithm;
  readonly publicKey: Uint8Array;
} {
  const algorithm = algorithmBy('publicKey', byteLengthOf(text));
  if (algorithm === undefined) {
    throw invalid('public_key', '`public_key` must be an ML-KEM encapsulation key of 800, 1184 or 1568 bytes.');
  }
  const publicKey = bytesIn('public_key', text);
  if (passesModulusCheck(publicKey)) return { algorithm, publicKey };
  throw invalid('public_key', '`public_key` fails the modulus check of ML-KEM (FIPS 203 section 7.2).');
}

/** q of FIPS 203 section 2.4. */
const MODULUS = 3329;

/** FIPS 203 section 7.2, check 2: ByteDecode12 and ByteEncode12 give the key back, so each coefficient is below q. */
export function passesModulusCheck(publicKey: Uint8Array): boolean {
  // The last 32 bytes are ρ; before it stand pairs of 12-bit coefficients in three bytes, least significant bits first.
  for (let at = 0; at < publicKey.length - 32; at += 3) {
    const [low = 0, middle = 0, high = 0] = publicKey.subarray(at, at + 3);
    if ((low | ((middle & 15) << 8)) >= MODULUS || ((middle >>> 4) | (high << 4)) >= MODULUS) return false;
  }
  return true;
}

export interface Decapsulation {
  readonly algorithm: KemAlgorithm;
  /** The expanded key or the seed. The caller wipes it. */
  readonly secretKey: Uint8Array;
  readonly ciphertext: Uint8Array;
}

/**
 * What to decapsulate with what. Throws INVALID_REQUEST for a secret key of a wrong length or one that fails its hash
 * check, INVALID_CIPHERTEXT for a ciphertext of a wrong length.
 */
export function decapsulationInput({ ciphertext: text, secret_key: keyText }: DecapsulateBody): Decapsulation {
  const keyLength = byteLengthOf(keyText);
  const byKey = algorithmBy('expandedKey', keyLength);
  if (byKey === undefined && keyLength !== SEED_BYTES) {
    throw invalid(
      'secret_key',
      '`secret_key` must be an expanded ML-KEM key of 1632, 2400 or 3168 bytes or a seed of 64.',
    );
  }
  const secretKey = bytesIn('secret_key', keyText);
  try {
    if (byKey !== undefined && !passesHashCheck(byKey, secretKey)) throw brokenKey();
    const byCiphertext = algorithmBy('ciphertext', byteLengthOf(text));
    if (byCiphertext === undefined || (byKey !== undefined && byKey !== byCiphertext)) {
      const expected = byKey === undefined ? '768, 1088 or 1568' : kemLengths(byKey).ciphertext;
      throw new ApiError('INVALID_CIPHERTEXT', `\`ciphertext\` must have ${expected} bytes.`, { field: 'ciphertext' });
    }
    return { algorithm: byCiphertext, secretKey, ciphertext: bytesIn('ciphertext', text) };
  } catch (error) {
    wipe(secretKey);
    throw error;
  }
}

export function brokenKey(): ApiError {
  return invalid('secret_key', '`secret_key` fails the hash check of ML-KEM (FIPS 203 section 7.3).');
}

/** FIPS 203 section 7.3, check 3: dk = dk_PKE ‖ ek ‖ H(ek) ‖ z holds the hash of its own encapsulation key. */
function passesHashCheck(algorithm: KemAlgorithm, expandedKey: Uint8Array): boolean {
  const end = expandedKey.length - 32;
  const hash = expandedKey.subarray(end - 32, end);
  const publicKey = expandedKey.subarray(end - 32 - kemLengths(algorithm).publicKey, end - 32);
  return equalBytes(sha3_256(publicKey), hash);
}

export const checks = [
  bodyCheck(api.crypto.kyber.encapsulate, (body) => void encapsulationKey(body)),
  bodyCheck(api.crypto.kyber.decapsulate, (body) => wipe(decapsulationInput(body).secretKey)),
] as const;
