/**
 * A fraud signal on its way to the service: sealed to its ML-KEM-1024 key (decisions, section 7; S33). Console, SDK and server
 * share this file. The box opens only in the project that it was made for.
 */

import { NONCE_BYTES, TAG_BYTES } from '../aes-gcm.ts';
import { FRAUD_FACTORS } from '../api/crypto/fraud-factors.ts';
import { concat, fromUtf8, utf8, wipe } from '../bytes.ts';
import { isJsonObject } from '../canonical-json.ts';
import { kemLengths } from '../kem/backend.ts';
import type { Kem } from '../kem/kem.ts';
import { type BoxContext, open, seal } from '../kem/seal.ts';
import type { Random } from '../random.ts';
import { parseStrictJson } from '../strict-json.ts';
import { FACTOR_RANGE, type FraudSignal } from './factors.ts';

export const SIGNAL_KEM = 'ML-KEM-1024';
/** A signal is about 110 bytes of JSON. */
const MOST_JSON_BYTES = 1024;

/** AAD = JCS(["fraud-signal", project id, "share", "data", 1]). */
export function signalContext(project: string): BoxContext {
  return { kind: 'fraud-signal', project, object: 'share', column: 'data', version: 1 };
}

/** KEM ciphertext ‖ nonce ‖ ciphertext; null where the key fails the check of FIPS 203 section 7.2. */
export async function sealSignal(
  kem: Kem,
  random: Random,
  publicKey: Uint8Array,
  project: string,
  { entityHash, factors }: FraudSignal,
): Promise<Uint8Array | null> {
  const json = utf8(JSON.stringify({ entity_hash: entityHash, factors }));
  try {
    const box = await seal(kem, random, SIGNAL_KEM, publicKey, json, signalContext(project));
    return box === null ? null : concat(box.kemCiphertext, box.nonce, box.ciphertext);
  } finally {
    wipe(json);
  }
}

/** Opens what `sealSignal` made; null where it does not open, or holds anything but a signal. */
export async function openSignal(
  kem: Kem,
  secretKey: Uint8Array,
  project: string,
  bytes: Uint8Array,
): Promise<FraudSignal | null> {
  const { ciphertext: kemBytes } = kemLengths(SIGNAL_KEM);
  const least = kemBytes + NONCE_BYTES + TAG_BYTES;
  if (bytes.length < least || bytes.length > least + MOST_JSON_BYTES) return null;
  const box = {
    kemCiphertext: bytes.slice(0, kemBytes),
    nonce: bytes.slice(kemBytes, kemBytes + NONCE_BYTES),
    ciphertext: bytes.slice(kemBytes + NONCE_BYTES),
  };
  const json = await open(kem, SIGNAL_KEM, secretKey, box, signalContext(project));
  if (json === null) return null;
  const text = fromUtf8(json);
  wipe(json);
  return text === null ? null : signalIn(text);
}

/** Reads what a box holds; null where it is no signal. */
export function signalIn(text: string): FraudSignal | null {
  const parsed = parseStrictJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value)) return null;
  const { entity_hash: entityHash, factors, ...others } = parsed.value;
  if (Object.keys(others).length > 0 || typeof entityHash !== 'string' || !/^[0-9a-f]{64}$/.test(entityHash))
    return null;
  if (!Array.isArray(factors) || factors.length !== FRAUD_FACTORS.length) return null;
  const numbers = factors.filter(
    (factor): factor is number =>
      typeof factor === 'number' && Number.isInteger(factor) && factor >= 0 && factor <= FACTOR_RANGE,
  );
  return numbers.length === factors.length ? { entityHash, factors: numbers } : null;
}
