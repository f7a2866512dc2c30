import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SECRET_STATES } from '../../src/api/crypto/shield-schemas.ts';
import { isReadable, KEPT_MS, permits, type SecretEvent, stateAt, TRANSITIONS } from '../../src/secrets/state.ts';

const NEW = { supersededAt: null, deletedAt: null, destroyedAt: null };

test('time alone moves superseded to expired and deleted to destroyed, at 30 days exactly', () => {
  expect(KEPT_MS).toBe(30 * 24 * 3600 * 1000);
  expect(stateAt(NEW, 1e15)).toBe('active');
  expect(stateAt({ ...NEW, supersededAt: 5 }, 4 + KEPT_MS)).toBe('superseded');
  expect(stateAt({ ...NEW, supersededAt: 5 }, 5 + KEPT_MS)).toBe('expired');
  expect(stateAt({ ...NEW, supersededAt: 5, deletedAt: 9 }, 8 + KEPT_MS)).toBe('deleted');
  expect(stateAt({ ...NEW, deletedAt: 9 }, 9 + KEPT_MS)).toBe('destroyed');
  expect(stateAt({ supersededAt: 1, deletedAt: 2, destroyedAt: 3 }, 3)).toBe('destroyed');
});

test('the table has each state and event once, knows every state, and nothing leaves destroyed', () => {
  const rows = TRANSITIONS.map(({ from, event }) => `${from} ${event}`);
  expect(new Set(rows).size).toBe(rows.length);
  expect(rows.length).toBe(SECRET_STATES.length * 5);
  for (const { from, to } of TRANSITIONS) {
    expect(SECRET_STATES).toContain(from);
    if (to !== 'former' && to !== 'CONFLICT') expect(SECRET_STATES).toContain(to);
  }
  const permitted = (event: SecretEvent) => SECRET_STATES.filter((state) => permits(state, event));
  expect(permitted('rotate')).toEqual(['active']);
  expect(permitted('delete')).toEqual(['active', 'superseded', 'expired']);
  expect(permitted('restore')).toEqual(['deleted']);
  expect(permitted('destroy')).toEqual(['active', 'superseded', 'expired', 'deleted']);
  expect(SECRET_STATES.filter(isReadable)).toEqual(['active', 'superseded']);
});

test('what time does to a version is what the table says of time', () => {
  const moment = fc.option(fc.nat(3 * KEPT_MS), { nil: null });
  fc.assert(
    fc.property(
      moment,
      moment,
      moment,
      fc.nat(3 * KEPT_MS),
      fc.nat(KEPT_MS),
      (supersededAt, deletedAt, destroyedAt, now, more) => {
        const times = { supersededAt, deletedAt, destroyedAt };
        const [before, after] = [stateAt(times, now), stateAt(times, now + more)];
        if (before === after) return;
        expect(TRANSITIONS.find(({ from, event }) => from === before && event === 'time')?.to).toBe(after);
      },
    ),
  );
});
