import { setImmediate } from 'node:timers/promises';
import { api } from '@touchstone/core/api/api.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { forkNode } from '../../agents/forks.ts';
import { type Direction, type LineageRow, lineageOf } from '../../agents/lineage.ts';
import { receiptsOf } from '../../agents/receipts.ts';
import { findAgent } from '../../agents/store/agents.ts';
import { findProjectFork } from '../../agents/store/forks.ts';
import { nodesOfAgent } from '../../agents/store/lineage.ts';
import { type AgentNodeRow, findProjectNode, sessionNodesAfter } from '../../agents/store/nodes.ts';
import { findProjectSession } from '../../agents/store/sessions.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { implement } from '../../frame/implement.ts';
import type { Chains } from '../../ledger/chain.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly signer: SignatureProvider;
  readonly chains: Chains;
  readonly allowedHosts: () => ReadonlySet<string>;
}

/** Nodes of an answer; the contract states the same number. */
const MOST_NODES = 1_000;
/** Characters of the nodes of an answer: metadata can be large, and the answer is written at once. */
const MOST_TEXT = 4_000_000;
/** Nodes that are read at once. */
const A_PIECE = 50;
const DEFAULT_DEPTH = 100;
const DIRECTIONS = {
  ancestors: ['ancestors'],
  descendants: ['descendants'],
  both: ['ancestors', 'descendants'],
} as const satisfies Record<string, readonly Direction[]>;

export const lineage = implement(api.agents.lineage)<Needs>({
  async query({ deps, caller }, { body }) {
    const start = await startOf(deps, caller.projectId, body);
    const { nodes, forks, edges, roots, isTruncated } = await lineageOf(deps.db, start, {
      directions: DIRECTIONS[body.direction ?? 'both'],
      depth: body.depth ?? DEFAULT_DEPTH,
      mostNodes: MOST_NODES,
      mostText: MOST_TEXT,
    });
    return {
      nodes: [...(await receiptsOf(deps, nodes)), ...forks.map(forkNode)],
      edges: [...edges],
      roots: [...roots],
      truncated: isTruncated,
    };
  },
});

interface StartName {
  readonly node_id?: string;
  readonly session_id?: string;
  readonly agent_id?: string;
}

/** The nodes from which to go, one more than an answer holds at most. Throws NOT_FOUND. */
async function startOf(
  { db }: Needs,
  projectId: string,
  { node_id: nodeId, session_id: sessionId, agent_id: agentId }: StartName,
): Promise<readonly LineageRow[]> {
  if ([nodeId, sessionId, agentId].filter((name) => name !== undefined).length !== 1) {
    throw invalid('node_id', 'Exactly one of `node_id`, `session_id` and `agent_id` must be stated.');
  }
  if (nodeId !== undefined) {
    const node = (await findProjectNode(db, projectId, nodeId)) ?? (await findProjectFork(db, projectId, nodeId));
    if (node === null) throw new ApiError('NOT_FOUND', 'There is no such node.');
    return [node];
  }
  if (sessionId !== undefined) {
    const session = await findProjectSession(db, projectId, sessionId);
    if (session === null) throw new ApiError('NOT_FOUND', 'There is no such session.');
    return readUpTo((last) => sessionNodesAfter(db, session.id, last?.sequence ?? 0, A_PIECE));
  }
  const agent = await findAgent(db, agentId ?? '');
  if (agent?.project_id !== projectId) throw new ApiError('NOT_FOUND', 'There is no such agent.');
  return readUpTo((last) => nodesOfAgent(db, agent.id, last?.position ?? 0, A_PIECE));
}

/** Nodes in pieces, until there are more than an answer holds. */
async function readUpTo(
  read: (last: AgentNodeRow | undefined) => Promise<readonly AgentNodeRow[]>,
): Promise<readonly AgentNodeRow[]> {
  const rows: AgentNodeRow[] = [];
  let text = 0;
  for (;;) {
    const piece = await read(rows.at(-1));
    for (const row of piece) {
      rows.push(row);
      text += row.body.length;
      if (rows.length > MOST_NODES || text > MOST_TEXT) return rows;
    }
    if (piece.length < A_PIECE) return rows;
    await setImmediate();
  }
}
