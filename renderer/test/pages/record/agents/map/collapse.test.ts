import { describe, expect, test } from 'vitest';
import { collapse, type MapSource, type Mark } from '../../../../../src/pages/record/agents/map/collapse.ts';

interface Line {
  readonly session: string;
  readonly parent: number;
  readonly mark?: Mark;
}

function source(lines: readonly Line[]): MapSource {
  const at = (row: number): Line => lines[row] ?? { session: '', parent: -1 };
  return {
    count: lines.length,
    parentOf: (row) => at(row).parent,
    sessionOf: (row) => at(row).session,
    markOf: (row) => at(row).mark ?? 'none',
  };
}

/** A parent session of 5 receipts whose third delegates to a child of 2, in the order of their times. */
const DELEGATION: readonly Line[] = [
  { session: 'a', parent: -1 },
  { session: 'a', parent: 0, mark: 'failed' },
  { session: 'a', parent: 1 },
  { session: 'b', parent: 2 },
  { session: 'a', parent: 2, mark: 'pending' },
  { session: 'b', parent: 3, mark: 'failed' },
  { session: 'a', parent: 4, mark: 'failed' },
];

describe('collapse', () => {
  test('nothing gives an empty map', () => {
    expect(collapse(source([]))).toEqual({ unit: 'run', nodes: [], edges: [], sessions: 0 });
  });

  test('a chain of any length is one run', () => {
    const lines = Array.from({ length: 100_000 }, (_, row) => ({ session: 'a', parent: row - 1 }));
    const { unit, nodes, edges } = collapse(source(lines));
    expect({ unit, nodes, edges }).toEqual({
      unit: 'run',
      nodes: [{ index: 0, sessionId: 'a', firstRow: 0, lastRow: 99_999, count: 100_000, failed: 0, pending: 0 }],
      edges: [],
    });
  });

  test('a delegation ends a run; interleaved sessions stay apart and their marks are counted', () => {
    const { unit, nodes, edges, sessions } = collapse(source(DELEGATION), 3);
    expect(unit).toBe('run');
    expect(sessions).toBe(2);
    expect(nodes).toEqual([
      { index: 0, sessionId: 'a', firstRow: 0, lastRow: 2, count: 3, failed: 1, pending: 0 },
      { index: 1, sessionId: 'b', firstRow: 3, lastRow: 5, count: 2, failed: 1, pending: 0 },
      { index: 2, sessionId: 'a', firstRow: 4, lastRow: 6, count: 2, failed: 1, pending: 1 },
    ]);
    expect(edges).toEqual([
      { from: 0, to: 1, kind: 'delegation' },
      { from: 0, to: 2, kind: 'chain' },
    ]);
  });

  test('where there is room, receipts that stand out have nodes of their own', () => {
    const { unit, nodes, edges } = collapse(source(DELEGATION));
    expect(unit).toBe('run');
    expect(
      nodes.map(({ sessionId, firstRow, count, failed, pending }) => [sessionId, firstRow, count, failed, pending]),
    ).toEqual([
      ['a', 0, 1, 0, 0],
      ['a', 1, 1, 1, 0],
      ['a', 2, 1, 0, 0],
      ['b', 3, 1, 0, 0],
      ['a', 4, 1, 0, 1],
      ['b', 5, 1, 1, 0],
      ['a', 6, 1, 1, 0],
    ]);
    expect(edges).toHaveLength(6);
    // Receipts that come out alike stay together.
    const alike = Array.from({ length: 9 }, (_, row) => ({
      session: 'a',
      parent: row - 1,
      mark: row < 3 ? ('none' as const) : ('failed' as const),
    }));
    expect(collapse(source(alike)).nodes.map(({ count }) => count)).toEqual([3, 6]);
    // Too many turns for a glance: one run again.
    const turns = Array.from({ length: 100 }, (_, row) => ({
      session: 'a',
      parent: row - 1,
      mark: row % 2 === 0 ? ('none' as const) : ('failed' as const),
    }));
    expect(collapse(source(turns)).nodes).toHaveLength(1);
  });

  test('a delegation at the end of its session still begins a run of the child', () => {
    const { nodes, edges } = collapse(
      source([
        { session: 'a', parent: -1 },
        { session: 'b', parent: 0 },
      ]),
    );
    expect(nodes.map(({ sessionId, count }) => [sessionId, count])).toEqual([
      ['a', 1],
      ['b', 1],
    ]);
    expect(edges).toEqual([{ from: 0, to: 1, kind: 'delegation' }]);
  });

  test('a chain that was split on purpose shows both continuations', () => {
    const { edges } = collapse(
      source([
        { session: 'a', parent: -1 },
        { session: 'a', parent: 0 },
        { session: 'a', parent: 0 },
      ]),
    );
    expect(edges).toEqual([
      { from: 0, to: 1, kind: 'chain' },
      { from: 0, to: 2, kind: 'chain' },
    ]);
  });

  test('rows without a parent among the rows begin a run each', () => {
    const { nodes, edges } = collapse(
      source([
        { session: 'a', parent: -1 },
        { session: 'a', parent: -1 },
      ]),
    );
    expect(nodes).toHaveLength(2);
    expect(edges).toEqual([]);
  });

  test('too many runs fall back to sessions, too many sessions to none', () => {
    const bySession = collapse(source(DELEGATION), 2);
    expect(bySession.unit).toBe('session');
    expect(bySession.nodes).toEqual([
      { index: 0, sessionId: 'a', firstRow: 0, lastRow: 6, count: 5, failed: 2, pending: 1 },
      { index: 1, sessionId: 'b', firstRow: 3, lastRow: 5, count: 2, failed: 1, pending: 0 },
    ]);
    expect(bySession.edges).toEqual([{ from: 0, to: 1, kind: 'delegation' }]);
    expect(collapse(source(DELEGATION), 1)).toEqual({ unit: 'none', nodes: [], edges: [], sessions: 2 });
    expect(collapse(source(DELEGATION), 3).unit).toBe('run');
  });

  test('every receipt is in exactly one node, whatever the unit', () => {
    for (const most of [2, 3]) {
      const { nodes } = collapse(source(DELEGATION), most);
      expect(nodes.reduce((sum, { count }) => sum + count, 0)).toBe(DELEGATION.length);
    }
  });

  test('a row before its parent is our own mistake', () => {
    expect(() => collapse(source([{ session: 'a', parent: 0 }]))).toThrow(RangeError);
    expect(() => collapse(source([{ session: 'a', parent: 5 }]))).toThrow(RangeError);
  });
});
