/** Which approvals still wait, in what order and for how long. */
import type { approvals } from '@touchstone/core/api/agents/approvals.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { formatSpan } from '../../lib/format.ts';

export type Approval = OutputOf<typeof approvals.read>;
export type ApprovalState = Approval['state'];

/** The state by this machine's clock: time runs out without anybody asking the server. */
export function stateNow({ state, expires_at }: Pick<Approval, 'state' | 'expires_at'>, now: number): ApprovalState {
  const end = parseIsoTime(expires_at);
  return state === 'pending' && end !== null && end <= now ? 'expired' : state;
}

/** Whatever waits, the one with the least time left first; then the rest, the newest first. */
export function ordered(items: readonly Approval[], now: number): { waiting: Approval[]; over: Approval[] } {
  const waiting = items.filter((item) => stateNow(item, now) === 'pending');
  const over = items.filter((item) => stateNow(item, now) !== 'pending');
  waiting.sort((a, b) => compare(a.expires_at, b.expires_at));
  over.sort((a, b) => compare(b.requested_at, a.requested_at));
  return { waiting, over };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** `45 s`, `14 min 05 s`, `2 h 10 min`, `3 d 4 h`: what is left until a time. */
export function leftWords(expiresAt: string, now: number): string {
  const seconds = Math.max(0, Math.ceil(((parseIsoTime(expiresAt) ?? now) - now) / 1000));
  return formatSpan(seconds);
}
