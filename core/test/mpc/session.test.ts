import { expect, it } from 'vitest';
import { kemLengths } from '../../src/kem/backend.ts';
import type { Task } from '../../src/mpc/computations.ts';
import { describeSession, PARTY_KEM, readSession, sessionJson } from '../../src/mpc/session.ts';
import { Unreadable } from '../../src/strict-members.ts';

const KEY_BYTES = kemLengths(PARTY_KEM).publicKey;
const described = (task: Task, keys: readonly number[] = [1, 2, 3], participants = 2) =>
  sessionJson(
    describeSession({
      sessionId: '3f0c8a52-7d1e-4b69-9a37-5c2e8f14d0b6',
      participants,
      threshold: 2,
      task,
      partyKeys: keys.map((fill) => new Uint8Array(KEY_BYTES).fill(fill)),
      expiresAt: '2026-01-01T00:00:00.000Z',
    }),
  );
const weighted = (...weights: readonly number[]): Task => ({ kind: 'weighted_sum', weights });

it('reads what a Touchstone describes, up to the limits of the specification', () => {
  for (const task of ['sum', weighted(1, -(2 ** 22 - 1)), { kind: 'count_above', threshold: -(2 ** 31) }] as const) {
    expect(sessionJson(readSession(described(task), '')), JSON.stringify(task)).toEqual(described(task));
  }
  expect(readSession(described('sum', [1, 2, 3], 256), '').participants).toHaveLength(256);
});

it('names the member that no Touchstone describes so', () => {
  for (const [value, field] of [
    [described(weighted(2 ** 22, 1)), 'custom.weights'],
    [described(weighted(1, 1e15)), 'custom.weights[1]'],
    [described({ kind: 'count_above', threshold: 2 ** 31 + 1 }), 'custom.threshold'],
    // One party would read two shares, which give the input.
    [described('sum', [1, 2, 1]), 'party_keys'],
    [described('sum', [1, 2, 3], 257), 'participants'],
  ] as const) {
    const read = () => readSession(value, '');
    expect(read, field).toThrow(Unreadable);
    expect(read, field).toThrow(expect.objectContaining({ field }));
  }
});
