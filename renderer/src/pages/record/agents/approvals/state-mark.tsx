import { type Approval, leftWords, stateNow } from '../../../../parts/approval/waiting.ts';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-approvals.ts';
import { STATE_WORDS } from './approval-items.ts';

/** The state of a request; while it waits, how long it does so. */
export function ApprovalStateMark({ approval, now }: { readonly approval: Approval; readonly now: number }) {
  const state = stateNow(approval, now);
  const { word, look } = STATE_WORDS[state];
  const label = state === 'pending' ? words.left(leftWords(approval.expires_at, now)) : word;
  return <StatusMark size="small" look={look} label={label} />;
}
