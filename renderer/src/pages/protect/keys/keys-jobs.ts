/** What the worker of the Keys page does: verifies what the service has signed, rebuilds keys from shares. */
import { fromBase64, toBase64, toHex, utf8, wipe } from '@touchstone/core/bytes.ts';
import { canonicalBytes, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { openShare, SHARE_KEMS, type ShareHolder } from '@touchstone/core/ceremony/sealed-share.ts';
import { combineShares, type SharesFault, type SharesOfKey, signWithShares } from '@touchstone/core/ceremony/shares.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { Kem } from '@touchstone/core/kem/kem.ts';
import { algorithmOf, type KeySet, publicKeyBytes, readKeySet } from '@touchstone/core/keys/key-set.ts';
import {
  type ProvenancePage,
  type ProvenancePageVerdict,
  type ServiceKeyOf,
  verifyProvenancePage,
} from '@touchstone/core/keys/provenance.ts';
import type { SignatureVerifier, Signer } from '@touchstone/core/sign/family.ts';
import type { MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import { STATEMENT_ALGORITHM, verifyStatement } from '@touchstone/core/sign/statement.ts';

/** As `/v1/key/provenance` answered for a page. */
export interface ProvenanceJob {
  readonly kind: 'provenance';
  readonly page: ProvenancePage;
  /** The hash of the event before it, where that was read; null where it was not. */
  readonly previous: string | null;
  /** As the service publishes them. */
  readonly keySets: readonly JsonValue[];
}

export interface AttestationJob {
  readonly kind: 'attestation';
  readonly attestation: JsonObject;
  readonly path: string;
  /** Null where none was sent. */
  readonly requestBody: JsonValue;
  readonly responseBody: JsonValue;
  readonly keySets: readonly JsonValue[];
}

export interface GivenShare {
  /** Base64 of a share, or `kem1:` and the sealed one. */
  readonly text: string;
  /** Of a sealed share: whose it is, and base64 of his ML-KEM secret key. */
  readonly participant: number | null;
  readonly secretKey: string;
}

export interface CombineJob {
  readonly kind: 'combine';
  readonly project: string;
  readonly ceremonyId: string;
  readonly algorithm: MlDsaAlgorithm;
  /** Base64. */
  readonly publicKey: string;
  /** Null where they are not known. */
  readonly commitments: readonly string[] | null;
  readonly shares: readonly GivenShare[];
  /** Base64 of what is to be signed; null to check the shares only. */
  readonly message: string | null;
}

export type KeysJob = ProvenanceJob | AttestationJob | CombineJob;

/** `response` and `request`: the body does not have the hash that was signed. */
export type AttestationFault = 'SIGNER_UNKNOWN' | 'SIGNATURE' | 'PATH' | 'REQUEST' | 'RESPONSE';
export type AttestationVerdict = { readonly ok: true } | { readonly ok: false; readonly reason: AttestationFault };

/** `UNOPENED_SHARE`: a sealed share that this secret key, participant or ceremony does not open. */
export type CombineFault = SharesFault | 'UNOPENED_SHARE' | 'MALFORMED_KEY';
export type CombineOutcome =
  /** Base64; null where nothing was to be signed. The signature was verified under the ceremony's public key. */
  | { readonly ok: true; readonly signature: string | null }
  | { readonly ok: false; readonly reason: CombineFault; readonly share: number | null };

export interface KeysResults {
  readonly provenance: ProvenancePageVerdict;
  readonly attestation: AttestationVerdict;
  readonly combine: CombineOutcome;
}

export interface KeysEffects {
  readonly signatures: SignatureVerifier & Signer;
  readonly kem: Kem;
}

export async function runKeysJob(job: KeysJob, effects: KeysEffects): Promise<KeysResults[keyof KeysResults]> {
  switch (job.kind) {
    case 'provenance':
      return verifyProvenancePage(job.page, job.previous ?? undefined, serviceKeyOf(job.keySets), effects.signatures);
    case 'attestation':
      return verifyAttestation(job, effects.signatures);
    case 'combine':
      return combine(job, effects);
  }
}

/** Looks up the ML-DSA-65 key of `service` sets; a set that is malformed, or is not what its fingerprint says, is left out. */
function serviceKeyOf(documents: readonly JsonValue[]): ServiceKeyOf {
  const sets: KeySet[] = [];
  for (const document of documents) {
    const read = readKeySet(document);
    if (read.ok && read.keySet.use === 'service') sets.push(read.keySet);
  }
  return (id) => {
    const key = sets
      .find(({ keyset_id }) => keyset_id === id)
      ?.keys.find((candidate) => algorithmOf(candidate) === STATEMENT_ALGORITHM);
    return key === undefined ? null : publicKeyBytes(key);
  };
}

async function verifyAttestation(job: AttestationJob, verifier: SignatureVerifier): Promise<AttestationVerdict> {
  const { signature, ...body } = job.attestation;
  const { keyset_id, path_hash, request_hash, response_hash } = body;
  const publicKey = typeof keyset_id === 'string' ? serviceKeyOf(job.keySets)(keyset_id) : null;
  if (publicKey === null || typeof signature !== 'string') return { ok: false, reason: 'SIGNER_UNKNOWN' };
  if (!(await verifyStatement('gateway-attestation', body, signature, publicKey, verifier))) {
    return { ok: false, reason: 'SIGNATURE' };
  }
  if (path_hash !== toHex(sha3_256(utf8(job.path)))) return { ok: false, reason: 'PATH' };
  if (request_hash !== hashOf(job.requestBody)) return { ok: false, reason: 'REQUEST' };
  return response_hash === hashOf(job.responseBody) ? { ok: true } : { ok: false, reason: 'RESPONSE' };
}

function hashOf(body: JsonValue): string {
  return toHex(sha3_256(canonicalBytes(body)));
}

async function combine(job: CombineJob, { signatures, kem }: KeysEffects): Promise<CombineOutcome> {
  const publicKey = fromBase64(job.publicKey);
  const message = job.message === null ? null : fromBase64(job.message);
  if (publicKey === null || (message === null && job.message !== null)) {
    return { ok: false, reason: 'MALFORMED_KEY', share: null };
  }
  const shares: Uint8Array[] = [];
  try {
    for (const [place, given] of job.shares.entries()) {
      const share = await openedShare(job, given, kem);
      if (typeof share === 'string') return { ok: false, reason: share, share: place };
      shares.push(share);
    }
    const { algorithm, commitments } = job;
    const key: SharesOfKey = { algorithm, publicKey, shares, ...(commitments === null ? {} : { commitments }) };
    if (message === null) {
      const combined = await combineShares(key, signatures);
      if (!combined.ok) return combined;
      wipe(combined.secretKey);
      return { ok: true, signature: null };
    }
    const signed = await signWithShares(key, message, signatures);
    if (!signed.ok) return signed;
    if (!(await signatures.verify(algorithm, publicKey, message, signed.signature))) {
      throw new TypeError('the signature that was just made does not hold');
    }
    return { ok: true, signature: toBase64(signed.signature) };
  } finally {
    wipe(...shares);
  }
}

/** The share's bytes, which the caller wipes, or why there are none. */
async function openedShare(
  { project, ceremonyId }: CombineJob,
  { text, participant, secretKey }: GivenShare,
  kem: Kem,
): Promise<Uint8Array | 'MALFORMED_SHARE' | 'UNOPENED_SHARE'> {
  if (!text.startsWith('kem1:')) return fromBase64(text) ?? 'MALFORMED_SHARE';
  const key = fromBase64(secretKey);
  if (key === null || participant === null) return 'UNOPENED_SHARE';
  const holder: ShareHolder = { project, ceremonyId, participant };
  try {
    // A seed opens under both; the box and the participant's key have the same parameter set.
    for (const algorithm of SHARE_KEMS) {
      const share = await openShare(kem, algorithm, key, holder, text).catch(() => null);
      if (share !== null) return share;
    }
    return 'UNOPENED_SHARE';
  } finally {
    wipe(key);
  }
}
