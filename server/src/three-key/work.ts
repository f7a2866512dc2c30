/** Three-key signing and verifying of a request's body. */
import { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { fromBase64, fromHex, utf8 } from '@touchstone/core/bytes.ts';
import { signThreeKey, type ThreeKeySigned } from '@touchstone/core/composite/sign-three-key.ts';
import {
  parseThreeKey,
  type ThreeKeyVerified,
  threeKeysOf,
  verifyThreeKey,
} from '@touchstone/core/composite/three-key.ts';
import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { invalid } from '../frame/errors.ts';
import { jobsOf, type Work } from '../frame/work.ts';

type SvcKey = typeof api.signing.svcKey;
export type SignBody = InputOf<SvcKey['sign3key']>['body'];
export type VerifyBody = InputOf<SvcKey['verify3key']>['body'];
/** With the set that verified, where one did. */
export type ThreeKeyAnswer = ThreeKeyVerified & { readonly keyset_id?: string };

export interface SignFacts {
  /** The secret keys of the `3key` set, by algorithm. */
  readonly secrets: ReadonlyMap<string, Uint8Array>;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Throws INVALID_REQUEST for data that does not decode. FALCON signs, so always in a worker. */
export const signWork: Work<SvcKey['sign3key'], null, SignFacts, ThreeKeySigned> = {
  operation: api.signing.svcKey.sign3key,
  choose: () => null,
  run(body, { secrets, time }, { signer }) {
    const [ed25519, mlDsa, falcon] = ['Ed25519', 'ML-DSA-65', 'FALCON-512'].map((family) => secrets.get(family));
    if (!ed25519 || !mlDsa || !falcon) throw new TypeError('internal: the 3key set lacks a family');
    return signThreeKey(bytesOf(body), { Ed25519: ed25519, 'ML-DSA-65': mlDsa, 'FALCON-512': falcon }, signer, time);
  },
  isHeavy: () => true,
  secretsIn: ({ secrets }) => [...secrets.values()],
};

export const verifyWork: Work<SvcKey['verify3key'], null, readonly KeySet[], ThreeKeyAnswer> = {
  operation: api.signing.svcKey.verify3key,
  choose: () => null,
  run: (body, keySets, { signer }) => verifyBody(body, keySets, signer),
};

export const checks = [bodyCheck(api.signing.svcKey.sign3key, (body) => void bytesOf(body))] as const;

/** Verifies under the first of the given sets that takes the signature; else answers for the one that takes most of it. */
async function verifyBody(
  body: VerifyBody,
  keySets: readonly KeySet[],
  verifier: SignatureVerifier,
): Promise<ThreeKeyAnswer> {
  const data = bytesOf(body);
  const signatures = parseThreeKey(body.signature);
  if (signatures === null) {
    throw invalid('signature', '`signature` must be `3key:` and three base64 parts with colons between them.');
  }
  let best: { readonly count: number; readonly result: ThreeKeyVerified } | null = null;
  for (const keySet of keySets) {
    const publicKeys = publicKeysOf(keySet);
    if (publicKeys === null) continue;
    const result = await verifyThreeKey(data, signatures, publicKeys, verifier);
    if (result.valid) return { ...result, keyset_id: keySet.keyset_id };
    const count = Object.values(result.layers).filter(({ valid }) => valid).length;
    if (best === null || count > best.count) best = { count, result };
  }
  return best?.result ?? NO_LAYER;
}

const decoded = new WeakMap<KeySet, ReturnType<typeof threeKeysOf>>();

/** A key set does not change once it was read, so each is decoded once. */
function publicKeysOf(keySet: KeySet): ReturnType<typeof threeKeysOf> {
  const known = decoded.get(keySet);
  if (known !== undefined) return known;
  const keys = threeKeysOf(keySet);
  decoded.set(keySet, keys);
  return keys;
}

/** What is answered when every key set of the service is revoked. */
const NO_LAYER: ThreeKeyVerified = {
  valid: false,
  algorithm: 'SVC-3-Key',
  layers: {
    ed25519: { valid: false, family: 'classical' },
    dilithium: { valid: false, family: 'lattice' },
    falcon: { valid: false, family: 'lattice-ntru' },
  },
};

/** The bytes that a body states. Throws INVALID_REQUEST where they do not decode. */
function bytesOf({ data, encoding = 'utf8' }: Pick<SignBody, 'data' | 'encoding'>): Uint8Array {
  if (encoding === 'utf8') return utf8(data);
  const bytes = encoding === 'base64' ? fromBase64(data) : fromHex(data);
  if (bytes === null) throw invalid('data', `\`data\` is not valid ${encoding}.`);
  return bytes;
}

export const jobs = [...jobsOf(signWork), ...jobsOf(verifyWork)] as const;
