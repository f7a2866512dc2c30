/** Follows the links of nodes: those of the chains, of delegation and approval, and those to the forks that were made of them. */
import { setImmediate } from 'node:timers/promises';
import type { Db } from '../store/engine.ts';
import { findAgent } from './store/agents.ts';
import { decisionsOn } from './store/approvals.ts';
import { type AgentForkRow, forksFromNode } from './store/forks.ts';
import { approvalDecidedBy, firstNodesOfAgent } from './store/lineage.ts';
import { type AgentNodeRow, findAgentNode, findAgentNodes, sessionNodeAt } from './store/nodes.ts';
import { findAgentSession, sessionDelegatedBy } from './store/sessions.ts';

export type EdgeKind = 'chain' | 'delegation' | 'fork' | 'approval';

export interface Edge {
  /** The earlier node. */
  readonly from: string;
  readonly to: string;
  readonly kind: EdgeKind;
}

/** A recorded node, or a fork: a simulation that stands in the place of a node. */
export type LineageRow = AgentNodeRow | AgentForkRow;

export function isFork(row: LineageRow): row is AgentForkRow {
  return 'forked_from' in row;
}

export interface Lineage {
  /** In the order in which they were made. */
  readonly nodes: readonly AgentNodeRow[];
  /** In the order in which they were made. */
  readonly forks: readonly AgentForkRow[];
  readonly edges: readonly Edge[];
  readonly roots: readonly string[];
  readonly isTruncated: boolean;
}

export interface LineagePlan {
  readonly directions: readonly Direction[];
  /** Edges to follow from the start. */
  readonly depth: number;
  readonly mostNodes: number;
  /** Characters of the nodes together; one node is always answered. */
  readonly mostText: number;
}

export type Direction = 'ancestors' | 'descendants';

interface Link {
  readonly row: LineageRow;
  readonly kind: EdgeKind;
}

/** Characters of a fork in an answer, at most. */
const FORK_TEXT = 1_000;

function textOf(row: LineageRow): number {
  return isFork(row) ? FORK_TEXT : row.body.length;
}

/** Each look-up is quick, but they follow each other: others have their turn after so many nodes. */
const NODES_A_TURN = 16;

/** From nodes of one project, breadth first; links never leave it. `start` has at least one node. */
export async function lineageOf(db: Db, start: readonly LineageRow[], plan: LineagePlan): Promise<Lineage> {
  const found = new Map<string, LineageRow>();
  const edges = new Map<string, Edge>();
  let text = 0;
  const hasRoomFor = (row: LineageRow) =>
    found.size === 0 || (found.size < plan.mostNodes && text + textOf(row) <= plan.mostText);
  function keep(row: LineageRow): void {
    if (!found.has(row.id)) text += textOf(row);
    found.set(row.id, row);
  }
  for (const row of start) {
    if (!hasRoomFor(row)) break;
    keep(row);
  }
  const begun = [...found.values()];
  let isTruncated = start.length > begun.length;
  let visited = 0;
  for (const direction of plan.directions) {
    let front = begun;
    const seen = new Set(front.map(({ id }) => id));
    for (let depth = 0; front.length > 0; depth++) {
      const next: LineageRow[] = [];
      for (const row of front) {
        if (++visited % NODES_A_TURN === 0) await setImmediate();
        for (const { row: other, kind } of await linksOf(db, row, direction, plan.mostNodes)) {
          const isNew = !found.has(other.id);
          if (isNew && (depth === plan.depth || !hasRoomFor(other))) {
            isTruncated = true;
            continue;
          }
          const [from, to] = direction === 'ancestors' ? [other.id, row.id] : [row.id, other.id];
          edges.set(`${from} ${to} ${kind}`, { from, to, kind });
          keep(other);
          if (seen.has(other.id)) continue;
          seen.add(other.id);
          next.push(other);
        }
      }
      front = depth < plan.depth ? next : [];
    }
  }
  const led = new Set([...edges.values()].map(({ to }) => to));
  const rows = [...found.values()].sort((a, b) => a.position - b.position);
  const forks = rows.filter(isFork);
  const nodes = rows.filter((row): row is AgentNodeRow => !isFork(row));
  const roots = [...nodes, ...forks].map(({ id }) => id).filter((id) => !led.has(id));
  return { nodes, forks, edges: [...edges.values()], roots, isTruncated };
}

async function linksOf(db: Db, row: LineageRow, direction: Direction, most: number): Promise<readonly Link[]> {
  if (isFork(row)) {
    const from = direction === 'ancestors' ? await findAgentNode(db, row.forked_from) : null;
    return from === null ? [] : [{ row: from, kind: 'fork' }];
  }
  return direction === 'ancestors' ? linksUp(db, row) : linksDown(db, row, most);
}

async function linksUp(db: Db, row: AgentNodeRow): Promise<readonly Link[]> {
  const before = await linkBefore(db, row);
  const approvalId = row.kind === 'decision' ? await approvalDecidedBy(db, row.id) : null;
  const approval = approvalId === null ? null : await findAgentNode(db, approvalId);
  return [
    ...(before === null ? [] : [before]),
    ...(approval === null ? [] : [{ row: approval, kind: 'approval' as const }]),
  ];
}

/** What the first node of a session names as its parent. */
async function originOf(db: Db, { session_id: sessionId, agent_id: agentId }: AgentNodeRow): Promise<Link | null> {
  const session = sessionId === null ? null : await findAgentSession(db, sessionId);
  const delegating = session?.parent_node_id ?? null;
  if (delegating !== null) {
    const row = await findAgentNode(db, delegating);
    return row === null ? null : { row, kind: 'delegation' };
  }
  const agent = await findAgent(db, agentId);
  const row = agent === null ? null : await findAgentNode(db, agent.node_id);
  return row === null ? null : { row, kind: 'chain' };
}

/** The node before it in its chain; of the first one, what it names as its parent. */
async function linkBefore(db: Db, row: AgentNodeRow): Promise<Link | null> {
  if (row.session_id === null) return null;
  if (row.sequence === 1) return originOf(db, row);
  const before = await sessionNodeAt(db, row.session_id, row.sequence - 1);
  return before === null ? null : { row: before, kind: 'chain' };
}

async function linksDown(db: Db, row: AgentNodeRow, most: number): Promise<readonly Link[]> {
  const forks = await forksFromNode(db, row.id, most + 1);
  return [...(await recordedDown(db, row, most)), ...forks.map((fork) => ({ row: fork, kind: 'fork' as const }))];
}

async function recordedDown(db: Db, row: AgentNodeRow, most: number): Promise<readonly Link[]> {
  if (row.session_id === null) {
    const firsts = await firstNodesOfAgent(db, row.agent_id, most + 1);
    return firsts.map((first) => ({ row: first, kind: 'chain' as const }));
  }
  const links: Link[] = [];
  const next = await sessionNodeAt(db, row.session_id, row.sequence + 1);
  if (next !== null) links.push({ row: next, kind: 'chain' });
  const child = row.kind === 'delegate' ? await sessionDelegatedBy(db, row.id) : null;
  const first = child === null ? null : await sessionNodeAt(db, child.id, 1);
  if (first !== null) links.push({ row: first, kind: 'delegation' });
  const decisions = row.kind === 'approval' ? await decisionsOn(db, [row.id]) : [];
  const decided = await findAgentNodes(
    db,
    decisions.map(({ node_id: id }) => id),
  );
  for (const decision of decided) links.push({ row: decision, kind: 'approval' });
  return links;
}
