/** ML-DSA signing and verifying of a request's body. */
import { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import type { SignatureVerifier, Signer } from '@touchstone/core/sign/family.ts';
import { signatureLengths } from '@touchstone/core/sign/lengths.ts';
import {
  expandedMlDsaLength,
  ML_DSA_ALGORITHMS,
  type MlDsaAlgorithm,
  publicKeyOfExpanded,
  signByExpanded,
} from '@touchstone/core/sign/ml-dsa-expanded.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { byteLengthOf, bytesIn } from '../frame/decode-base64.ts';
import { invalid } from '../frame/errors.ts';
import { jobsOf, type Work } from '../frame/work.ts';

type Dilithium = typeof api.crypto.dilithium;
export type MlDsaSignBody = InputOf<Dilithium['sign']>['body'];
export type MlDsaVerifyBody = InputOf<Dilithium['verify']>['body'];
/** What of a body says which key signs. */
export type MlDsaKeyChoice = Pick<MlDsaSignBody, 'key_id' | 'secret_key' | 'security_level'>;

const SEED_BYTES = 32;

export interface MlDsaSecret {
  readonly algorithm: MlDsaAlgorithm;
  readonly form: 'seed' | 'expanded';
  /** The caller wipes it. */
  readonly bytes: Uint8Array;
}

export type ChosenKey =
  | { readonly by: 'id'; readonly keyId: string }
  | { readonly by: 'secret'; readonly secret: MlDsaSecret };

/** The key that a body names or carries: exactly one of the two. Throws INVALID_REQUEST. */
export function chosenKey({ key_id: keyId, secret_key: text, security_level: level }: MlDsaKeyChoice): ChosenKey {
  if (text === undefined) {
    if (keyId === undefined) throw invalid('key_id', '`key_id` or `secret_key` is needed to sign.');
    return { by: 'id', keyId };
  }
  if (keyId !== undefined) throw invalid('secret_key', '`secret_key` and `key_id` exclude each other.');
  const length = byteLengthOf(text);
  if (length === SEED_BYTES) {
    if (level === undefined) {
      throw invalid('security_level', '`security_level` is needed beside a 32-byte seed, which fits every level.');
    }
    return { by: 'secret', secret: { algorithm: level, form: 'seed', bytes: bytesIn('secret_key', text) } };
  }
  const algorithm = ML_DSA_ALGORITHMS.find((name) => expandedMlDsaLength(name) === length);
  if (algorithm === undefined) {
    throw invalid(
      'secret_key',
      '`secret_key` must be an expanded ML-DSA key of 2560, 4032 or 4896 bytes or a seed of 32.',
    );
  }
  requireLevel(level, algorithm);
  return { by: 'secret', secret: { algorithm, form: 'expanded', bytes: bytesIn('secret_key', text) } };
}

/** Throws INVALID_REQUEST where a stated level is not the key's. */
export function requireLevel(stated: MlDsaAlgorithm | undefined, algorithm: MlDsaAlgorithm): void {
  if (stated === undefined || stated === algorithm) return;
  throw invalid('security_level', `\`security_level\` is ${stated}, but the key is one of ${algorithm}.`);
}

/** All that is wrong with a sign request in itself, the parts of an expanded key included. Throws INVALID_REQUEST. */
function checkSignBody(body: MlDsaSignBody): void {
  const chosen = chosenKey(body);
  if (chosen.by === 'id') return;
  const { algorithm, form, bytes } = chosen.secret;
  try {
    if (form === 'expanded' && publicKeyOfExpanded(algorithm, bytes) === null) throw brokenKey();
  } finally {
    bytes.fill(0);
  }
}

/** The bytes to sign. */
function messageOf({ message }: MlDsaSignBody): Uint8Array {
  return bytesIn('message', message);
}

/** Signs. Throws INVALID_REQUEST for an expanded key whose parts do not belong together. By such a key it is slow. */
async function signMlDsa(
  { algorithm, form, bytes }: MlDsaSecret,
  message: Uint8Array,
  signer: Pick<Signer, 'sign'>,
): Promise<Uint8Array> {
  if (form === 'seed') return signer.sign(algorithm, bytes, message);
  const signature = signByExpanded(algorithm, bytes, message);
  if (signature === null) throw brokenKey();
  return signature;
}

function brokenKey() {
  return invalid('secret_key', '`secret_key` is not an ML-DSA key: its parts do not belong together.');
}

/** Whether the signature holds; false for a public key of a length that ML-DSA does not know. */
async function verifyMlDsa(body: MlDsaVerifyBody, verifier: SignatureVerifier): Promise<boolean> {
  const publicKey = bytesIn('public_key', body.public_key);
  const algorithm = ML_DSA_ALGORITHMS.find((name) => signatureLengths(name).publicKey === publicKey.length);
  if (algorithm === undefined) return false;
  return verifier.verify(algorithm, publicKey, bytesIn('message', body.message), bytesIn('signature', body.signature));
}

/** Chosen is what says which key signs; the facts are its secret. By an expanded key signing is slow. */
export const signWork: Work<Dilithium['sign'], MlDsaKeyChoice, MlDsaSecret, Uint8Array> = {
  operation: api.crypto.dilithium.sign,
  choose: ({ message: _, ...choice }) => choice,
  run: (body, secret, { signer }) => signMlDsa(secret, messageOf(body), signer),
  isHeavy: (_body, { form }) => form === 'expanded',
  secretsIn: ({ bytes }) => [bytes],
};

export const verifyWork: Work<Dilithium['verify'], null, null, boolean> = {
  operation: api.crypto.dilithium.verify,
  choose: () => null,
  run: (body, _facts, { signer }) => verifyMlDsa(body, signer),
};

export const checks = [bodyCheck(api.crypto.dilithium.sign, checkSignBody)] as const;

export const jobs = [...jobsOf(signWork), ...jobsOf(verifyWork)] as const;
