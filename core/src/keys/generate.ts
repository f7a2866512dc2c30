/** Makes a key set: fresh key pairs, one for each algorithm, and the public document that names them. */
import type { Random } from '../random.ts';
import type { SignatureAlgorithm, Signer } from '../sign/family.ts';
import { formatIsoTime } from '../time.ts';
import { type KeySet, type KeyUse, type PublicJwk, publicJwk, sealKeySet } from './key-set.ts';

export interface KeySetPlan {
  readonly keyset_id: string;
  readonly issuer: string;
  readonly principal: string;
  readonly use: KeyUse;
  readonly serial: number;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly demo?: boolean;
  readonly algorithms: readonly SignatureAlgorithm[];
}

/** Stored secret keys (short form, see `SignatureLengths`) by kid. The holder wipes them. */
export type SecretKeys = ReadonlyMap<string, Uint8Array>;

export interface GeneratedKeySet {
  readonly keySet: KeySet;
  readonly secretKeys: SecretKeys;
}

/** The algorithms of an issuer's set: one for each slot of an artifact. */
export const ARTIFACT_ALGORITHMS = [
  'ML-DSA-87',
  'SLH-DSA-SHA2-256s',
  'FALCON-1024',
] as const satisfies readonly SignatureAlgorithm[];

/** The public document of a plan's keys. Throws RangeError where the validity is empty. */
export function planKeySet(plan: Omit<KeySetPlan, 'algorithms'>, keys: readonly PublicJwk[]): KeySet {
  if (plan.notAfter <= plan.notBefore) throw new RangeError('notAfter must be later than notBefore');
  return sealKeySet({
    keyset_id: plan.keyset_id,
    issuer: plan.issuer,
    principal: plan.principal,
    use: plan.use,
    serial: plan.serial,
    not_before: formatIsoTime(plan.notBefore),
    not_after: formatIsoTime(plan.notAfter),
    ...(plan.demo === true ? { demo: true } : {}),
    keys,
  });
}

/** Generates the keys of a plan. FALCON-1024 takes half a second: call it off the event loop. */
export async function generateKeySet(plan: KeySetPlan, signer: Signer): Promise<GeneratedKeySet> {
  const secretKeys = new Map<string, Uint8Array>();
  const keys: PublicJwk[] = [];
  for (const algorithm of plan.algorithms) {
    const pair = await signer.generateKeyPair(algorithm);
    const key = publicJwk(algorithm, pair.publicKey);
    secretKeys.set(key.kid, pair.secretKey);
    keys.push(key);
  }
  return { keySet: planKeySet(plan, keys), secretKeys };
}

/** A key set id: `ks_` and 16 hex digits. */
export function newKeySetId(random: Random): string {
  return `ks_${Array.from(random(8), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
