import type { NodeKind } from '@touchstone/core/agent/node.ts';
import { describe, expect, test } from 'vitest';
import {
  createReplayStates,
  density,
  openAt,
  type ReplaySource,
} from '../../../../../src/pages/record/agents/replay/replay-states.ts';
import type { Approval } from '../../../../../src/parts/approval/waiting.ts';

const START = Date.UTC(2026, 10, 21, 12);

function source(rows: readonly (readonly [kind: NodeKind, status?: string, time?: number])[]): ReplaySource {
  return {
    count: rows.length,
    kindAt: (row) => rows[row]?.[0] ?? 'action',
    statusAt: (row) => ({ id: rows[row]?.[1] ?? 'recorded' }),
    timeAt: (row) => rows[row]?.[2] ?? START + row * 1000,
  };
}

const SESSION = source([
  ['start'],
  ['tool', 'success'],
  ['tool', 'denied'],
  ['memory'],
  ['approval', 'asked'],
  ['exposure', 'exposed'],
  ['decision', 'denied'],
  ['policy', 'denied'],
  ['action'],
  ['tool', 'timeout'],
  ['delegate'],
  ['memory'],
  ['end'],
]);

describe('createReplayStates', () => {
  const states = createReplayStates(SESSION);

  test('counts what is there at the end; a denial by an approver is none of a rule', () => {
    expect(states.at(states.count - 1).counts).toEqual({
      nodes: 13,
      tools: 3,
      actions: 1,
      decisions: 1,
      delegations: 1,
      denied: 2,
      violations: 0,
      failed: 1,
      exposures: 1,
    });
  });

  test('counts nothing that comes later', () => {
    expect(states.at(1).counts).toMatchObject({ nodes: 2, tools: 1, denied: 0, actions: 0, failed: 0 });
  });

  test('names the last checkpoint at that moment', () => {
    expect([2, 3, 10, 11].map((row) => states.at(row).checkpoint)).toEqual([-1, 3, 3, 11]);
  });

  test('finds the receipt of a moment', () => {
    expect(states.rowAt(START - 1)).toBe(-1);
    expect(states.rowAt(START)).toBe(0);
    expect(states.rowAt(START + 2_999)).toBe(2);
    expect(states.rowAt(START + 1e9)).toBe(12);
  });

  test('several receipts of one moment: the last of them', () => {
    expect(
      createReplayStates(
        source([
          ['start', '', START],
          ['tool', '', START],
          ['end', '', START],
        ]),
      ).rowAt(START),
    ).toBe(2);
  });

  test('a time that is none or runs backwards takes that of the receipt before', () => {
    const { times } = createReplayStates(
      source([
        ['start', '', Number.NaN],
        ['tool', '', 9],
        ['tool', '', 3],
        ['end', '', 12],
      ]),
    );
    expect([...times]).toEqual([9, 9, 9, 12]);
  });

  test('there is no state outside the session', () => {
    expect(() => states.at(-1)).toThrow(RangeError);
    expect(() => states.at(13)).toThrow(RangeError);
    expect(createReplayStates(source([])).rowAt(0)).toBe(-1);
  });
});

describe('density', () => {
  test('counts every receipt once', () => {
    const { times } = createReplayStates(SESSION);
    expect(density(times, 4)).toEqual([3, 3, 3, 4]);
    expect(density(times.slice(0, 1), 3)).toEqual([1, 0, 0]);
    expect(density(new Float64Array(0), 2)).toEqual([0, 0]);
  });
});

describe('openAt', () => {
  const decision = (node_id: string, approver: string, made: 'approve' | 'deny') => ({
    node_id,
    approver,
    decision: made,
    decided_by: null,
    decided_by_requester: false,
    voter: 'administration',
    decided_at: '2026-11-21T12:00:00.000Z',
  });
  const approval = (changes: Partial<Approval>): Approval => ({
    approval_id: 'n4',
    agent_id: 'agt_1',
    session_id: 'ags_1',
    summary: 'Pay',
    approvers: ['ada', 'grace', 'joan'],
    threshold: 2,
    allow_requester: false,
    voters: [],
    state: 'pending',
    decisions: [],
    requested_at: '2026-11-21T12:00:04.000Z',
    expires_at: '2026-11-21T13:00:00.000Z',
    ...changes,
  });
  const rowOf = (id: string) => (id.startsWith('n') ? Number(id.slice(1)) : -1);
  const openRows = (item: Approval) =>
    [3, 4, 5, 6, 7, 8].filter((row) => openAt([item], row, START + row * 1000, rowOf).length === 1);

  test('from its request on, as long as nobody decides', () => {
    expect(openRows(approval({}))).toEqual([4, 5, 6, 7, 8]);
  });
  test('until enough have approved, whoever decided later', () => {
    const decisions = [decision('n5', 'ada', 'approve'), decision('n7', 'joan', 'approve')];
    expect(openRows(approval({ decisions, state: 'approved' }))).toEqual([4, 5, 6]);
  });
  test('until so many denied that it cannot be approved', () => {
    const decisions = [decision('n5', 'ada', 'deny'), decision('n6', 'grace', 'deny')];
    expect(openRows(approval({ decisions, state: 'denied' }))).toEqual([4, 5]);
    expect(openRows(approval({ decisions: decisions.slice(0, 1) }))).toEqual([4, 5, 6, 7, 8]);
  });
  test('until its time has run out', () => {
    expect(openRows(approval({ expires_at: new Date(START + 6_000).toISOString() }))).toEqual([4, 5]);
  });
  test('an approval of another session is not among them', () => {
    expect(openRows(approval({ approval_id: 'elsewhere' }))).toEqual([]);
  });
});
