import { describe, expect, test } from 'vitest';
import { groupEdges, readLineage } from '../../../src/pages/agents/lineage/lineage-query.ts';

describe('readLineage', () => {
  test.each([
    ['node_1', { node_id: 'node_1' }],
    [' ags_2 ', { session_id: 'ags_2' }],
    ['agt_3', { agent_id: 'agt_3' }],
  ])('%s is asked by the right member, and by that one alone', (start, member) => {
    expect(readLineage(start, 'ancestors', '')).toEqual({
      ok: true,
      body: { ...member, direction: 'ancestors', depth: 100 },
    });
  });

  test.each(['', 'node', 'key_1', 'node_', 'ags_../x', 'node_1 node_2', 'NODE_1'])('%j names nothing', (start) => {
    expect(readLineage(start, 'both', '5')).toMatchObject({ ok: false, faults: { start: expect.any(String) } });
  });

  test.each(['0', '-1', '10001', '1.5', '1e3', 'all', '١'])('a depth of %s is refused', (depth) => {
    expect(readLineage('node_1', 'both', depth)).toMatchObject({ ok: false, faults: { depth: expect.any(String) } });
  });

  test('both faults are said at once; the bounds themselves are taken', () => {
    const read = readLineage('', 'both', '0');
    expect(read.ok ? [] : Object.keys(read.faults)).toEqual(['start', 'depth']);
    expect([readLineage('node_1', 'both', '1').ok, readLineage('node_1', 'both', '10000').ok]).toEqual([true, true]);
  });
});

describe('groupEdges', () => {
  test('every edge stands in one group, chains last, empty groups nowhere', () => {
    const edge = (from: string, kind: 'chain' | 'delegation' | 'approval') => ({ from, to: 'z', kind });
    const edges = [edge('a', 'chain'), edge('b', 'approval'), edge('c', 'chain'), edge('d', 'delegation')];
    expect(groupEdges(edges).map(([kind, some]) => [kind, some.map(({ from }) => from)])).toEqual([
      ['delegation', ['d']],
      ['approval', ['b']],
      ['chain', ['a', 'c']],
    ]);
    expect(groupEdges([])).toEqual([]);
  });
});
