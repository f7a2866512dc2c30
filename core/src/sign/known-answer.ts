/**
 * The known-answer check that a backend passes before it is asked: it derives the known public key, accepts the
 * known signature and refuses it over another message and with one bit changed.
 */
import { equalBytes, fromBase64, utf8 } from '../bytes.ts';
import type { SignatureBackend } from './backend.ts';
import type { SignatureAlgorithm } from './family.ts';
import type { KnownAnswer } from './known-answers/known-answer.ts';

export const KNOWN_MESSAGE = 'Touchstone known answer';

const KNOWN_ANSWERS: Readonly<Record<SignatureAlgorithm, () => Promise<{ readonly knownAnswer: KnownAnswer }>>> = {
  Ed25519: () => import('./known-answers/ed25519.ts'),
  'ML-DSA-44': () => import('./known-answers/ml-dsa-44.ts'),
  'ML-DSA-65': () => import('./known-answers/ml-dsa-65.ts'),
  'ML-DSA-87': () => import('./known-answers/ml-dsa-87.ts'),
  'SLH-DSA-SHA2-128s': () => import('./known-answers/slh-dsa-sha2-128s.ts'),
  'SLH-DSA-SHA2-128f': () => import('./known-answers/slh-dsa-sha2-128f.ts'),
  'SLH-DSA-SHA2-256s': () => import('./known-answers/slh-dsa-sha2-256s.ts'),
  'SLH-DSA-SHAKE-128s': () => import('./known-answers/slh-dsa-shake-128s.ts'),
  'SLH-DSA-SHAKE-128f': () => import('./known-answers/slh-dsa-shake-128f.ts'),
  'SLH-DSA-SHAKE-256s': () => import('./known-answers/slh-dsa-shake-256s.ts'),
  'FALCON-512': () => import('./known-answers/falcon-512.ts'),
  'FALCON-1024': () => import('./known-answers/falcon-1024.ts'),
};

/** The known answer of an algorithm as bytes. */
export async function knownAnswerOf(algorithm: SignatureAlgorithm): Promise<{
  readonly secretKey: Uint8Array;
  readonly publicKey: Uint8Array;
  readonly signature: Uint8Array;
}> {
  const { knownAnswer } = await KNOWN_ANSWERS[algorithm]();
  return {
    secretKey: decode(knownAnswer.secretKey),
    publicKey: decode(knownAnswer.publicKey),
    signature: decode(knownAnswer.signature),
  };
}

/** `unjudged`: it gives no wrong answer, and does not verify this algorithm. */
export type KnownAnswerCheck = 'right' | 'unjudged' | 'wrong';

/** Whether a backend gives the known answers of an algorithm. Never rejects: one that throws is wrong. */
export async function checkKnownAnswer(
  backend: SignatureBackend,
  algorithm: SignatureAlgorithm,
): Promise<KnownAnswerCheck> {
  try {
    const { secretKey, publicKey, signature } = await knownAnswerOf(algorithm);
    const message = utf8(KNOWN_MESSAGE);
    const changed = signature.slice();
    changed[changed.length >> 1] = (changed[changed.length >> 1] ?? 0) ^ 1;
    const answers = await Promise.all([
      backend.verify?.(algorithm, publicKey, message, signature) ?? null,
      backend.verify?.(algorithm, publicKey, message, changed) ?? null,
      backend.verify?.(algorithm, publicKey, message.subarray(1), signature) ?? null,
    ]);
    const derived = (await backend.publicKeyOf?.(algorithm, secretKey)) ?? null;
    if (derived !== null && !equalBytes(derived, publicKey)) return 'wrong';
    if (answers.every((answer) => answer === null)) return 'unjudged';
    return answers[0] === true && answers[1] === false && answers[2] === false ? 'right' : 'wrong';
  } catch {
    return 'wrong';
  }
}

function decode(text: string): Uint8Array {
  const bytes = fromBase64(text);
  if (bytes === null) throw new TypeError('internal: a known answer is not base64');
  return bytes;
}
