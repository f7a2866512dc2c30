/** Places the nodes of the session map in layers, parents before children. Slow for large graphs: runs in a worker. */
import { Graph, layout } from '@dagrejs/dagre';
import type { MapEdge } from './collapse.ts';

/** Every node has the same size, so that nothing has to be measured. */
export const NODE_WIDTH = 220;
export const NODE_HEIGHT = 112;
const GAP_BESIDE = 28;
/** Between layers: a line has its label there. */
const GAPS = { across: 72, down: 56 } as const;

/** Whether layers follow each other to the right or downwards. */
export type Direction = keyof typeof GAPS;

/** The upper left corner of a node, pixels. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface LayoutTask {
  readonly nodes: number;
  readonly edges: readonly Pick<MapEdge, 'from' | 'to'>[];
  readonly direction: Direction;
}

/** The places of the nodes 0 … nodes-1, in that order. */
export function placesOf({ nodes, edges, direction }: LayoutTask): readonly Place[] {
  const graph = new Graph();
  const rankdir = direction === 'across' ? 'LR' : 'TB';
  graph.setGraph({ rankdir, nodesep: GAP_BESIDE, ranksep: GAPS[direction] });
  graph.setDefaultEdgeLabel(() => ({}));
  for (let index = 0; index < nodes; index++) {
    graph.setNode(String(index), { width: NODE_WIDTH, height: NODE_HEIGHT });
  }
  for (const { from, to } of edges) graph.setEdge(String(from), String(to));
  layout(graph);
  return Array.from({ length: nodes }, (_, index) => {
    const node = graph.node(String(index));
    const { x = 0, y = 0 } = node ?? {};
    // dagre answers centres.
    return { x: x - NODE_WIDTH / 2, y: y - NODE_HEIGHT / 2 };
  });
}
