/** Approvals in lists: what they wait for, how long, and who may still decide. */
import { formatCount } from '../../../../lib/format.ts';
import type { Approval, ApprovalState } from '../../../../parts/approval/waiting.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';

export type Decision = Approval['decisions'][number]['decision'];

export const STATE_WORDS: Readonly<Record<ApprovalState, { readonly word: string; readonly look: StatusLook }>> = {
  pending: { word: 'Waiting', look: 'pending' },
  approved: { word: 'Approved', look: 'verified' },
  denied: { word: 'Denied', look: 'failed' },
  expired: { word: 'Expired', look: 'inconclusive' },
};

/** Console and administrator, as `voters` names them. */
const ADMINISTRATION = 'administration';

/** The names in which this console may decide: a key decides in its own name only. */
export function ownApprovers(approval: Pick<Approval, 'approvers' | 'decisions'>): readonly string[] {
  return openApprovers(approval).filter((name) => !/^ak_[0-9a-f]{16}$/.test(name));
}

/** Whether this console could decide now. */
export function canDecide({ voters }: Pick<Approval, 'voters'>): boolean {
  return voters.some(({ voter }) => voter === ADMINISTRATION);
}

/** Who could vote, in a sentence, and whether that is enough. */
export function voterWords({ voters, decisions, threshold }: Approval): string {
  const keys = voters.filter(({ voter }) => voter !== ADMINISTRATION).length;
  const who = [
    ...(canDecide({ voters }) ? ['the console'] : []),
    ...(keys === 0 ? [] : [keys === 1 ? '1 key or tree of keys' : `${formatCount(keys)} keys or trees of keys`]),
  ];
  const missing = threshold - decisions.filter(({ decision }) => decision === 'approve').length;
  if (who.length === 0) return 'Nobody can vote now: no other key has the scope approve.';
  const enough = voters.length >= missing ? '' : ` That is not enough: ${formatCount(missing)} more must approve.`;
  return `${who.join(' and ')} can vote now.${enough}`.replace(/^./, (first) => first.toUpperCase());
}

/** Whether whoever asked may decide too. */
export function requesterWords({ allow_requester }: Pick<Approval, 'allow_requester'>): string {
  return allow_requester
    ? 'The request lets the key that asked decide too.'
    : 'The key that asked, and all keys above and below it, cannot decide.';
}

/** Listed approvers who have not decided, in the order of the request. */
export function openApprovers({ approvers, decisions }: Pick<Approval, 'approvers' | 'decisions'>): readonly string[] {
  return approvers.filter((name) => !decisions.some(({ approver }) => approver === name));
}

/** How far the decisions are, in a sentence. */
export function progressWords({ approvers, decisions, threshold }: Approval): string {
  const approved = decisions.filter(({ decision }) => decision === 'approve').length;
  const denied = decisions.length - approved;
  const rule =
    approvers.length === 1
      ? 'The one listed approver has to approve.'
      : `${formatCount(threshold)} of ${formatCount(approvers.length)} listed approvers have to approve.`;
  const none = 'Nobody has decided yet.';
  return `${rule} ${decisions.length === 0 ? none : `So far ${approved} approved and ${denied} denied.`}`;
}

/** What the decision of one more approver does to the state. */
export function effectOf(item: Approval, decision: Decision): ApprovalState {
  const approved =
    item.decisions.filter((made) => made.decision === 'approve').length + (decision === 'approve' ? 1 : 0);
  const denied = item.decisions.filter((made) => made.decision === 'deny').length + (decision === 'deny' ? 1 : 0);
  if (approved >= item.threshold) return 'approved';
  return item.approvers.length - denied < item.threshold ? 'denied' : 'pending';
}

export const EFFECT_WORDS: Readonly<Record<ApprovalState, string>> = {
  approved: 'With this decision it is approved.',
  denied: 'With this decision it is denied: not enough approvers are left.',
  pending: 'After this decision it still waits for others.',
  expired: 'Its time has run out.',
};

/** What a decision proves and what not (security, S19 and S20). */
export const DECISION_MEANING =
  "The receipt of a decision proves that the key of this session decided in the approver's name, not who held the key.";

/** A decision that was recorded here. */
export interface Decided {
  readonly approval: Approval;
  readonly nodeId: string;
  readonly state: Approval['state'];
}
