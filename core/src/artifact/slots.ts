/** Judges the three signature slots against the trust store (security, S8 and S9; decisions 12.11). Verifies; cannot sign. */
import { fromBase64, fromHex } from '../bytes.ts';
import { isJsonObject } from '../canonical-json.ts';
import { type HeldEdition, lineOf, revocationOf } from '../keys/editions.ts';
import { algorithmOf, type KeySet, type PublicJwk, publicKeyBytes } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureAlgorithm, SignatureVerifier } from '../sign/family.ts';
import { isSignatureAlgorithm } from '../sign/lengths.ts';
import { standingAt, standingReason } from '../verdict/trust-used.ts';
import type { SlotReport } from '../verdict/verification-report.ts';
import { type Artifact, isPendingSlot, SLOT_ALGORITHMS, SLOTS, type Slot } from './artifact.ts';

export interface SlotJudgement {
  readonly slots: Readonly<Record<Slot, SlotReport>>;
  /** The one edition that all filled slots were judged under; null where none is held that could judge them. */
  readonly signer: HeldEdition | null;
  readonly filled: readonly Slot[];
  /** What the artifact says of its signer where that edition is not held; null otherwise. */
  readonly unknownEdition: string | null;
}

/** One slot under one edition: the key that verifies it, `invalid` if none of the fitting keys does, `no-key` if none fits. */
type SlotResult = { readonly key: PublicJwk; readonly algorithm: SignatureAlgorithm } | 'invalid' | 'no-key';

interface Candidate {
  readonly edition: HeldEdition;
  readonly results: ReadonlyMap<Slot, SlotResult>;
}

/**
 * Every filled slot must verify under one and the same held edition of this issuer and principal: the one that the artifact
 * names, or under which a slot verifies. Where none of the line verifies a slot, the slots are invalid; but where the artifact
 * names an edition that is not held, or no edition is, they are untrusted.
 *
 * @param judgedAt the time at which validity is judged, milliseconds since 1970 (S8)
 */
export async function judgeSlots(
  artifact: Artifact,
  trust: Trust,
  verifier: SignatureVerifier,
  judgedAt: number,
): Promise<SlotJudgement> {
  const filled = SLOTS.filter((slot) => !isPendingSlot(artifact.signatures[slot]));
  const { name: issuer, principal } = artifact.issuer;
  const line = lineOf(trust, { use: 'artifact', issuer, principal });
  const message = fromHex(artifact.manifest_hash);
  if (message === null) throw new TypeError('internal: manifest_hash passed the schema but is not hexadecimal');
  const named = namedEdition(artifact);
  const candidates: Candidate[] = [];
  // The named one first, then the latest: the one that verifies a slot is the named one, and the others are not asked.
  const isNamed = ({ keySet }: HeldEdition) => keySet.fingerprint === named;
  const order = [...line.filter(isNamed), ...line.filter((edition) => !isNamed(edition)).reverse()];
  for (const edition of filled.length === 0 ? [] : order) {
    const candidate = { edition, results: await trySlots(edition.keySet, artifact, filled, message, verifier) };
    candidates.push(candidate);
    if (verified(candidate) === filled.length || (isNamed(edition) && verified(candidate) > 0)) break;
  }
  const most = candidates.reduce((best, one) => Math.max(best, verified(one)), 0);
  const isUnknown = most === 0 && named !== null && !line.some(isNamed);
  const judge = isUnknown ? undefined : candidates.find((one) => verified(one) === most);
  // Where a set lacks a key for the slot, another set of the line may still refuse it.
  const lacking = judge === undefined ? [] : filled.filter((slot) => judge.results.get(slot) === 'no-key');
  const refused = new Set<Slot>();
  for (const { keySet } of lacking.length === 0 ? [] : line) {
    const results = await trySlots(keySet, artifact, lacking, message, verifier);
    for (const [slot, result] of results) if (result === 'invalid') refused.add(slot);
  }
  const slots = Object.fromEntries(
    SLOTS.map((slot) => [
      slot,
      filled.includes(slot) ? filledSlot(slot, judge, refused, isUnknown, trust, judgedAt) : emptySlot(slot),
    ]),
  ) as Record<Slot, SlotReport>;
  return {
    slots,
    signer: judge?.edition ?? null,
    filled,
    unknownEdition: isUnknown && filled.length > 0 ? named : null,
  };
}

/** The fingerprint by which an artifact names the edition that signs it; null where it names none. */
export function namedEdition({ attestations }: Pick<Artifact, 'attestations'>): string | null {
  const { signer } = attestations.governance_attestation;
  return isJsonObject(signer) && typeof signer.fingerprint === 'string' ? signer.fingerprint : null;
}

function verified({ results }: Candidate): number {
  return [...results.values()].filter((result) => typeof result === 'object').length;
}

async function trySlots(
  keySet: KeySet,
  artifact: Artifact,
  slots: readonly Slot[],
  message: Uint8Array,
  verifier: SignatureVerifier,
): Promise<ReadonlyMap<Slot, SlotResult>> {
  const results = await Promise.all(
    slots.map(async (slot): Promise<[Slot, SlotResult]> => {
      const signature = fromBase64(artifact.signatures[slot]);
      return [slot, await trySlot(keySet, SLOT_ALGORITHMS[slot], message, signature, verifier)];
    }),
  );
  return new Map(results);
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

function algorithmsOf(slot: Slot): string {
  return SLOT_ALGORITHMS[slot].join(' or ');
}

function emptySlot(slot: Slot): SlotReport {
  const reason = 'The slot is empty: no signature has been made yet.';
  return { status: 'pending', algorithm: algorithmsOf(slot), reason };
}

function filledSlot(
  slot: Slot,
  judge: Candidate | undefined,
  refused: ReadonlySet<Slot>,
  isUnknown: boolean,
  trust: Trust,
  judgedAt: number,
): SlotReport {
  const algorithm = algorithmsOf(slot);
  if (judge === undefined) {
    const reason = isUnknown
      ? 'The edition that the artifact names is not trusted here, so the signature could not be judged.'
      : 'No key set is trusted for this issuer and principal, so the signature could not be judged.';
    return { status: 'untrusted', algorithm, reason };
  }
  const { edition, results } = judge;
  const { keySet } = edition;
  const signer = { keyset_id: keySet.keyset_id, fingerprint: keySet.fingerprint };
  const result = results.get(slot) ?? 'no-key';
  if (result === 'no-key' && !refused.has(slot)) {
    return { status: 'untrusted', algorithm, ...signer, reason: `The trusted key set has no ${algorithm} key.` };
  }
  if (typeof result !== 'object') {
    const reason = 'The signature does not verify under the trusted key set.';
    return { status: 'invalid', algorithm, ...signer, reason };
  }
  const judged = { algorithm: result.algorithm, ...signer };
  if (revocationOf(trust, keySet, result.key) !== undefined) {
    return { status: 'revoked', ...judged, reason: 'The key that made it is revoked.' };
  }
  const standing = standingAt(edition, judgedAt);
  return standing === 'valid'
    ? { status: 'valid', ...judged }
    : { status: standing, ...judged, reason: standingReason(edition, judgedAt) };
}
