/** Findings about signatures that one trusted key set must have made, all of them: those of receipts and of 3-key signing. */
import type { HeldEdition } from '../keys/editions.ts';
import type { Trust } from '../keys/trust.ts';
import type { CheckList } from './checks.ts';
import { checkPeriod, checkRevocation, standingAt, standingReason } from './trust-used.ts';
import type { SlotReport } from './verification-report.ts';

export interface JudgedSignature {
  readonly slot: string;
  readonly algorithm: string;
  /** Whether it verifies under the key of the set. */
  readonly holds: boolean;
  /** Whether that key is revoked in the trust store. */
  readonly isRevoked: boolean;
}

export interface OneSigner {
  readonly edition: HeldEdition;
  readonly trust: Trust;
  /** The time at which the set must be valid, milliseconds since 1970. */
  readonly at: number;
  /** What `trust.key_set` asks for. */
  readonly expected: string;
  readonly words: {
    /** What the signatures are over: "the hash". */
    readonly covered: string;
    /** "at the signed time": when the key set was valid, or not. */
    readonly basis: string;
  };
}

/**
 * Adds the checks of each signature, of trust, revocation and period, and answers how each slot stands. Where a signature
 * is broken, trust rests on it and is skipped.
 */
export function checkOneSigner(
  signatures: readonly JudgedSignature[],
  { edition, trust, at, expected, words }: OneSigner,
  checks: CheckList,
): Readonly<Record<string, SlotReport>> {
  const { keySet } = edition;
  const slots = Object.fromEntries(
    signatures.map((signature) => [signature.slot, slotOf(signature, edition, at)] as const),
  );
  for (const { slot, algorithm, holds } of signatures) {
    checks.add(
      'signature',
      slot,
      holds
        ? { status: 'passed', sentence: `${algorithm}: the signature over ${words.covered} verifies.` }
        : {
            status: 'failed',
            sentence: `${algorithm}: the signature does not verify under the trusted key set.`,
            reason: 'SIGNATURE_INVALID',
          },
    );
  }
  const invalid = checks.all.find(({ group, status }) => group === 'signature' && status === 'failed')?.id;
  if (invalid !== undefined) {
    checks.skip('trust', 'key_set', 'Whether one trusted key set made every signature.', invalid);
    return slots;
  }
  checks.add('trust', 'key_set', {
    status: 'passed',
    sentence: 'One trusted key set made every signature.',
    expected,
    found: `${keySet.keyset_id}, edition ${keySet.serial}, fingerprint ${keySet.fingerprint}`,
  });
  const revoked = signatures.filter(({ isRevoked }) => isRevoked).map(({ slot }) => slot);
  checkRevocation(trust, revoked, 'revocation', checks);
  checkPeriod({ edition, at, basis: words.basis }, 'key_period', checks);
  return slots;
}

function slotOf({ algorithm, holds, isRevoked }: JudgedSignature, edition: HeldEdition, at: number): SlotReport {
  const { keyset_id, fingerprint } = edition.keySet;
  const judged = { algorithm, keyset_id, fingerprint };
  if (!holds) {
    return { status: 'invalid', ...judged, reason: 'The signature does not verify under the trusted key set.' };
  }
  if (isRevoked) return { status: 'revoked', ...judged, reason: 'The key that made it is revoked.' };
  const standing = standingAt(edition, at);
  if (standing !== 'valid') return { status: standing, ...judged, reason: standingReason(edition, at) };
  return { status: 'valid', ...judged };
}
