/** What clients encrypt before they send it: digests of keys, and fraud signals. */
import { fromBase64, toBase64, utf8 } from '@touchstone/core/bytes.ts';
import { type CoefficientContext, EQUALITY, encryptCoefficients } from '@touchstone/core/fhe/coefficients.ts';
import { loadSeal, openContext } from '@touchstone/core/fhe/context.ts';
import { sealSignal } from '@touchstone/core/fraud/sealed-signal.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { kem } from '../src/crypto/kem.ts';

let context: Promise<CoefficientContext> | null = null;

export function equalityContext(): Promise<CoefficientContext> {
  context ??= loadSeal().then((seal) => openContext(seal, EQUALITY));
  return context;
}

export const ENTITY = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

function bytesOf(base64: string): Uint8Array {
  const bytes = fromBase64(base64);
  if (bytes === null) throw new TypeError('no base64');
  return bytes;
}

/** The bits of SHA3-256 of key material under the public key of an enrolment, in base64. */
export async function encryptedKey(publicKey: string, material: string): Promise<string> {
  const digest = sha3_256(utf8(material));
  const bits = Array.from(digest, (byte) => Array.from({ length: 8 }, (_, at) => (byte >> (7 - at)) & 1)).flat();
  return toBase64(encryptCoefficients(await equalityContext(), bytesOf(publicKey), bits));
}

/** A signal about an entity, sealed for a project, in base64. */
export async function sealedSignal(
  publicKey: string,
  project: string,
  factors: readonly number[] = [900, 100, 0, 1000, 500, 250, 0, 10],
  entityHash = ENTITY,
): Promise<string> {
  const box = await sealSignal(kem, systemRandom, bytesOf(publicKey), project, { entityHash, factors });
  if (box === null) throw new TypeError('the key of the service is none');
  return toBase64(box);
}
