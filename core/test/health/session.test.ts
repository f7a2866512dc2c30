import { expect, test } from 'vitest';
import {
  SESSION_EVENTS,
  SESSION_STATES,
  SESSION_TRANSITIONS,
  sessionOutcome,
  sessionStateAt,
} from '../../src/health/session.ts';

test('the table has exactly one row for each state and event', () => {
  const rows = SESSION_TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
  const wanted = SESSION_STATES.flatMap((state) => SESSION_EVENTS.map((event) => `${state} ${event}`));
  expect([...rows].sort()).toEqual([...wanted].sort());
});

test('document 2: open is left by time and by release only, and nothing comes back', () => {
  expect(sessionOutcome('open', 'release')).toEqual({ ok: true, state: 'released' });
  expect(sessionOutcome('open', 'time')).toEqual({ ok: true, state: 'expired' });
  for (const { from, to } of SESSION_TRANSITIONS) if (from !== 'open') expect(to).not.toBe('open');
  for (const event of ['append', 'attest', 'release'] as const) {
    expect(sessionOutcome('expired', event)).toEqual({ ok: false, refusal: 'SESSION_EXPIRED' });
    expect(sessionOutcome('released', event)).toEqual({ ok: false, refusal: 'CONFLICT' });
  }
});

test('time: the lock is over at its last millisecond, and a released session stays released', () => {
  const open = { expiresAt: 1_000, releasedAt: null };
  expect([sessionStateAt(open, 999), sessionStateAt(open, 1_000)]).toEqual(['open', 'expired']);
  const released = { expiresAt: 1_000, releasedAt: 500 };
  expect([sessionStateAt(released, 600), sessionStateAt(released, 2_000)]).toEqual(['released', 'released']);
});
