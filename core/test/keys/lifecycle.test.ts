import {
  KEY_EVENTS,
  KEY_STATUSES,
  KEY_TRANSITIONS,
  type KeyEvent,
  type KeyStatus,
  keyOutcome,
  keyStatusAt,
} from '@touchstone/core/keys/lifecycle.ts';
import { describe, expect, test } from 'vitest';

/** Document 2, "Managed key", and decisions, section 7, written out once more. */
const EXPECTED: Readonly<Record<KeyStatus, Readonly<Record<KeyEvent, string>>>> = {
  active: { use: 'active', rotate: 'rotated', 'grace-end': 'active', revoke: 'revoked' },
  rotated: { use: 'rotated', rotate: 'CONFLICT', 'grace-end': 'expired', revoke: 'revoked' },
  expired: { use: 'KEY_EXPIRED', rotate: 'KEY_EXPIRED', 'grace-end': 'expired', revoke: 'revoked' },
  revoked: { use: 'KEY_REVOKED', rotate: 'KEY_REVOKED', 'grace-end': 'revoked', revoke: 'revoked' },
};

describe.each(KEY_STATUSES)('a key that is %s', (from) => {
  test.each(KEY_EVENTS)('meets %s', (event) => {
    const outcome = keyOutcome(from, event);
    expect(outcome.ok ? outcome.state : outcome.refusal).toBe(EXPECTED[from][event]);
    expect(outcome.ok).toBe((KEY_STATUSES as readonly string[]).includes(EXPECTED[from][event]));
  });
});

test('the table has exactly one row for each status and event', () => {
  const rows = KEY_TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.length).toBe(KEY_STATUSES.length * KEY_EVENTS.length);
});

test('nothing leads out of revoked, and nothing but a revocation out of expired', () => {
  for (const { from, to } of KEY_TRANSITIONS) {
    if (from === 'revoked') expect(['revoked', 'KEY_REVOKED']).toContain(to);
    if (from === 'expired') expect(['expired', 'KEY_EXPIRED', 'revoked']).toContain(to);
  }
});

test('the clock ends the grace of a rotated key, of no other', () => {
  const at = (status: 'active' | 'rotated' | 'revoked', graceEndsAt: number | null, now: number) =>
    keyStatusAt({ status, graceEndsAt }, now);
  expect(at('rotated', 1_000, 999)).toBe('rotated');
  expect(at('rotated', 1_000, 1_000)).toBe('expired');
  expect(at('rotated', 1_000, 5_000)).toBe('expired');
  expect(at('active', null, 5_000)).toBe('active');
  expect(at('revoked', 1_000, 5_000)).toBe('revoked');
  expect(at('revoked', null, 5_000)).toBe('revoked');
});
