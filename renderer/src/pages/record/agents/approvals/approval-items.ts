/** Approvals in lists: what they wait for, how long, and who may still decide. */
import { parseIsoTime } from '@touchstone/core/time.ts';
import { type Approval, type ApprovalState, stateNow } from '../../../../parts/approval/waiting.ts';
import { csvText } from '../../../../parts/list-page/csv.ts';
import type { ListView } from '../../../../parts/list-page/list-order.ts';
import { type Sort, sortCodec } from '../../../../parts/list-page/sort-codec.ts';
import type { StatusLook } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-approvals.ts';

export type Decision = Approval['decisions'][number]['decision'];

export const APPROVAL_STATES = ['pending', 'approved', 'denied', 'expired'] as const satisfies readonly ApprovalState[];

export const STATE_WORDS: Readonly<Record<ApprovalState, { readonly word: string; readonly look: StatusLook }>> = {
  pending: { word: words.states.pending, look: 'pending' },
  approved: { word: words.states.approved, look: 'verified' },
  denied: { word: words.states.denied, look: 'failed' },
  expired: { word: words.states.expired, look: 'inconclusive' },
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
  const keyWords = words.votersKeys(keys);
  const hasConsole = canDecide({ voters });
  if (!hasConsole && keys === 0) return words.votersNobody;
  const who = !hasConsole ? keyWords : keys === 0 ? words.votersConsole : words.votersConsoleAnd(keyWords);
  const missing = threshold - approvedBy(decisions);
  return [words.votersCan(who), ...(voters.length >= missing ? [] : [words.votersTooFew(missing)])].join(' ');
}

/** Whether whoever asked may decide too. */
export function requesterWords({ allow_requester }: Pick<Approval, 'allow_requester'>): string {
  return allow_requester ? words.requesterMay : words.requesterMayNot;
}

/** Listed approvers who have not decided, in the order of the request. */
export function openApprovers({ approvers, decisions }: Pick<Approval, 'approvers' | 'decisions'>): readonly string[] {
  return approvers.filter((name) => !decisions.some(({ approver }) => approver === name));
}

/** How many have approved so far. */
export function approvedBy(decisions: Approval['decisions']): number {
  return decisions.filter(({ decision }) => decision === 'approve').length;
}

/** How far the decisions are, in a sentence. */
export function progressWords({ approvers, decisions, threshold }: Approval): string {
  const approved = approvedBy(decisions);
  const rule = approvers.length === 1 ? words.ruleOne : words.ruleMany(threshold, approvers.length);
  return `${rule} ${decisions.length === 0 ? words.nobody : words.soFar(approved, decisions.length - approved)}`;
}

/** What the decision of one more approver does to the state. */
export function effectOf(item: Approval, decision: Decision): 'approved' | 'denied' | 'pending' {
  const approved = approvedBy(item.decisions) + (decision === 'approve' ? 1 : 0);
  const denied = item.decisions.length - approvedBy(item.decisions) + (decision === 'deny' ? 1 : 0);
  if (approved >= item.threshold) return 'approved';
  return item.approvers.length - denied < item.threshold ? 'denied' : 'pending';
}

/** What deciding either way does, in two sentences. */
export function effectWords(item: Approval): string {
  const { ifApprove, ifDeny } = words.decide;
  return [
    effectOf(item, 'approve') === 'approved' ? ifApprove.approved : ifApprove.pending,
    effectOf(item, 'deny') === 'denied' ? ifDeny.denied : ifDeny.pending,
  ].join(' ');
}

export const SORT_KEYS = ['request', 'state', 'agent', 'votes', 'asked'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** Whatever waits, the one with the least time left first; then the rest, the newest first. */
export const URGENT_FIRST: Sort<SortKey> = { by: 'state', descending: false };
export const { readSort, sortText } = sortCodec(SORT_KEYS, URGENT_FIRST);

/** More milliseconds than any time has: what waits stands before what does not. */
const BEFORE_ALL = 1e15;

function urgency(item: Approval, now: number): number {
  if (stateNow(item, now) === 'pending') return (parseIsoTime(item.expires_at) ?? 0) - BEFORE_ALL;
  return -(parseIsoTime(item.requested_at) ?? 0);
}

const SORT_VALUES: Readonly<Record<Exclude<SortKey, 'state' | 'agent'>, (item: Approval) => string | number>> = {
  request: ({ summary }) => summary.toLowerCase(),
  votes: ({ decisions, threshold }) => approvedBy(decisions) / threshold,
  asked: ({ requested_at }) => requested_at,
};

export interface ApprovalFilter {
  readonly text: string;
  readonly state: ApprovalState | null;
}

/** The view for the list's order. Text is looked for in summaries, names and ids. */
export function approvalView(
  { text, state }: ApprovalFilter,
  { by, descending }: Sort<SortKey>,
  now: number,
  nameOf: (agentId: string) => string,
): ListView<Approval> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      (state === null || stateNow(item, now) === state) &&
      (needle === '' ||
        [item.summary, nameOf(item.agent_id), item.approval_id, item.session_id, ...item.approvers].some((one) =>
          one.toLowerCase().includes(needle),
        )),
    sortBy:
      by === 'state'
        ? (item) => urgency(item, now)
        : by === 'agent'
          ? ({ agent_id }) => nameOf(agent_id).toLowerCase()
          : SORT_VALUES[by],
    descending,
  };
}

export function approvalsCsv(items: readonly Approval[]): string {
  return csvText(items, [
    ['approval_id', ({ approval_id }) => approval_id],
    ['session_id', ({ session_id }) => session_id],
    ['agent_id', ({ agent_id }) => agent_id],
    ['summary', ({ summary }) => summary],
    ['state', ({ state }) => state],
    ['approvers', ({ approvers }) => approvers.join(' ')],
    ['threshold', ({ threshold }) => threshold],
    ['approved', ({ decisions }) => approvedBy(decisions)],
    ['denied', ({ decisions }) => decisions.length - approvedBy(decisions)],
    ['requested_at_utc', ({ requested_at }) => requested_at],
    ['expires_at_utc', ({ expires_at }) => expires_at],
  ]);
}

export function approvalsJson(items: readonly Approval[]): string {
  return `${JSON.stringify({ approvals: items }, null, 2)}\n`;
}
