/** The graph of an answer: receipts that follow each other without another link are one group, so that what links is seen. */
import { TROUBLE_WEIGHT } from '../data/row-status.ts';
import { EDGE_KINDS, type EdgeKind, isFork, type Lineage, type LineageNode, nodeStatus } from './lineage-query.ts';

/** Receipts of one session that follow each other, a whole session, or a fork. */
export interface LineageGroup {
  /** In the order in which they were made; at least one. */
  readonly nodes: readonly LineageNode[];
  readonly failed: number;
  readonly pending: number;
  readonly isSimulation: boolean;
  /** Whether the receipts begin here that the question started from. */
  readonly isStart: boolean;
}

export interface LineageLink {
  readonly from: number;
  readonly to: number;
  /** Of several links between the same groups, the one that says most. */
  readonly kind: EdgeKind;
}

export interface LineageGraph {
  /** What a group is; `none` where even the sessions are too many to draw. */
  readonly unit: 'run' | 'session' | 'none';
  readonly groups: readonly LineageGroup[];
  readonly links: readonly LineageLink[];
}

/** More groups than this nobody looks through, and the layout takes long. */
export const MOST_GROUPS = 200;

/**
 * @param start the id that the question started from
 * Takes time and memory in proportion to nodes and edges.
 */
export function lineageGraph({ nodes, edges }: Lineage, start: string, most = MOST_GROUPS): LineageGraph {
  const rows = new Map(nodes.map((node, row) => [node.node_id, row]));
  const known = edges.flatMap(({ from, to, kind }) => {
    const [a, b] = [rows.get(from), rows.get(to)];
    return a === undefined || b === undefined ? [] : [{ from: a, to: b, kind }];
  });
  const startRow = Math.max(
    nodes.findIndex(({ node_id }) => node_id === start),
    nodes.findIndex((node) => !isFork(node) && [node.session_id, node.agent_id].includes(start)),
  );
  const runs = groupsOf(nodes, runsOf(nodes, known, start), most, nodes[startRow]);
  if (runs !== null) return { unit: 'run', ...linked(runs, known) };
  const sessions = groupsOf(
    nodes,
    nodes.map(({ node_id, session_id }) => session_id ?? node_id),
    most,
    nodes[startRow],
  );
  return sessions === null ? { unit: 'none', groups: [], links: [] } : { unit: 'session', ...linked(sessions, known) };
}

interface RowEdge {
  readonly from: number;
  readonly to: number;
  readonly kind: EdgeKind;
}

/** For each row the row that begins its run: a run goes on where a chain link is the only link out of one and into the next. */
function runsOf(nodes: readonly LineageNode[], edges: readonly RowEdge[], start: string): readonly number[] {
  const outs = new Uint32Array(nodes.length);
  const ins = new Uint32Array(nodes.length);
  for (const { from, to } of edges) {
    outs[from] = (outs[from] ?? 0) + 1;
    ins[to] = (ins[to] ?? 0) + 1;
  }
  const before = new Map<number, number>();
  for (const { from, to, kind } of edges) {
    const [a, b] = [nodes[from], nodes[to]];
    const isRun = kind === 'chain' && outs[from] === 1 && ins[to] === 1 && a?.session_id === b?.session_id;
    if (isRun && a?.node_id !== start && b?.node_id !== start) before.set(to, from);
  }
  const firsts: number[] = [];
  for (const row of nodes.keys()) {
    const from = before.get(row);
    firsts.push((from !== undefined && from < row ? firsts[from] : undefined) ?? row);
  }
  return firsts;
}

interface Grouped {
  readonly groups: readonly LineageGroup[];
  readonly groupOf: readonly number[];
}

/** The nodes under their keys, in the order in which these come first; null where they are more than are drawn. */
function groupsOf(
  nodes: readonly LineageNode[],
  keys: readonly (string | number)[],
  most: number,
  start: LineageNode | undefined,
): Grouped | null {
  const places = new Map<string | number, number>();
  const members: LineageNode[][] = [];
  const groupOf: number[] = [];
  for (const [row, node] of nodes.entries()) {
    const key = isFork(node) ? node.node_id : (keys[row] ?? row);
    const place = places.get(key) ?? members.length;
    if (place === most) return null;
    places.set(key, place);
    groupOf.push(place);
    if (place === members.length) members.push([node]);
    else members[place]?.push(node);
  }
  return { groupOf, groups: members.map((some) => groupFrom(some, start)) };
}

function groupFrom(nodes: readonly LineageNode[], start: LineageNode | undefined): LineageGroup {
  const statuses = nodes.map(nodeStatus);
  return {
    nodes,
    failed: statuses.filter(({ weight }) => weight >= TROUBLE_WEIGHT).length,
    pending: statuses.filter(({ look }) => look === 'pending').length,
    isSimulation: nodes.every(isFork),
    isStart: start !== undefined && nodes.includes(start),
  };
}

/** The links between groups, each pair once. */
function linked({ groups, groupOf }: Grouped, edges: readonly RowEdge[]): Omit<LineageGraph, 'unit'> {
  const links = new Map<string, LineageLink>();
  for (const edge of edges) {
    const [from, to] = [groupOf[edge.from], groupOf[edge.to]];
    if (from === undefined || to === undefined || from === to) continue;
    const key = `${from} ${to}`;
    const known = links.get(key);
    const saysMore = known === undefined || EDGE_KINDS.indexOf(edge.kind) < EDGE_KINDS.indexOf(known.kind);
    if (saysMore) links.set(key, { from, to, kind: edge.kind });
  }
  return { groups, links: [...links.values()] };
}
