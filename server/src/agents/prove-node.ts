/** The public proof of one node (`proof/:id`). */

import { join } from 'node:path';
import { nodeVersion } from '@touchstone/core/agent/node.ts';
import { NODE_PROOF_FORMAT } from '@touchstone/core/agent/verify-node.ts';
import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { fromHex, toBase64, toHex } from '@touchstone/core/bytes.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import type { SignedLogHead } from '@touchstone/core/log/head.ts';
import { HASH_LENGTH } from '@touchstone/core/log/shape.ts';
import { emptyRoot, leafHash, pairHash } from '@touchstone/core/log/tree.ts';
import { ApiError } from '../frame/errors.ts';
import { currentHead, headOf } from '../log/heads.ts';
import { hexPath, type LogInclusion, proveInclusion, sidesOf } from '../log/proofs.ts';
import { readLeaves } from '../log/store.ts';
import type { Db } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';
import { createStrangersWork, takeTurn } from './foreign-callers.ts';
import { type AgentCheck, judgeSeal, sealDocument } from './judge-seal.ts';
import type { AgentNeeds } from './needs.ts';
import { receiptOf, sealStatus } from './receipts.ts';
import { hashAt, pathIn, readSessionTree } from './session-levels.ts';
import { entryOf, statusOf } from './session-slice.ts';
import { findAgent } from './store/agents.ts';
import { type AgentNodeRow, findAgentNode } from './store/nodes.ts';
import { type AgentSealRow, type AgentSessionRow, findAgentSession, findSeal } from './store/sessions.ts';
import { registrationCheck, scopeCheck, sealedCount } from './verify-session.ts';
import { sessionTreeJob } from './work.ts';

export type NodeProof = OutputOf<typeof api.agents.proof.read>;

/** Throws NOT_FOUND, and RATE_LIMITED where too many large sessions are asked about. */
export async function proveNode(deps: AgentNeeds, id: string): Promise<NodeProof> {
  const { db, signer } = deps;
  const row = await findAgentNode(db, id);
  if (row === null) throw new ApiError('NOT_FOUND', 'There is no such node.');
  const agent = await findAgent(db, row.agent_id);
  if (agent === null) throw new TypeError(`internal: there is no agent ${row.agent_id}`);
  const session = row.session_id === null ? null : await findAgentSession(db, row.session_id);
  const seal = await findSeal(db, row.session_id === null ? { agentId: agent.id } : { sessionId: row.session_id });
  const entry = entryOf(row);
  const signature = await statusOf(spanOf(row, session, agent.public_key), signer, entry);
  const log = await proveInLog(deps, row);
  const way = (await wayToSeal(deps, row, seal)) ?? wayToLog(log);
  const hash = sha256(entry.bytes);
  const checks: AgentCheck[] = [
    compared('node_hash', toHex(row.hash), toHex(hash), `${id} was changed after it was recorded.`),
    compared('signature', 'valid', signature, `The signature of ${id} does not hold, or not at its time.`),
    await registrationCheck(deps, agent),
    // Its time was held against the end of the session.
    ...(session === null ? [] : [await scopeCheck(deps, session)]),
    compared(
      'inclusion',
      toHex(way.root),
      toHex(folded(hash, way.path)),
      `The path does not lead from ${id} to the root.`,
    ),
    await leafCheck(db, row),
  ];
  if (seal === null) checks.push(UNSEALED);
  else {
    const covered = {
      session_id: row.session_id,
      agent_id: agent.id,
      agent_public_key: toBase64(agent.public_key),
      ...(way.isSealed ? { root: toHex(way.root) } : {}),
      ...(session?.ended_at != null && row.sequence === session.nodes ? { end_hash: toHex(hash) } : {}),
    };
    checks.push(...(await judgeSeal(deps, seal, covered)));
  }
  return {
    ...(nodeVersion(entry.node) === 1 ? {} : { format: NODE_PROOF_FORMAT }),
    valid: checks.every(({ status }) => status !== 'failed'),
    merkle_proof: way.path.map(({ hash: sibling, side }) => ({ hash: toHex(sibling), side })),
    root: toHex(way.root),
    tree_size: way.size,
    receipt: receiptOf(deps, entry.node, { signature, seal: await sealStatus(deps, seal) }),
    svc_74_attestation: seal?.handle ?? null,
    checks,
    signature: toBase64(row.signature),
    agent_public_key: toBase64(agent.public_key),
    seal: await sealDocument(deps, seal),
    log: { head: log.head, index: row.log_index, path: hexPath(log.proof?.path ?? []) },
  };
}

