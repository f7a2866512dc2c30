/** From checks to one outcome: the table of decisions, section 4, in which the first match wins. */
import { notConcluded } from './conclusion.ts';
import type { Check, Outcome, OutcomeCode, SlotReport } from './report.ts';
import { OUTCOME_CODES } from './report.ts';
import { NO_SIGNER } from './signer-checks.ts';

export interface Verdict {
  readonly outcome: Outcome;
  readonly exit_code: 0 | 1 | 2 | 3;
  readonly code?: OutcomeCode;
  readonly sentence: string;
}

/** Where a pending check says more exactly what is open, its own sentence is said. */
const SENTENCES: Readonly<Record<OutcomeCode, string>> = {
  FORMAT: 'This file could not be judged: it is not a readable artifact.',
  HASH_MISMATCH: 'Contents were changed after the hashes were made.',
  SUMMARY_MISMATCH: 'The summary shown to readers is not the one that was signed.',
  ISSUED_AT_MISMATCH: 'The stated time of issue is not the one that was signed.',
  ARTIFACT_ID_MISMATCH: 'The artifact id does not belong to these contents.',
  CYCLE_MISMATCH: 'A pillar belongs to another cycle than the artifact.',
  SIGNATURE_INVALID: 'A signature does not verify under the trusted key set of this issuer.',
  PILLAR_FAILED: 'A pillar reports that its own checks failed.',
  SIGNER_NOT_TRUSTED:
    'Not concluded: no trusted key set speaks for this issuer and principal. Untrusted is not invalid.',
  KEY_REVOKED: 'Not concluded: a key that signed is revoked.',
  KEY_NOT_VALID: 'Not concluded: the signing keys were not valid at the time that counts.',
  PLACEHOLDER: 'Not concluded: a pillar is only a placeholder.',
  NO_SIGNATURE: 'Not signed: anyone could have made this file.',
  PARTLY_SIGNED: 'Partly signed: every signature present is valid, the rest are still to be made.',
  NO_PAYLOAD: 'Not concluded: what was signed was not given.',
};

const VERIFIED = 'All contents are intact and all three signatures are valid under one trusted key set.';
const VERIFIED_WITHOUT_SUMMARY =
  'What the signatures cover is intact, and all three are valid under one trusted key set. They do not cover the summary, the time of issue and the id.';

/**
 * The rows of the table after the input error, in their order.
 *
 * @param summaryBound whether the signatures reach summary, time of issue and id
 */
export function decide(checks: readonly Check[], slots: readonly SlotReport[], summaryBound: boolean): Verdict {
  const failed = checks.find(({ status }) => status === 'failed');
  if (failed !== undefined) return verdict(failed.group === 'format' ? 'INPUT_ERROR' : 'FAILED', codeOf(failed));
  for (const code of ['SIGNER_NOT_TRUSTED', 'KEY_REVOKED', 'KEY_NOT_VALID', 'PLACEHOLDER'] as const) {
    const check = checks.find(({ status, reason }) => status === 'pending' && reason === code);
    if (check === undefined) continue;
    const isSaidByCheck = code === 'KEY_NOT_VALID' || (code === 'SIGNER_NOT_TRUSTED' && check.found !== NO_SIGNER);
    return isSaidByCheck ? { ...verdict('PENDING', code), sentence: notConcluded(check) } : verdict('PENDING', code);
  }
  const pending = slots.filter(({ status }) => status === 'pending').length;
  if (pending > 0) {
    return verdict('VERIFIED_PENDING_SIGNATURES', pending === slots.length ? 'NO_SIGNATURE' : 'PARTLY_SIGNED');
  }
  // Nothing failed and nothing is pending; VERIFIED is still said only where every slot was really judged.
  if (!slots.every(({ status }) => status === 'valid'))
    throw new TypeError('internal: an unjudged slot reached the end');
  return { outcome: 'VERIFIED', exit_code: 0, sentence: summaryBound ? VERIFIED : VERIFIED_WITHOUT_SUMMARY };
}

function verdict(outcome: Outcome, code: OutcomeCode): Verdict {
  return {
    outcome,
    exit_code: outcome === 'INPUT_ERROR' ? 2 : outcome === 'FAILED' ? 1 : 3,
    code,
    sentence: SENTENCES[code],
  };
}

function codeOf(check: Check): OutcomeCode {
  const code = OUTCOME_CODES.find((known) => known === check.reason);
  if (code === undefined) throw new TypeError(`internal: the failed check ${check.id} carries no code`);
  return code;
}
