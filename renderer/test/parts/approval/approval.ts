/** A request for approval as the service lists it, for tests. */
import type { Approval } from '../../../src/parts/approval/waiting.ts';

export const NOW = Date.UTC(2026, 10, 21, 12);

/** The time so many milliseconds after now. */
export const iso = (ms: number) => new Date(NOW + ms).toISOString();

export function approval(changes: Partial<Approval> = {}): Approval {
  return {
    approval_id: 'node_1',
    agent_id: 'agt_1',
    session_id: 'ags_1',
    summary: 'Pay',
    approvers: ['ada', 'grace', 'joan'],
    threshold: 2,
    allow_requester: false,
    voters: [],
    state: 'pending',
    decisions: [],
    requested_at: iso(-1_000),
    expires_at: iso(60_000),
    ...changes,
  };
}
