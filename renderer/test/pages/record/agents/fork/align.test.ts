import { describe, expect, test } from 'vitest';
import {
  alignFork,
  countRows,
  type Divergence,
  isForbidden,
  nextChange,
} from '../../../../../src/pages/record/agents/fork/align.ts';

const ids = (...names: readonly string[]) => names.map((node_id) => ({ node_id, action_type: 'payment.prepare' }));
const decided = (...names: readonly string[]) =>
  names.map((node_id) => ({ node_id, action_type: 'tool:x', simulation: true as const }));
const differs = (node_id: string, replayed = 'denied'): Divergence => ({
  node_id,
  original: replayed === 'denied' ? 'success' : 'denied',
  replayed,
  rule: 'fork.max_value',
});

describe('alignFork', () => {
  test('what stands before the fork is kept, the rest is the same or changed', () => {
    const rows = alignFork(ids('a', 'b', 'c', 'd'), [...ids('a', 'b'), ...decided('c', 'd')], [differs('d')]);
    expect(rows.map(({ kind, recorded, forked }) => [kind, recorded, forked])).toEqual([
      ['kept', 0, 0],
      ['kept', 1, 1],
      ['same', 2, 2],
      ['changed', 3, 3],
    ]);
    expect(rows[3]?.divergence?.rule).toBe('fork.max_value');
    expect(rows[2]?.divergence).toBeNull();
  });

  test('what no policy judges is not counted as decided', () => {
    const fork = [{ node_id: 'a', action_type: 'memory.checkpoint', simulation: true }, ...decided('b')];
    const rows = alignFork(ids('a', 'b'), fork, []);
    expect(rows.map(({ kind }) => kind)).toEqual(['unjudged', 'same']);
    expect(countRows(rows)).toMatchObject({ kept: 0, decided: 1, changed: 0 });
  });

  test('nodes of one side alone keep their place', () => {
    const rows = alignFork(ids('a', 'b', 'd'), [...ids('a'), ...decided('x', 'd', 'y')], []);
    expect(rows.map(({ kind, recorded, forked }) => [kind, recorded, forked])).toEqual([
      ['kept', 0, 0],
      ['recorded-only', 1, -1],
      ['fork-only', -1, 1],
      ['same', 2, 2],
      ['fork-only', -1, 3],
    ]);
  });

  test('every node of both sides stands in exactly one row, whatever the order', () => {
    const recorded = ids('a', 'b', 'c', 'd', 'e');
    const forked = decided('d', 'x', 'a', 'e', 'y', 'c');
    const rows = alignFork(recorded, forked, []);
    expect(rows.flatMap((row) => (row.recorded < 0 ? [] : [row.recorded])).sort()).toEqual([0, 1, 2, 3, 4]);
    expect(rows.flatMap((row) => (row.forked < 0 ? [] : [row.forked])).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const { recorded: left, forked: right } of rows) {
      if (left >= 0 && right >= 0) expect(recorded[left]?.node_id).toBe(forked[right]?.node_id);
    }
  });

  test('an empty side gives rows of the other alone', () => {
    expect(alignFork([], decided('a'), []).map(({ kind }) => kind)).toEqual(['fork-only']);
    expect(alignFork(ids('a'), [], []).map(({ kind }) => kind)).toEqual(['recorded-only']);
  });
});

describe('countRows', () => {
  test('counts what was kept, decided, refused and allowed', () => {
    const rows = alignFork(
      ids('a', 'b', 'c', 'd'),
      [...ids('a'), ...decided('b', 'c', 'd')],
      [differs('c'), differs('d', 'allowed')],
    );
    expect(countRows(rows)).toEqual({ kept: 1, decided: 3, changed: 2, refused: 1, violations: 0, allowed: 1 });
  });
});

describe('isForbidden', () => {
  test('knows refusals from permissions', () => {
    expect(['denied', 'exposed', 'quarantined', 'violation'].every(isForbidden)).toBe(true);
    expect(['allowed', 'success', 'clean', 'pending'].some(isForbidden)).toBe(false);
  });
});

describe('nextChange', () => {
  const rows = alignFork(ids('a', 'b', 'c', 'd'), decided('a', 'b', 'c', 'd'), [differs('b'), differs('d')]);
  test('goes on, and begins again at the end', () => {
    expect(nextChange(rows, -1)).toBe(1);
    expect(nextChange(rows, 1)).toBe(3);
    expect(nextChange(rows, 3)).toBe(1);
  });
  test('is nowhere where nothing changed', () => {
    expect(nextChange(alignFork(ids('a'), decided('a'), []), -1)).toBeNull();
  });
});
