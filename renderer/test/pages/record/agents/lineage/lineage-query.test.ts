import { describe, expect, test } from 'vitest';
import {
  groupEdges,
  isFork,
  type LineageNode,
  lineageCsv,
  nodeStatus,
  readLineage,
} from '../../../../../src/pages/record/agents/lineage/lineage-query.ts';

describe('readLineage', () => {
  test.each([
    ['node_1', { node_id: 'node_1' }],
    [' ags_2 ', { session_id: 'ags_2' }],
    ['agt_3', { agent_id: 'agt_3' }],
    ['fork_4', { node_id: 'fork_4' }],
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

describe('a fork in a lineage', () => {
  const receipt: LineageNode = {
    node_id: 'node_1',
    agent_id: 'agt_1',
    session_id: 'ags_1',
    timestamp: '2026-11-21T12:00:00.000Z',
    action_type: 'payment.prepare',
    action_summary: '',
    input_hash: '0'.repeat(64),
    output_hash: '',
    parent_hash: null,
    signature_status: 'valid',
    svc_74_status: 'anchored',
    verification_url: '/',
    details: {},
  };
  const fork: LineageNode = {
    ...receipt,
    node_id: 'fork_1',
    action_type: 'simulation.fork',
    signature_status: 'unsigned',
    svc_74_status: 'unavailable',
    verification_url: '',
    simulation: true,
    fork: { forked_from: 'node_1', nodes: 4, simulated: 2, divergences: 1 },
  };

  test('is told from a receipt by its mark, not by its name', () => {
    expect([receipt, fork, { ...receipt, action_type: 'simulation.fork' }].map(isFork)).toEqual([false, true, false]);
    expect([receipt, fork].map((node) => nodeStatus(node).word)).toEqual(['Recorded', 'Simulation']);
  });

  test('is stamped in the export', () => {
    const [, first, second] = lineageCsv([receipt, fork]).split('\r\n');
    expect([first?.includes('simulation, not evidence'), second?.includes('simulation, not evidence')]).toEqual([
      false,
      true,
    ]);
  });
});
