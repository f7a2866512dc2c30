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

/** Rows of a chain that is broken like a text, and how many nodes stay on one line at least. */
const ROW_GAP = 56;
const LEAST_IN_A_ROW = 4;
/** Width by height of the canvas, about. */
const SHAPE = 2;

/** The places of the nodes 0 … nodes-1, in that order. */
export function placesOf({ nodes, edges, direction }: LayoutTask): readonly Place[] {
  if (direction === 'across' && isChain(nodes, edges)) return inRows(nodes);
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

/** Whether each node leads to the next one and nothing else. */
function isChain(nodes: number, edges: LayoutTask['edges']): boolean {
  return edges.length === nodes - 1 && edges.every(({ from, to }, index) => from === index && to === index + 1);
}

/** In rows from left to right, as many as make them fill the canvas. */
function inRows(nodes: number): readonly Place[] {
  const width = NODE_WIDTH + GAPS.across;
  const height = NODE_HEIGHT + ROW_GAP;
  const perRow = Math.max(LEAST_IN_A_ROW, Math.ceil(Math.sqrt((nodes * height * SHAPE) / width)));
  return Array.from({ length: nodes }, (_, index) => ({
    x: (index % perRow) * width,
    y: Math.floor(index / perRow) * height,
  }));
}
