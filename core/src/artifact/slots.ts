/** Judges the three signature slots against the trust store (security, S8 and S9). Verifies; cannot sign. */
import { fromBase64, fromHex } from '../bytes.ts';
import { algorithmOf, type KeySet, type PublicJwk, publicKeyBytes } from '../keys/key-set.ts';
import { isRevoked, keySetsFor, type PinnedKeySet, type TrustStore } from '../keys/trust.ts';
import type { SignatureAlgorithm, SignatureVerifier } from '../sign/family.ts';
import { isSignatureAlgorithm } from '../sign/lengths.ts';
import { parseIsoTime } from '../time.ts';
import { type Artifact, isPendingSlot, SLOT_ALGORITHMS, SLOTS, type Slot } from './artifact.ts';
import type { SlotReport } from './report.ts';

export interface SlotJudgement {
  readonly slots: Readonly<Record<Slot, SlotReport>>;
  /** The one set that all filled slots were judged under; null without a set for this issuer and principal. */
  readonly signer: PinnedKeySet | null;
  readonly filled: readonly Slot[];
}

/** One slot under one key set: the key that verifies it, `invalid` if none of the fitting keys does, `no-key` if none fits. */
type SlotResult = { readonly key: PublicJwk; readonly algorithm: SignatureAlgorithm } | 'invalid' | 'no-key';

interface Candidate {
  readonly pinned: PinnedKeySet;
  readonly results: ReadonlyMap<Slot, SlotResult>;
}

/**
 * Every filled slot must verify under one and the same trusted set. Where several sets speak for this issuer and
 * principal, the one under which most slots hold is reported, a usable one before a revoked or outdated one.
 *
 * @param judgedAt the time at which validity is judged, milliseconds since 1970 (S8)
 */
export async function judgeSlots(
  artifact: Artifact,
  trust: TrustStore,
  verifier: SignatureVerifier,
  judgedAt: number,
): Promise<SlotJudgement> {
  const filled = SLOTS.filter((slot) => !isPendingSlot(artifact.signatures[slot]));
  const sets = keySetsFor(trust, 'artifact', artifact.issuer.name, artifact.issuer.principal);
  const message = fromHex(artifact.manifest_hash);
  if (message === null) throw new TypeError('internal: manifest_hash passed the schema but is not hexadecimal');
  const candidates = await Promise.all(sets.map((pinned) => tryKeySet(pinned, artifact, filled, message, verifier)));
  candidates.sort((a, b) => rank(b, trust, judgedAt) - rank(a, trust, judgedAt));
  const best = filled.length === 0 ? undefined : candidates[0];
  const slots = Object.fromEntries(
    SLOTS.map((slot) => [slot, slotReport(slot, filled.includes(slot), candidates, trust, judgedAt)]),
  ) as Record<Slot, SlotReport>;
  return { slots, signer: best?.pinned ?? null, filled };
}

async function tryKeySet(
  pinned: PinnedKeySet,
  artifact: Artifact,
  filled: readonly Slot[],
  message: Uint8Array,
  verifier: SignatureVerifier,
): Promise<Candidate> {
  const results = await Promise.all(
    filled.map(async (slot): Promise<[Slot, SlotResult]> => {
      const signature = fromBase64(artifact.signatures[slot]);
      return [slot, await trySlot(pinned.key_set, SLOT_ALGORITHMS[slot], message, signature, verifier)];
    }),
  );
  return { pinned, results: new Map(results) };
}

async function trySlot(
  keySet: KeySet,
  algorithms: readonly SignatureAlgorithm[],
  message: Uint8Array,
  signature: Uint8Array | null,
  verifier: SignatureVerifier,
): Promise<SlotResult> {
  let outcome: SlotResult = 'no-key';
  for (const key of keySet.keys) {
    const algorithm = algorithmOf(key);
    if (!isSignatureAlgorithm(algorithm) || !algorithms.includes(algorithm)) continue;
    outcome = 'invalid';
    if (signature === null) continue;
    if (await verifier.verify(algorithm, publicKeyBytes(key), message, signature)) return { key, algorithm };
  }
  return outcome;
}

/** More valid slots first; among equals a set whose keys are in use before one that is revoked or out of validity. */
function rank({ pinned, results }: Candidate, trust: TrustStore, judgedAt: number): number {
  let rank = isInValidity(pinned.key_set, judgedAt) ? 1 : 0;
  for (const result of results.values()) {
    if (typeof result !== 'object') continue;
    rank += 8;
    if (!isRevoked(trust, result.key)) rank += 2;
  }
  return rank;
}

/** Whether a time lies in a key set's validity, both ends included. */
export function isInValidity(keySet: KeySet, time: number): boolean {
  return (
    time >= (parseIsoTime(keySet.not_before) ?? Number.NaN) && time <= (parseIsoTime(keySet.not_after) ?? Number.NaN)
  );
}

function slotReport(
  slot: Slot,
  isFilled: boolean,
  candidates: readonly Candidate[],
  trust: TrustStore,
  judgedAt: number,
): SlotReport {
  const algorithm = SLOT_ALGORITHMS[slot].join(' or ');
  if (!isFilled) return { status: 'pending', algorithm, reason: 'The slot is empty: no signature has been made yet.' };
  const [best] = candidates;
  if (best === undefined) {
    const reason = 'No trusted key set speaks for this issuer and principal, so the signature could not be judged.';
    return { status: 'untrusted', algorithm, reason };
  }
  const { key_set: keySet } = best.pinned;
  const signer = { keyset_id: keySet.keyset_id, fingerprint: keySet.fingerprint };
  const result = best.results.get(slot) ?? 'no-key';
  const refused = candidates.some(({ results }) => results.get(slot) === 'invalid');
  if (result === 'no-key' && !refused) {
    return { status: 'untrusted', algorithm, ...signer, reason: `The trusted key set has no ${algorithm} key.` };
  }
  if (result === 'no-key' || result === 'invalid') {
    return {
      status: 'invalid',
      algorithm,
      ...signer,
      reason: 'The signature does not verify under the trusted key set.',
    };
  }
  const judged = { algorithm: result.algorithm, ...signer };
  if (isRevoked(trust, result.key)) return { status: 'revoked', ...judged, reason: 'The key that made it is revoked.' };
  if (!isInValidity(keySet, judgedAt)) {
    return {
      status: 'not_valid',
      ...judged,
      reason: `The key set is valid from ${keySet.not_before} to ${keySet.not_after} only.`,
    };
  }
  return { status: 'valid', ...judged };
}
