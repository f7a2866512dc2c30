/**
 * Hybrid signatures in layers (security, S6): payload = `svc-hybrid/v1` 00 ‖ scheme ‖ 00 ‖ message. In the concatenated
 * scheme every layer signs the payload; in all others layer i signs payload ‖ layer 1 ‖ … ‖ layer i−1. Valid means
 * exactly the scheme's layers, each under the key of its position.
 */
import { concat, toHex, utf8, wipe } from '../bytes.ts';
import { sha3_256, tagged } from '../hash.ts';
import type { SignatureVerifier, Signer } from '../sign/family.ts';
import { HYBRID_SCHEMES, type HybridSchemeName, LAYER_NAMES, type LayerName } from './schemes.ts';

/** One byte string for each layer that is there: public keys, stored secret keys, or signatures. */
export type LayerBytes = Readonly<Partial<Record<LayerName, Uint8Array>>>;

/** A key of one scheme: it serves no other scheme and no other endpoint (S6). */
export interface HybridKey {
  readonly scheme: HybridSchemeName;
  readonly publicKeys: LayerBytes;
  /** In the stored short form. The caller wipes them. */
  readonly secretKeys: LayerBytes;
}

export interface LayeredSignature {
  readonly scheme: HybridSchemeName;
  readonly signatures: LayerBytes;
  /** See `onchainHash`. */
  readonly onchainHash: string | null;
  readonly wireVersion: '0x04' | null;
}

export interface LayeredVerified {
  readonly valid: boolean;
  /** Every layer of the scheme and every other layer that was presented; a layer that does not belong is false. */
  readonly layers: Readonly<Partial<Record<LayerName, boolean>>>;
}

/** The payload of S6. No scheme name holds a zero byte, so that name and message cannot flow into each other. */
export function hybridPayload(scheme: HybridSchemeName, message: Uint8Array): Uint8Array {
  return tagged('hybrid', concat(utf8(scheme), new Uint8Array(1), message));
}

/**
 * Fresh key pairs for each layer, or those that `seeds` (of the families' seed lengths, by layer) determine. FALCON
 * and SLH-DSA are slow: call it off the event loop. Throws TypeError where seeds are given for other layers.
 */
export async function generateHybridKey(
  scheme: HybridSchemeName,
  signer: Pick<Signer, 'generateKeyPair'>,
  seeds?: LayerBytes,
): Promise<HybridKey> {
  if (seeds !== undefined) requireLayers(scheme, seeds, 'the seeds');
  const publicKeys: Partial<Record<LayerName, Uint8Array>> = {};
  const secretKeys: Partial<Record<LayerName, Uint8Array>> = {};
  try {
    for (const { name, algorithm } of HYBRID_SCHEMES[scheme].layers) {
      const pair = await signer.generateKeyPair(algorithm, seeds?.[name]);
      publicKeys[name] = pair.publicKey;
      secretKeys[name] = pair.secretKey;
    }
  } catch (error) {
    wipe(...Object.values(secretKeys));
    throw error;
  }
  return { scheme, publicKeys, secretKeys };
}

/** Signs `message` layer by layer. Throws TypeError where the secret keys are not exactly those of the scheme's layers. */
export async function signLayered(
  scheme: HybridSchemeName,
  secretKeys: LayerBytes,
  message: Uint8Array,
  signer: Pick<Signer, 'sign'>,
): Promise<LayeredSignature> {
  requireLayers(scheme, secretKeys, 'the secret keys');
  const { layers, isNested, wireVersion } = HYBRID_SCHEMES[scheme];
  const signatures: Partial<Record<LayerName, Uint8Array>> = {};
  let signed = hybridPayload(scheme, message);
  for (const { name, algorithm, signatureLength } of layers) {
    const signature = await signer.sign(algorithm, present(secretKeys[name]), signed);
    if (signature.length !== signatureLength) throw new TypeError(`internal: a ${algorithm} signature of wrong length`);
    signatures[name] = signature;
    if (isNested) signed = concat(signed, signature);
  }
  return { scheme, signatures, onchainHash: onchainHash(scheme, signatures), wireVersion };
}

/**
 * Judges every layer alone, always all of them: a nested layer over the payload and the earlier layers as presented,
 * whether those hold or not. A layer is false where it or an earlier one that it covers is missing or has another
 * length. Never rejects for anything that outsiders can send; missing or foreign public keys make their layer false.
 */
export async function verifyLayered(
  scheme: HybridSchemeName,
  publicKeys: LayerBytes,
  message: Uint8Array,
  signatures: LayerBytes,
  verifier: SignatureVerifier,
): Promise<LayeredVerified> {
  const { layers, isNested } = HYBRID_SCHEMES[scheme];
  const judged: Promise<boolean>[] = [];
  let signed: Uint8Array | null = hybridPayload(scheme, message);
  for (const { name, algorithm, signatureLength } of layers) {
    const signature = signatures[name];
    const publicKey = publicKeys[name];
    const isWhole = signature?.length === signatureLength;
    judged.push(
      isWhole && publicKey !== undefined && signed !== null
        ? verifier.verify(algorithm, publicKey, signed, signature)
        : Promise.resolve(false),
    );
    // Without fixed lengths, the end of the message could pass for the beginning of a layer.
    if (isNested) signed = isWhole && signed !== null ? concat(signed, signature) : null;
  }
  const holds = await Promise.all(judged);
  const verdicts: Partial<Record<LayerName, boolean>> = {};
  for (const [position, name] of LAYER_NAMES.entries()) {
    if (position < layers.length) verdicts[name] = holds[position] === true;
    else if (signatures[name] !== undefined) verdicts[name] = false;
  }
  return { valid: Object.values(verdicts).every((holdsHere) => holdsHere), layers: verdicts };
}

/**
 * What stands on chain for layer 3 of triple and archival signatures: SHA3-256 of its signature, lower-case hex
 * (decisions, section 11). Null for schemes of two layers or where layer 3 is missing.
 */
export function onchainHash(scheme: HybridSchemeName, signatures: LayerBytes): string | null {
  const { layer3 } = signatures;
  return HYBRID_SCHEMES[scheme].hasOnchainHash && layer3 !== undefined ? toHex(sha3_256(layer3)) : null;
}

function requireLayers(scheme: HybridSchemeName, bytes: LayerBytes, what: string): void {
  const expected = HYBRID_SCHEMES[scheme].layers.map(({ name }) => name);
  const found = LAYER_NAMES.filter((name) => bytes[name] !== undefined);
  if (found.length !== expected.length || found.some((name, i) => name !== expected[i])) {
    throw new TypeError(`${what} must be those of ${expected.join(', ')}`);
  }
}

function present(bytes: Uint8Array | undefined): Uint8Array {
  if (bytes === undefined) throw new TypeError('internal: a layer has no key');
  return bytes;
}
