/** The words for people of outcomes and checks: one for each, everywhere (decisions 12.16, 12.17). */
import { PAYLOAD_CHECK } from './checks.ts';
import type { Check, CheckStatus, Outcome, SlotStatus, VerificationReport } from './verification-report.ts';

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  VERIFIED: 'Verified',
  FAILED: 'Failed',
  PENDING: 'Inconclusive',
  VERIFIED_PENDING_SIGNATURES: 'Signatures pending',
  INPUT_ERROR: 'Unreadable',
};

export const CHECK_STATUS_WORDS: Readonly<Record<CheckStatus, string>> = {
  passed: 'passed',
  failed: 'failed',
  pending: 'waiting',
  not_performed: 'not checked',
};

export const SLOT_STATUS_WORDS: Readonly<Record<SlotStatus, string>> = {
  valid: 'valid',
  invalid: 'invalid',
  untrusted: 'signer not trusted',
  revoked: 'key revoked',
  superseded: 'older edition',
  not_valid: 'key not valid then',
  pending: 'not signed yet',
  not_performed: 'not checked',
};

/** Whether the signatures cover a member of the file; `partly` where some of those that were made do not hold (verdict L8). */
export type Reach = 'covered' | 'partly' | 'none';

export function reachOf(report: Pick<VerificationReport, 'signatures' | 'not_covered'>, member: string): Reach {
  const made = Object.values(report.signatures).filter(({ status }) => status !== 'pending');
  const valid = made.filter(({ status }) => status === 'valid').length;
  if (valid === 0 || report.not_covered.includes(member)) return 'none';
  return valid === made.length ? 'covered' : 'partly';
}

export const REACH_WORDS: Readonly<Record<Reach, string>> = {
  covered: 'covered by the signatures',
  partly: 'not every signature over it is valid',
  none: 'covered by no valid signature',
};

/**
 * What was not looked at although it could have been, by name and in the order of the checks: what stands beside every
 * VERIFIED. Empty where nothing was judged.
 */
export function notChecked(report: Pick<VerificationReport, 'outcome' | 'checks'>): readonly string[] {
  if (report.outcome === 'INPUT_ERROR') return [];
  return [...new Set(report.checks.flatMap((check) => nameOf(check) ?? []))];
}

/** What a reader may take for granted beside a VERIFIED; other limits of a kind of file stand among its checks. */
const SCOPE_NAMES: ReadonlyMap<string, string> = new Map([
  ['truth', 'that the value is true'],
  ['parties', 'that the parties kept the inputs secret'],
  ['inputs', 'that the inputs are true'],
  ['speakers', 'who the participants are'],
  ['key_exchange', 'the key exchange'],
  ['holder', 'that the holder is the person meant'],
  ['self_reported', 'that the scores come from the code'],
  ['anchor', 'anchor'],
  ['independent_time', 'independent time'],
  ['evidence', 'evidence files'],
  ['audit', 'outside audit'],
]);

function nameOf({ id, group, status, restsOn }: Check): string | null {
  if (status !== 'not_performed' || restsOn !== undefined) return null;
  const name = id.slice(group.length + 1);
  if (id === PAYLOAD_CHECK) return 'payload';
  if (group === 'trust' && name.endsWith('revocation')) return 'revocation';
  if (group === 'scope') return SCOPE_NAMES.get(name) ?? null;
  if (group === 'policy') return `result of the ${name.replace(/_result$/, '')} attestation`;
  return null;
}
