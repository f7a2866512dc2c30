import { describe, expect, test } from 'vitest';
import { type Approval, leftWords, ordered, stateNow } from '../../../src/parts/approval/waiting.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const iso = (ms: number) => new Date(NOW + ms).toISOString();

function approval(changes: Partial<Approval> = {}): Approval {
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

describe('stateNow', () => {
  test('time runs out by itself, and only for what waits', () => {
    expect(stateNow(approval(), NOW)).toBe('pending');
    expect(stateNow(approval(), NOW + 60_000)).toBe('expired');
    expect(stateNow(approval({ state: 'approved' }), NOW + 60_000)).toBe('approved');
  });
});

describe('ordered', () => {
  test('what waits first, the most urgent at the top; the rest the newest first', () => {
    const items = [
      approval({ approval_id: 'late', expires_at: iso(90_000) }),
      approval({ approval_id: 'old', state: 'approved', requested_at: iso(-9_000) }),
      approval({ approval_id: 'soon', expires_at: iso(5_000) }),
      approval({ approval_id: 'gone', expires_at: iso(-1), requested_at: iso(-2_000) }),
    ];
    const { waiting, over } = ordered(items, NOW);
    expect(waiting.map(({ approval_id }) => approval_id)).toEqual(['soon', 'late']);
    expect(over.map(({ approval_id }) => approval_id)).toEqual(['gone', 'old']);
  });
});

describe('leftWords', () => {
  test.each([
    [-5, '0 s'],
    [45_000, '45 s'],
    [845_000, '14 min 05 s'],
    [7_800_000, '2 h 10 min'],
    [273_600_000, '3 d 4 h'],
  ])('%i ms is %s', (ms, words) => {
    expect(leftWords(iso(ms), NOW)).toBe(words);
  });
});
