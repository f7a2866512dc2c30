/** Hybrid signing and verifying of a request's body, for the event loop and for workers. */
import type { api } from '@touchstone/core/api/api.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import {
  type LayerBytes,
  type LayeredSignature,
  type LayeredVerified,
  signLayered,
  verifyLayered,
} from '@touchstone/core/composite/layered.ts';
import {
  type HybridSchemeName,
  LAYER_NAMES,
  type SchemeChoice,
  schemeFor,
} from '@touchstone/core/composite/schemes.ts';
import type { SignatureVerifier, Signer } from '@touchstone/core/sign/family.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { invalid } from '../frame/errors.ts';

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

export async function signHybrid(
  { message }: Pick<HybridSignBody, 'message'>,
  scheme: HybridSchemeName,
  secretKeys: LayerBytes,
  signer: Pick<Signer, 'sign'>,
): Promise<LayeredSignature> {
  return signLayered(scheme, secretKeys, bytesIn('message', message), signer);
}

/** Judges every layer under the given public keys, or under those that the body carries. */
export async function verifyHybrid(
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
