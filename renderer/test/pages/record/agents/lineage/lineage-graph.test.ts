import { describe, expect, test } from 'vitest';
import { lineageGraph } from '../../../../../src/pages/record/agents/lineage/lineage-graph.ts';
import type { EdgeKind, Lineage, LineageNode } from '../../../../../src/pages/record/agents/lineage/lineage-query.ts';

const node = (id: string, session: string | null, more: Partial<LineageNode> = {}): LineageNode => ({
  node_id: id,
  agent_id: 'agt_1',
  session_id: session,
  timestamp: '2026-11-21T12:00:00.000Z',
  action_type: 'tool.call',
  action_summary: '',
  input_hash: '0'.repeat(64),
  output_hash: '',
  parent_hash: null,
  signature_status: 'valid',
  svc_74_status: 'anchored',
  verification_url: '/',
  details: {},
  ...more,
});
const edge = (from: string, to: string, kind: EdgeKind = 'chain') => ({ from, to, kind });
const answer = (nodes: LineageNode[], edges: Lineage['edges']): Lineage => ({
  nodes,
  edges,
  roots: [],
  truncated: false,
});

/** A session of six receipts; the second delegates to a session of two, and the fifth decides what the third asked. */
const WHOLE = answer(
  [
    node('a1', 's'),
    node('a2', 's'),
    node('b1', 'child', { details: { status: 'failure' } }),
    node('b2', 'child'),
    node('a3', 's', { details: { state: 'pending' } }),
    node('a4', 's'),
    node('a5', 's'),
    node('a6', 's'),
  ],
  [
    edge('a1', 'a2'),
    edge('a2', 'b1', 'delegation'),
    edge('b1', 'b2'),
    edge('a2', 'a3'),
    edge('a3', 'a4'),
    edge('a4', 'a5'),
    edge('a3', 'a5', 'approval'),
    edge('a5', 'a6'),
  ],
);

const membersOf = (lineage: Lineage, start = '', most?: number) =>
  lineageGraph(lineage, start, most).groups.map(({ nodes }) => nodes.map(({ node_id }) => node_id).join(' '));

describe('the graph of a lineage', () => {
  test('groups receipts that follow each other, up to where another link begins or ends', () => {
    expect(membersOf(WHOLE)).toEqual(['a1 a2', 'b1 b2', 'a3', 'a4', 'a5 a6']);
    expect(lineageGraph(WHOLE, '').links).toEqual([
      { from: 0, to: 1, kind: 'delegation' },
      { from: 0, to: 2, kind: 'chain' },
      { from: 2, to: 3, kind: 'chain' },
      { from: 3, to: 4, kind: 'chain' },
      { from: 2, to: 4, kind: 'approval' },
    ]);
  });

  test('says what went wrong and what waits in a group', () => {
    expect(lineageGraph(WHOLE, '').groups.map(({ failed, pending }) => [failed, pending])).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
      [0, 0],
      [0, 0],
    ]);
  });

  test('shows the receipt that was asked about by itself, and of a session or an agent marks the first group', () => {
    expect(membersOf(WHOLE, 'a6')).toEqual(['a1 a2', 'b1 b2', 'a3', 'a4', 'a5', 'a6']);
    const starts = (start: string) => lineageGraph(WHOLE, start).groups.map(({ isStart }) => isStart);
    expect(starts('a6')).toEqual([false, false, false, false, false, true]);
    expect(starts('child')).toEqual([false, true, false, false, false]);
    expect(starts('agt_1')).toEqual([true, false, false, false, false]);
    expect(starts('node_elsewhere')).toEqual([false, false, false, false, false]);
  });

  test('draws whole sessions where there are too many groups, and nothing where even these are', () => {
    const graph = lineageGraph(WHOLE, '', 2);
    expect([graph.unit, membersOf(WHOLE, '', 2)]).toEqual(['session', ['a1 a2 a3 a4 a5 a6', 'b1 b2']]);
    expect(graph.links).toEqual([{ from: 0, to: 1, kind: 'delegation' }]);
    expect(lineageGraph(WHOLE, '', 1)).toEqual({ unit: 'none', groups: [], links: [] });
  });

  test('keeps forks and registrations apart, and leaves out links to what is not in the answer', () => {
    const lineage = answer(
      [node('r', null), node('a1', 's'), node('fork_1', 's', { simulation: true })],
      [edge('r', 'a1'), edge('a1', 'fork_1', 'fork'), edge('elsewhere', 'a1')],
    );
    expect(membersOf(lineage)).toEqual(['r', 'a1', 'fork_1']);
    expect(membersOf(lineage, '', 3)).toEqual(['r', 'a1', 'fork_1']);
    expect(lineageGraph(lineage, '').groups.map(({ isSimulation }) => isSimulation)).toEqual([false, false, true]);
    expect(lineageGraph(lineage, '').links.map(({ kind }) => kind)).toEqual(['chain', 'fork']);
  });

  test('of two links between the same groups, the one that says most is drawn', () => {
    const lineage = answer([node('a', 's'), node('b', 's')], [edge('a', 'b'), edge('a', 'b', 'approval')]);
    expect(lineageGraph(lineage, '').links).toEqual([{ from: 0, to: 1, kind: 'approval' }]);
  });

  test('a long chain is one group', () => {
    const nodes = Array.from({ length: 1_000 }, (_, row) => node(`n${row}`, 's'));
    const edges = nodes.slice(1).map(({ node_id }, row) => edge(`n${row}`, node_id));
    expect(lineageGraph(answer(nodes, edges), 's').groups).toHaveLength(1);
  });
});
