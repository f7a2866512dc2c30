/** Hybrid signing and verifying of a request's body, and the keys for it. */
import { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import {
  generateHybridKey,
  type HybridKey,
  type LayerBytes,
  type LayeredSignature,
  type LayeredVerified,
  signLayered,
  verifyLayered,
} from '@touchstone/core/composite/layered.ts';
import {
  HYBRID_SCHEMES,
  type HybridSchemeName,
  LAYER_NAMES,
  type SchemeChoice,
  schemeFor,
} from '@touchstone/core/composite/schemes.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { invalid } from '../frame/errors.ts';
import type { Job } from '../frame/job.ts';
import { jobsOf, type Work } from '../frame/work.ts';

type Hybrid = typeof api.crypto.hybrid;
export type HybridSignBody = InputOf<Hybrid['sign']>['body'];
export type HybridVerifyBody = InputOf<Hybrid['verify']>['body'];
/** A text for each layer that is there. */
export type LayerTexts = HybridVerifyBody['signatures'];

/** The scheme that a sign request selects. Throws INVALID_REQUEST where it selects none or contradicts itself. */
export function chosenScheme(choice: SchemeChoice): HybridSchemeName {
  const result = schemeFor(choice);
  if (result.ok) return result.scheme;
  throw invalid(result.field, result.message);
}

/** Judges every layer under the given public keys, or under those that the body carries. */
async function verifyHybrid(
  body: HybridVerifyBody,
  scheme: HybridSchemeName,
  publicKeys: LayerBytes | null,
  verifier: SignatureVerifier,
): Promise<LayeredVerified> {
  const keys = publicKeys ?? layerBytes('public_keys', body.public_keys ?? {});
  const signatures = layerBytes('signatures', body.signatures);
  return verifyLayered(scheme, keys, bytesIn('message', body.message), signatures, verifier);
}

function layerBytes(field: string, texts: LayerTexts): LayerBytes {
  return Object.fromEntries(
    LAYER_NAMES.flatMap((layer) => {
      const text = texts[layer];
      return text === undefined ? [] : [[layer, bytesIn(`${field}.${layer}`, text)]];
    }),
  );
}

export type SignChoice = Pick<HybridSignBody, 'scheme' | 'signatureMode' | 'security_level' | 'key_id'>;
export type VerifyChoice = Pick<HybridVerifyBody, 'scheme' | 'key_id' | 'public_keys'>;

interface SignFacts {
  readonly scheme: HybridSchemeName;
  readonly secretKeys: LayerBytes;
}

export const signWork: Work<Hybrid['sign'], SignChoice, SignFacts, LayeredSignature> = {
  operation: api.crypto.hybrid.sign,
  choose: ({ message: _, ...choice }) => choice,
  run: ({ message }, { scheme, secretKeys }, { signer }) =>
    signLayered(scheme, secretKeys, bytesIn('message', message), signer),
  isHeavy: (_body, { scheme }) => isHeavy(scheme),
  secretsIn: ({ secretKeys }) => Object.values(secretKeys),
};

/** The facts are the public keys to judge under; null where the body carries them. */
export const verifyWork: Work<Hybrid['verify'], VerifyChoice, LayerBytes | null, LayeredVerified> = {
  operation: api.crypto.hybrid.verify,
  choose: ({ message: _, signatures: __, ...choice }) => choice,
  run: (body, publicKeys, { signer }) => verifyHybrid(body, body.scheme, publicKeys, signer),
  isHeavy: ({ scheme }) => isHeavy(scheme),
};

export const generateHybridKeyJob: Job<HybridSchemeName, HybridKey> = {
  name: 'generate hybrid key',
  run: (scheme, { signer }) => generateHybridKey(scheme, signer),
};

/** Two layers are Ed25519 and ML-DSA; the third is FALCON or SLH-DSA. */
function isHeavy(scheme: HybridSchemeName): boolean {
  return HYBRID_SCHEMES[scheme].layers.length > 2;
}

export const checks = [bodyCheck(api.crypto.hybrid.sign, (body) => void chosenScheme(body))] as const;

export const jobs = [...jobsOf(signWork), ...jobsOf(verifyWork), generateHybridKeyJob] as const;
