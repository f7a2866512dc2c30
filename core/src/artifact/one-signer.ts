/** Findings about signatures that one trusted key set must have made, all of them: those of receipts and of 3-key signing. */
import type { KeySet } from '../keys/key-set.ts';
import { formatIsoTime, parseIsoTime } from '../time.ts';
import type { CheckList } from './checks.ts';
import type { SlotReport } from './report.ts';

export interface JudgedSignature {
  readonly slot: string;
  readonly algorithm: string;
  /** Whether it verifies under the key of the set. */
  readonly holds: boolean;
  /** Whether that key is revoked in the trust store. */
  readonly isRevoked: boolean;
}

export interface OneSigner {
  readonly keySet: KeySet;
  /** The time at which the set must be valid, milliseconds since 1970. */
  readonly at: number;
  /** What `trust.key_set` asks for. */
  readonly expected: string;
  readonly words: {
    /** What the signatures are over: "the hash". */
    readonly covered: string;
    /** "The key set was valid at the signed time." */
    readonly isValid: string;
    readonly isNotValid: string;
  };
}

/**
 * Adds the checks of each signature, of trust, revocation and period, and answers how each slot stands. Where a signature
 * is broken, trust rests on it and is skipped.
 */
export function checkOneSigner(
  signatures: readonly JudgedSignature[],
  { keySet, at, expected, words }: OneSigner,
  checks: CheckList,
): Readonly<Record<string, SlotReport>> {
  const inPeriod = at >= (parseIsoTime(keySet.not_before) ?? 0) && at <= (parseIsoTime(keySet.not_after) ?? 0);
  const slots = Object.fromEntries(
    signatures.map((signature) => [signature.slot, slotOf(signature, keySet, inPeriod)] as const),
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
    found: `${keySet.keyset_id}, serial ${keySet.serial}, fingerprint ${keySet.fingerprint}`,
  });
  const revoked = signatures
    .filter(({ isRevoked }) => isRevoked)
    .map(({ slot }) => slot)
    .join(', ');
  checks.add('trust', 'revocation', {
    ...(revoked === ''
      ? { status: 'passed', sentence: 'No key that signed is revoked in this trust store.' }
      : { status: 'pending', sentence: `The key that signed ${revoked} is revoked.`, reason: 'KEY_REVOKED' }),
    expected: 'no revocation of a key that signed',
    found: revoked === '' ? 'none' : revoked,
  });
  checks.add('validity', 'key_period', {
    ...(inPeriod
      ? { status: 'passed', sentence: words.isValid }
      : { status: 'pending', sentence: words.isNotValid, reason: 'KEY_NOT_VALID' }),
    expected: `${keySet.not_before} to ${keySet.not_after}`,
    found: formatIsoTime(at),
  });
  return slots;
}

function slotOf({ algorithm, holds, isRevoked }: JudgedSignature, keySet: KeySet, inPeriod: boolean): SlotReport {
  const judged = { algorithm, keyset_id: keySet.keyset_id, fingerprint: keySet.fingerprint };
  if (!holds) {
    return { status: 'invalid', ...judged, reason: 'The signature does not verify under the trusted key set.' };
  }
  if (isRevoked) return { status: 'revoked', ...judged, reason: 'The key that made it is revoked.' };
  if (!inPeriod) {
    const reason = `The key set is valid from ${keySet.not_before} to ${keySet.not_after} only.`;
    return { status: 'not_valid', ...judged, reason };
  }
  return { status: 'valid', ...judged };
}
