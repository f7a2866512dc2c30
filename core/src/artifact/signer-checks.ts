/** Signatures, trust and validity as checks: what `judgeSlots` found, in words (security, S8 and S9). */
import type { Trust } from '../keys/trust.ts';
import { parseIsoTime } from '../time.ts';
import type { CheckList } from '../verdict/checks.ts';
import { checkClock, checkPeriod, checkRevocation } from '../verdict/trust-used.ts';
import { type Artifact, SLOTS } from './artifact.ts';
import type { SlotJudgement } from './slots.ts';

/** What the check of the key set has found where none speaks for the signer. */
export const NO_SIGNER = 'none';

/** Rule 3 of document 1: each signature over the 48 raw bytes of manifest_hash. */
export function checkSignatures(judgement: SlotJudgement | null, checks: CheckList): void {
  for (const slot of SLOTS) {
    if (judgement === null) {
      checks.skip('signature', slot, `The ${slot} signature over the manifest hash.`, 'integrity.manifest_hash');
      continue;
    }
    const { status, algorithm, reason = '' } = judgement.slots[slot];
    if (status === 'invalid') {
      checks.add('signature', slot, {
        status: 'failed',
        sentence: `${algorithm}: ${reason}`,
        reason: 'SIGNATURE_INVALID',
      });
    } else if (status === 'pending') {
      checks.add('signature', slot, {
        status: 'pending',
        sentence: `${algorithm}: ${reason}`,
        reason: 'SIGNATURE_PENDING',
      });
    } else if (status === 'untrusted') {
      const sentence = `${algorithm}: the signature was not judged.`;
      checks.add('signature', slot, { status: 'not_performed', sentence, reason, restsOn: 'trust.key_set' });
    } else {
      checks.add('signature', slot, {
        status: 'passed',
        sentence: `${algorithm}: the signature over the manifest hash verifies.`,
      });
    }
  }
}

/** Whether a trusted key set speaks for issuer and principal, and whether a key that signed is revoked. */
export function checkTrust(artifact: Artifact, judgement: SlotJudgement | null, trust: Trust, checks: CheckList): void {
  const expected = `a trusted key set of use artifact for ${artifact.issuer.name}, ${artifact.issuer.principal}`;
  const foundation = brokenFoundation(judgement, checks);
  if (foundation !== null || judgement === null) {
    checks.skip(
      'trust',
      'key_set',
      'Whether a key set is trusted for this issuer and principal.',
      foundation ?? 'integrity.manifest_hash',
    );
    checks.skip(
      'trust',
      'revocation',
      'Whether a key that signed is revoked.',
      foundation ?? 'integrity.manifest_hash',
    );
    return;
  }
  const { signer, slots, filled, unknownEdition } = judgement;
  if (filled.length === 0) {
    const reason = 'There is no signature whose signer could be judged.';
    checks.add('trust', 'key_set', { status: 'not_performed', sentence: 'No slot is filled yet.', reason, expected });
    checks.add('trust', 'revocation', { status: 'not_performed', sentence: 'No slot is filled yet.', reason });
    return;
  }
  if (signer === null) {
    const sentence =
      unknownEdition === null
        ? 'No key set is trusted for this issuer and principal. Import one and compare its fingerprint to reach a conclusion.'
        : 'The edition that the artifact names is not trusted here, and no trusted edition made a signature.';
    checks.add('trust', 'key_set', {
      status: 'pending',
      sentence,
      expected,
      found: unknownEdition === null ? NO_SIGNER : `edition with fingerprint ${unknownEdition}`,
      reason: 'SIGNER_NOT_TRUSTED',
    });
    checks.skip('trust', 'revocation', 'Whether a key that signed is revoked.', 'trust.key_set');
    return;
  }
  const { keySet } = signer;
  const found = `${keySet.keyset_id}, edition ${keySet.serial}, fingerprint ${keySet.fingerprint}`;
  const unmatched = filled.filter((slot) => slots[slot].status === 'untrusted');
  if (unmatched.length > 0) {
    const sentence = `The trusted key set has no key for ${unmatched.join(', ')}.`;
    checks.add('trust', 'key_set', { status: 'pending', sentence, expected, found, reason: 'SIGNER_NOT_TRUSTED' });
  } else {
    checks.add('trust', 'key_set', {
      status: 'passed',
      sentence: 'One trusted key set made every signature that is present.',
      expected,
      found,
    });
  }
  const revoked = filled.filter((slot) => slots[slot].status === 'revoked');
  checkRevocation(trust, revoked, 'revocation', checks);
}

/**
 * Whether the key set was valid at the time that counts, and whether `issued_at` lies ahead of the clock.
 *
 * @param judgedAt the bound time of issue, else `now`; milliseconds since 1970
 */
export function checkValidity(
  artifact: Artifact,
  judgement: SlotJudgement | null,
  issuedAtBound: boolean,
  judgedAt: number,
  now: number,
  checks: CheckList,
): void {
  const what = 'Whether the key set was valid at the time that counts.';
  const foundation = checks.has('integrity.issued_at', 'failed')
    ? 'integrity.issued_at'
    : brokenFoundation(judgement, checks);
  if (foundation !== null) checks.skip('validity', 'key_period', what, foundation);
  else if (judgement === null || judgement.filled.length === 0) {
    checks.add('validity', 'key_period', {
      status: 'not_performed',
      sentence: what,
      reason: 'There is no signature whose keys could be judged.',
    });
  } else if (judgement.signer === null) checks.skip('validity', 'key_period', what, 'trust.key_set');
  else {
    const basis = issuedAtBound
      ? 'at the bound time of issue'
      : 'at the time of verification, since the time of issue is not bound';
    checkPeriod({ edition: judgement.signer, at: judgedAt, basis }, 'key_period', checks);
  }
  checkClock('The stated time of issue', parseIsoTime(artifact.issued_at) ?? 0, now, 'issued_at', checks);
}

/** The failed check that trust and validity would rest on: the manifest hash or an invalid signature. */
function brokenFoundation(judgement: SlotJudgement | null, checks: CheckList): string | null {
  if (judgement === null) return 'integrity.manifest_hash';
  return checks.all.find(({ group, status }) => group === 'signature' && status === 'failed')?.id ?? null;
}
