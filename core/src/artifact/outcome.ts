/** From the checks of an artifact to one outcome: the table of decisions 12.15, in which the first match wins. */
import { firstFailed, firstPending, INTERNAL_FAULT, inconclusive, notReadable } from '../verdict/conclusion.ts';
import type { Check, Outcome, OutcomeCode, SlotReport } from '../verdict/verification-report.ts';
import { OUTCOME_CODES } from '../verdict/verification-report.ts';
import { EVIDENCE_CHECK } from './evidence-check.ts';
import { NO_SIGNER } from './signer-checks.ts';

export interface Verdict {
  readonly outcome: Outcome;
  readonly exit_code: 0 | 1 | 2 | 3;
  readonly code?: OutcomeCode;
  readonly sentence: string;
}

const SENTENCES: Readonly<Record<OutcomeCode, string>> = {
  READ: 'This file could not be checked: it cannot be opened.',
  INTERNAL: INTERNAL_FAULT.sentence,
  FORMAT: notReadable('a valid artifact file'),
  HASH_MISMATCH: 'Contents were changed after the hashes were made.',
  SUMMARY_MISMATCH: 'The summary shown to readers is not the one that was signed.',
  ISSUED_AT_MISMATCH: 'The stated time of issue is not the one that was signed.',
  ARTIFACT_ID_MISMATCH: 'The artifact id does not belong to these contents.',
  CYCLE_MISMATCH: 'A pillar belongs to another cycle than the artifact.',
  SIGNATURE_INVALID: 'A signature does not verify under the trusted key set of this issuer.',
  PILLAR_FAILED: 'A pillar reports that its own checks failed.',
  SIGNER_NOT_TRUSTED:
    'Inconclusive: no key set that you trust is for this issuer and principal. Untrusted is not invalid.',
  KEY_REVOKED: 'Inconclusive: a key that signed is revoked.',
  KEY_SUPERSEDED: 'Inconclusive: an older edition of the key set made the signatures.',
  KEY_NOT_VALID: 'Inconclusive: the signing keys were not valid at the time that counts.',
  TIME_AHEAD: "Inconclusive: the stated time lies ahead of this computer's clock.",
  PILLAR_UNKNOWN: 'Inconclusive: an attestation reports a result that this verifier does not know.',
  PLACEHOLDER: 'Inconclusive: a pillar is only a placeholder.',
  NO_SIGNATURE: 'Not signed: anyone could have made this file.',
  PARTLY_SIGNED: 'Partly signed: every signature present is valid, the rest are still to be made.',
  NO_PAYLOAD: 'Inconclusive: what was signed was not given.',
};

const VERIFIED = 'All contents are intact and all three signatures are valid under one trusted key set.';
const VERIFIED_WITHOUT_SUMMARY =
  'What the signatures cover is intact, and all three are valid under one trusted key set. They do not cover the summary, the time of issue and the id.';

/**
 * The rows of the table after the input error, in their order (decisions 12.15).
 *
 * @param summaryBound whether the signatures reach summary, time of issue and id
 */
export function decide(checks: readonly Check[], slots: readonly SlotReport[], summaryBound: boolean): Verdict {
  const failed = firstFailed(checks);
  if (failed !== undefined) {
    const decided = verdict(failed.group === 'format' ? 'INPUT_ERROR' : 'FAILED', failed);
    // Not the artifact was changed, but a file beside it.
    return failed.id === EVIDENCE_CHECK ? { ...decided, sentence: failed.sentence } : decided;
  }
  const check = firstPending(checks);
  if (check !== undefined && check.reason !== 'SIGNATURE_PENDING') {
    const isSaidByCheck = SAID_BY_CHECK.some((code) => code === check.reason) && check.found !== NO_SIGNER;
    return { ...verdict('PENDING', check), ...(isSaidByCheck ? { sentence: inconclusive(check) } : {}) };
  }
  const pending = slots.filter(({ status }) => status === 'pending').length;
  if (pending > 0) {
    const reason = pending === slots.length ? 'NO_SIGNATURE' : 'PARTLY_SIGNED';
    return verdict('VERIFIED_PENDING_SIGNATURES', { reason });
  }
  // Nothing failed and nothing is pending; VERIFIED is still said only where every slot was really judged.
  if (!slots.every(({ status }) => status === 'valid')) return INTERNAL_FAULT;
  return { outcome: 'VERIFIED', exit_code: 0, sentence: summaryBound ? VERIFIED : VERIFIED_WITHOUT_SUMMARY };
}

/** Codes of which the check itself says more exactly what is open. */
const SAID_BY_CHECK: readonly OutcomeCode[] = [
  'SIGNER_NOT_TRUSTED',
  'KEY_SUPERSEDED',
  'KEY_NOT_VALID',
  'PILLAR_UNKNOWN',
];

function verdict(outcome: Outcome, { reason }: Pick<Check, 'reason'>): Verdict {
  const code = OUTCOME_CODES.find((known) => known === reason);
  if (code === undefined) return INTERNAL_FAULT;
  const exit_code = outcome === 'INPUT_ERROR' ? 2 : outcome === 'FAILED' ? 1 : 3;
  return { outcome, exit_code, code, sentence: SENTENCES[code] };
}