const UNSEALED: AgentCheck = {
  id: 'seal_statement',
  status: 'pending',
  reason: 'The session is not sealed: completeness cannot be concluded.',
};

function compared(id: string, expected: string, found: string, reason: string): AgentCheck {
  return expected === found ? { id, status: 'passed' } : { id, status: 'failed', expected, found, reason };
}

function spanOf(row: AgentNodeRow, session: AgentSessionRow | null, publicKey: Uint8Array) {
  return {
    sessionId: row.session_id ?? '',
    agentId: row.agent_id,
    firstParent: '',
    publicKey,
    startedAt: session?.started_at ?? 0,
    expiresAt: session?.expires_at ?? Number.MAX_SAFE_INTEGER,
  };
}

async function leafCheck(db: Db, { id, log_index: index, hash }: AgentNodeRow): Promise<AgentCheck> {
  const [leaf] = await readLeaves(db, index, 1);
  const found = leaf === undefined ? 'nothing' : toHex(leaf);
  return compared('log', toHex(hash), found, `The log does not hold ${id} at its place.`);
}

interface Way {
  readonly path: readonly { readonly hash: Uint8Array; readonly side: 'left' | 'right' }[];
  readonly root: Uint8Array;
  readonly size: number;
  readonly isSealed: boolean;
}

function folded(hash: Uint8Array, path: Way['path']): Uint8Array {
  return path.reduce(
    (below, { hash: sibling, side }) => (side === 'left' ? pairHash(sibling, below) : pairHash(below, sibling)),
    leafHash(hash),
  );
}

/** null where no seal covers the node: an open session, and the end node, which only the log proves. */
async function wayToSeal(deps: AgentNeeds, row: AgentNodeRow, seal: AgentSealRow | null): Promise<Way | null> {
  const count = seal === null ? null : sealedCount(seal);
  if (seal === null || count === null || row.sequence > count) return null;
  if (row.session_id === null) return { path: [], root: seal.root, size: 1, isSealed: true };
  const levels = await treeOf(deps, row.session_id, count);
  const root = hashAt(levels.at(-1) ?? seal.root, 0) ?? seal.root;
  return { path: pathIn(levels, row.sequence - 1), root, size: count, isSealed: true };
}

interface LogProof {
  readonly head: SignedLogHead;
  /** null where the log does not have what it should. */
  readonly proof: LogInclusion | null;
}

async function proveInLog(deps: AgentNeeds, row: AgentNodeRow): Promise<LogProof> {
  const head = headOf(await currentHead(deps));
  return { head, proof: await proveInclusion(deps.db, row.log_index, head.tree_size) };
}

/** To the root that was signed, whatever the log says now. */
function wayToLog({ head, proof }: LogProof): Way {
  const path = proof === null ? [] : sidesOf(proof);
  return { path, root: fromHex(head.root) ?? emptyRoot(), size: Math.max(1, head.tree_size), isSealed: false };
}

/** Sessions that are over never change. The tree of 100,000 nodes has 6.4 MB. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_HERE = 32;

type Trees = Map<string, readonly Uint8Array[]>;
const memory = createMemory('agents/prove-node', (): Trees => new Map());
const once = createStrangersWork<readonly Uint8Array[]>('tree');

async function treeOf(
  { db, dataDir, run }: AgentNeeds,
  sessionId: string,
  count: number,
): Promise<readonly Uint8Array[]> {
  if (count <= MOST_HERE) return readSessionTree(db, sessionId, count);
  const trees = memory.of(db);
  const known = trees.get(sessionId);
  if (known !== undefined) return known;
  const file = join(dataDir, 'touchstone.db');
  const levels = await once(db, sessionId, () => takeTurn(db, () => run(sessionTreeJob, { file, sessionId, count })));
  // A session that lacks nodes may get them back.
  if (levels[0]?.length !== count * HASH_LENGTH) return levels;
  trees.set(sessionId, levels);
  for (let bytes = bytesOf(trees); bytes > MOST_BYTES && trees.size > 1; bytes = bytesOf(trees)) {
    const oldest = trees.keys().next().value;
    if (oldest !== undefined) trees.delete(oldest);
  }
  return levels;
}

function bytesOf(trees: Trees): number {
  let bytes = 0;
  for (const levels of trees.values()) for (const { length } of levels) bytes += length;
  return bytes;
}
