import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

const more = (count: number) => `${formatCount(count)} more ${count === 1 ? 'approval is' : 'approvals are'} needed`;

/** Approvals of agents: the list, one request, and deciding on it. */
export const words = {
  title: 'Approvals',
  one: 'Approval',
  states: { pending: 'Waiting', approved: 'Approved', denied: 'Denied', expired: 'Expired' },
  left: (span: string) => `${span} left`,
  noSummary: 'No summary kept',
  noSummaryText: 'The redaction level of the agent drops summaries.',

  list: {
    heading: 'List of approvals',
    label: 'Approvals',
    what: 'The approvals',
    names: ['request', 'requests'],
    find: 'Find a request',
    noMatch: 'No request matches the filters.',
    hint: `Enter opens a row, ${commandKeys('C')} copies the id.`,
    cut: 'More requests are waiting; they appear when these are decided.',
    state: 'State',
    columns: {
      request: 'Request',
      state: 'State',
      agent: 'Agent',
      votes: 'Approved',
      asked: 'Asked',
    },
    votes: (approved: number, threshold: number) => `${formatCount(approved)} of ${formatCount(threshold)}`,
  },

  empty: {
    title: 'No approval requests yet',
    text: (operation: ReactNode, method: ReactNode) =>
      rich`Agents ask with ${operation}, or with ${method} of the library, and name who may decide.`,
  },

  missing: {
    title: 'There is no such approval',
    text: (id: ReactNode) => rich`No approval ${id} is in this project. It may belong to another one.`,
  },

  detail: {
    loading: 'Loading the approval',
    what: 'The approval',
    left: 'Time left',
    ended: 'Expired',
    decided: 'Decided',
    votes: 'Approvals',
    agent: 'Agent',
    asked: 'Asked',
    next: (count: number) => `Next request (${formatCount(count)})`,
    inSession: 'Show in session',
    lineage: 'Lineage',
    copyId: 'Copy id',
    idLabel: 'approval id',
    decisions: 'Decisions',
    decisionsCaption: 'Decisions on this request',
    columns: { decision: 'Decision', approver: 'Approver', by: 'Entered', time: 'Time', receipt: 'Receipt' },
    choices: { approve: 'Approved', deny: 'Denied' },
    byKey: (keyId: string) => `with key ${keyId}`,
    byConsole: 'in the console or by the administrator',
    byRequester: 'this voter also asked',
    receiptLabel: 'receipt id',
    details: 'Details',
    approvers: 'Who may decide',
    rule: 'Rule',
    askedAt: 'Asked',
    ends: 'Ends',
    session: 'Session',
    id: 'Approval id',
  },

  nobody: 'Nobody has decided yet.',
  ruleOne: 'The one listed approver has to approve.',
  ruleMany: (threshold: number, listed: number) =>
    `${formatCount(threshold)} of ${formatCount(listed)} listed approvers have to approve.`,
  soFar: (approved: number, denied: number) =>
    `So far ${formatCount(approved)} approved and ${formatCount(denied)} denied.`,
  requesterMay: 'The request lets the key that asked decide too.',
  requesterMayNot: 'The key that asked, and all keys above and below it, cannot decide.',
  votersNobody: 'Nobody can vote now: no other key has the scope “approve”.',
  votersConsole: 'The console',
  votersKeys: (keys: number) => counted(keys, 'key or tree of keys', 'keys or trees of keys'),
  votersConsoleAnd: (keys: string) => `The console and ${keys}`,
  votersCan: (who: string) => `${who} can vote now.`,
  votersTooFew: (missing: number) => `That is not enough: ${more(missing)}.`,

  decide: {
    verb: 'Decide',
    next: 'Decide next request',
    title: 'Decide on this request',
    approve: 'Approve',
    deny: 'Deny',
    busy: 'Recording the decision',
    failed: 'Nothing was decided',
    done: (state: string) => `The decision is recorded: ${state.toLowerCase()}`,
    askedBy: (agent: ReactNode, left: string) => rich`Asked by ${agent}, ${left} left.`,
    over: 'This request was settled in the meantime, or this console has already voted.',
    inName: 'In whose name',
    inOnlyName: (name: ReactNode) => rich`You decide in the name of ${name}.`,
    ifApprove: {
      approved: 'If you approve, the request is approved.',
      pending: 'If you approve, more approvals are still needed.',
    },
    ifDeny: {
      denied: 'If you deny, the request is denied.',
      pending: 'If you deny, others can still approve.',
    },
    meaning:
      "The receipt of a decision proves that the key of this session decided in the approver's name, not who held the key.",
    final: 'A decision cannot be undone. The service does not stop an agent that does not wait.',
  },
} as const;
