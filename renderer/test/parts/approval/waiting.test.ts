import { describe, expect, test } from 'vitest';
import { leftWords, ordered, stateNow } from '../../../src/parts/approval/waiting.ts';
import { approval, iso, NOW } from './approval.ts';

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
