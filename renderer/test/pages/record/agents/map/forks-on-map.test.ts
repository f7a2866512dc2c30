import { expect, test } from 'vitest';
import type { MapGraph, MapNode } from '../../../../../src/pages/record/agents/map/collapse.ts';
import { MOST_MAP_NODES } from '../../../../../src/pages/record/agents/map/collapse.ts';
import { forkCard, forksOnMap, forkWords } from '../../../../../src/pages/record/agents/map/forks-on-map.ts';
import type { MapRows } from '../../../../../src/pages/record/agents/map/source.ts';
import { snapshotOf } from '../fork-map-rows.ts';
import { keptFork as fork } from '../kept-fork.ts';

const node = (index: number, sessionId: string, firstRow: number, lastRow: number): MapNode => ({
  index,
  sessionId,
  firstRow,
  lastRow,
  count: lastRow - firstRow + 1,
  failed: 0,
  pending: 0,
});

const ROWS: MapRows = snapshotOf('root', 4);
const GRAPH: MapGraph = {
  unit: 'run',
  nodes: [node(0, 'root', 0, 1), node(1, 'root', 2, 3), node(2, 'child', 4, 6)],
  edges: [{ from: 0, to: 1, kind: 'chain' }],
  sessions: 2,
};

test('a fork stands behind all nodes and is linked from the run in which it begins', () => {
  const drawn = forksOnMap(GRAPH, [fork('fork_b', 'node_root_3'), fork('fork_a', 'node_root_0')], ROWS, 'root');
  expect(drawn.count).toBe(5);
  expect(drawn.edges).toEqual([
    { from: 0, to: 1, kind: 'chain' },
    { from: 1, to: 3, kind: 'fork' },
    { from: 0, to: 4, kind: 'fork' },
  ]);
  expect(forkWords(drawn, 2)).toBe(' 2 forks: simulation, not evidence.');
});

test('one whose receipt is not loaded is left out, and said to be', () => {
  const drawn = forksOnMap(GRAPH, [fork('fork_a', 'node_root_9'), fork('fork_b', 'node_root_1')], ROWS, 'root');
  expect(drawn.forks.map(({ fork_id: id }) => id)).toEqual(['fork_b']);
  expect(forkWords(drawn, 2)).toBe(' 1 fork of 2: simulation, not evidence.');
  expect(forkWords(forksOnMap(GRAPH, [], ROWS, 'root'), 0)).toBe('');
});

test('the map keeps its limit, and one that is not drawn has no forks', () => {
  const nodes = Array.from({ length: MOST_MAP_NODES - 1 }, (_, index) => node(index, 'root', index, index));
  const many = [fork('fork_a', 'node_root_1'), fork('fork_b', 'node_root_2')];
  expect(forksOnMap({ ...GRAPH, nodes }, many, ROWS, 'root').count).toBe(MOST_MAP_NODES);
  expect(forksOnMap({ unit: 'none', nodes: [], edges: [], sessions: 900 }, many, ROWS, 'root').count).toBe(0);
});

test('its card is stamped, in words too', () => {
  const card = forkCard(fork('fork_a', 'node_root_1'));
  expect(card.isSimulation).toBe(true);
  expect(card.label).toBe('Fork: 1 of 2 different, fork_a, simulation, not evidence');
});
