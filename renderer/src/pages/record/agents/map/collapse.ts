/** The session map's graph: receipts collapsed to runs without branches, or to sessions where there are too many runs. */

/** How a receipt stands out; the worst of a run is what the run shows. */
export type Mark = 'failed' | 'pending' | 'none';

/** The receipts of a session and of those under it, in an order in which every receipt stands after its parent. */
export interface MapSource {
  readonly count: number;
  /** The row of the receipt before; -1 where that is not among the rows. Always smaller than the row itself. */
  readonly parentOf: (row: number) => number;
  readonly sessionOf: (row: number) => string;
  readonly markOf: (row: number) => Mark;
}

/** A run of receipts of one session without a branch between them, or a whole session. */
export interface MapNode {
  /** Its place in the graph, from 0; the same source gives the same numbers. */
  readonly index: number;
  readonly sessionId: string;
  readonly firstRow: number;
  readonly lastRow: number;
  readonly count: number;
  /** How many of its receipts failed or were denied. */
  readonly failed: number;
  readonly pending: number;
}

export interface MapEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: 'chain' | 'delegation' | 'fork';
}

export interface MapGraph {
  /** What a node of the map is; `none` where even the sessions are too many to draw. */
  readonly unit: 'run' | 'session' | 'none';
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
  /** How many sessions the rows belong to. */
  readonly sessions: number;
}

/** More nodes than this are neither laid out in time nor looked through by anybody (research, C2). */
export const MOST_MAP_NODES = 500;

/** So many nodes are seen at a glance: as long as there are no more, what stands out has nodes of its own. */
const MOST_AT_A_GLANCE = 40;

type Counted = { -readonly [K in keyof MapNode]: MapNode[K] };

/**
 * Collapses receipts. A run ends where a receipt has several successors (a delegation), where the session changes, and on a small
 * map where receipts begin to stand out or no longer do.
 * Takes time and memory in proportion to the rows. Throws RangeError where a row stands before its parent.
 */
export function collapse(source: MapSource, most = MOST_MAP_NODES): MapGraph {
  const successors = new Uint32Array(source.count);
  const sessions = new Set<string>();
  for (let row = 0; row < source.count; row++) {
    const parent = source.parentOf(row);
    if (parent >= row) throw new RangeError(`row ${row} stands before its parent ${parent}`);
    if (parent >= 0) successors[parent] = (successors[parent] ?? 0) + 1;
    sessions.add(source.sessionOf(row));
  }
  const joins = (row: number, parent: number) =>
    successors[parent] === 1 && source.sessionOf(parent) === source.sessionOf(row);
  const isAlike = (row: number, parent: number) => source.markOf(row) === source.markOf(parent);
  const runs =
    gather(source, Math.min(most, MOST_AT_A_GLANCE), (row, parent) => joins(row, parent) && isAlike(row, parent)) ??
    gather(source, most, joins);
  if (runs !== null) return { unit: 'run', ...runs, sessions: sessions.size };
  const bySession = sessions.size > most ? null : gatherSessions(source);
  if (bySession !== null) return { unit: 'session', ...bySession, sessions: sessions.size };
  return { unit: 'none', nodes: [], edges: [], sessions: sessions.size };
}

interface Gathered {
  readonly nodes: readonly MapNode[];
  readonly edges: readonly MapEdge[];
}

/** Null as soon as there are more nodes than are drawn. */
function gather(source: MapSource, most: number, joins: (row: number, parent: number) => boolean): Gathered | null {
  const nodes: Counted[] = [];
  const edges: MapEdge[] = [];
  const nodeOf = new Uint32Array(source.count);
  for (let row = 0; row < source.count; row++) {
    const parent = source.parentOf(row);
    const before = parent < 0 ? undefined : nodes[nodeOf[parent] ?? 0];
    if (before !== undefined && joins(row, parent)) {
      nodeOf[row] = before.index;
      addRow(before, row, source.markOf(row));
      continue;
    }
    if (nodes.length === most) return null;
    const node = emptyNode(nodes.length, source.sessionOf(row), row);
    addRow(node, row, source.markOf(row));
    nodes.push(node);
    nodeOf[row] = node.index;
    if (before !== undefined) {
      const kind = before.sessionId === node.sessionId ? 'chain' : 'delegation';
      edges.push({ from: before.index, to: node.index, kind });
    }
  }
  return { nodes, edges };
}

/** One node for each session, whatever branches; an edge from the session that delegated. */
function gatherSessions(source: MapSource): Gathered {
  const nodes = new Map<string, Counted>();
  const edges: MapEdge[] = [];
  for (let row = 0; row < source.count; row++) {
    const sessionId = source.sessionOf(row);
    let node = nodes.get(sessionId);
    if (node === undefined) {
      node = emptyNode(nodes.size, sessionId, row);
      nodes.set(sessionId, node);
      const parent = source.parentOf(row);
      const from = parent < 0 ? undefined : nodes.get(source.sessionOf(parent));
      if (from !== undefined) edges.push({ from: from.index, to: node.index, kind: 'delegation' });
    }
    addRow(node, row, source.markOf(row));
  }
  return { nodes: [...nodes.values()], edges };
}

function emptyNode(index: number, sessionId: string, row: number): Counted {
  return { index, sessionId, firstRow: row, lastRow: row, count: 0, failed: 0, pending: 0 };
}

function addRow(node: Counted, row: number, mark: Mark): void {
  node.lastRow = row;
  node.count += 1;
  if (mark === 'failed') node.failed += 1;
  if (mark === 'pending') node.pending += 1;
}
