/** The forks of the open session on its map: beside the run in which each begins, and never among the receipts. */
import { words } from '../../../../words/record/agents-session-map.ts';
import type { KeptFork } from '../data/queries.ts';
import { SIMULATION } from '../fork/fork-rows.ts';
import { type MapEdge, type MapGraph, MOST_MAP_NODES } from './collapse.ts';
import type { MapCardData } from './map-card.tsx';
import type { MapRows } from './source.ts';

/** What is drawn: the nodes of the graph, then the forks. */
export interface DrawnGraph {
  /** Nodes and forks. */
  readonly count: number;
  readonly forks: readonly KeptFork[];
  readonly edges: readonly MapEdge[];
}

/** The newest forks, as many as the map has room for. One whose receipt is not loaded is left out. */
export function forksOnMap(
  { unit, nodes, edges }: MapGraph,
  kept: readonly KeptFork[],
  rows: Pick<MapRows, 'placeOf'>,
  rootId: string,
): DrawnGraph {
  const own = nodes.filter(({ sessionId }) => sessionId === rootId);
  const root = own[0] === undefined ? null : rows.placeOf(own[0].firstRow).session;
  const forks: KeptFork[] = [];
  const toForks: MapEdge[] = [];
  for (const fork of unit === 'none' || root === null ? [] : kept) {
    if (nodes.length + forks.length >= MOST_MAP_NODES) break;
    // The rows of the open session stand first.
    const row = root?.columns.rowOf(fork.forked_from) ?? -1;
    const from = own.find(({ firstRow, lastRow }) => row >= firstRow && row <= lastRow);
    if (from === undefined) continue;
    toForks.push({ from: from.index, to: nodes.length + forks.length, kind: 'fork' });
    forks.push(fork);
  }
  return { count: nodes.length + forks.length, forks, edges: [...edges, ...toForks] };
}

export function forkCard(fork: KeptFork): MapCardData {
  const title = words.card.fork(fork.divergences, fork.simulated);
  return {
    title,
    isChild: false,
    extent: '',
    took: '',
    kinds: [],
    failed: 0,
    pending: 0,
    isSimulation: true,
    label: [title, fork.fork_id, SIMULATION.toLowerCase()].join(', '),
  };
}

/** A sentence about the forks on the map; empty where the session has none. */
export function forkWords({ forks }: Pick<DrawnGraph, 'forks'>, kept: number): string {
  return kept === 0 ? '' : words.forks(forks.length, kept, SIMULATION);
}
