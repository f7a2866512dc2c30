/**
 * Appending to a chain. The transaction makes it serial: the head is read, the node made (or one that was made for this head
 * taken) and the head moved before anybody else's turn. What the next node does not need, the signature, the leaf in the log
 * and the row, is done at the end of the transaction for all that share it.
 */

import { type Trouble, troubleOf } from '@touchstone/core/agent/act-outcome.ts';
import { type AgentNode, type NodeKind, nodeBytes, nodeText, redactNode } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalJson, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { newId } from '../frame/ids.ts';
import { appendToLog } from '../log/log.ts';
import { type Db, togetherAtCommit } from '../store/engine.ts';
import type { AgentSigner } from './agent-keys.ts';
import { isRedactionLevel, nodeIn } from './agent-rows.ts';
import type { AgentNeeds } from './needs.ts';
import { EMPTY_TREE, grown } from './session-tree.ts';
import type { AgentRow } from './store/agents.ts';
import { insertAgentNodes, type NewAgentNode } from './store/nodes.ts';
import { type AgentSessionRow, moveSessionHead, type NewAgentSession } from './store/sessions.ts';

/** What of a node does not follow from its place in the chain. */
export interface NodeDraft {
  /** Made by the caller where something else names it before. */
  readonly id?: string;
  readonly kind: NodeKind;
  readonly actionType: string;
  readonly summary: string;
  /** 64 hex digits. */
  readonly inputHash: string;
  /** 64 hex digits or empty. */
  readonly outputHash?: string;
  readonly details?: JsonObject;
  /** The request as enforced, whose hash `inputHash` is. */
  readonly opening?: JsonObject;
}

export interface AppendedNode {
  readonly node: AgentNode;
  /** 32 bytes. */
  readonly hash: Uint8Array;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Whose key signs and whose redaction level is applied. */
export type NodeAuthor = Pick<AgentRow, 'id' | 'project_id' | 'envelope' | 'redaction_level'>;

type AppendNeeds = Pick<AgentNeeds, 'clock' | 'random'>;

/** What a transaction that appends is given. */
export interface AppendContext {
  readonly db: Db;
  readonly needs: AppendNeeds;
  readonly signer: AgentSigner;
}

/** The registration of an agent: a node outside of any session. */
export async function appendRegistration(
  context: AppendContext,
  agent: NodeAuthor,
  draft: NodeDraft,
): Promise<AppendedNode> {
  return appendAt(context, agent, draft, {
    sessionId: null,
    sequence: 1,
    parentHash: null,
    notBefore: 0,
  });
}

/** What a session is before it has a node. */
export type OpeningSession = Pick<NewAgentSession, 'id' | 'scope' | 'duration_secs' | 'is_imported'> & {
  readonly parent: { readonly sessionId: string; readonly nodeId: string; readonly expiresAt: number } | null;
};

/** The first node of a session, and the session as it stands with it; the caller stores that. */
export async function appendStart(
  context: AppendContext,
  agent: NodeAuthor,
  session: OpeningSession,
  draft: NodeDraft,
  after: { readonly hash: Uint8Array; readonly time: number },
): Promise<AppendedNode & { readonly session: NewAgentSession }> {
  const appended = await appendAt(context, agent, draft, {
    sessionId: session.id,
    sequence: 1,
    parentHash: after.hash,
    notBefore: after.time,
  });
  const { parent, ...own } = session;
  const { hash, time } = appended;
  return {
    ...appended,
    session: {
      ...own,
      project_id: agent.project_id,
      agent_id: agent.id,
      parent_session_id: parent?.sessionId ?? null,
      parent_node_id: parent?.nodeId ?? null,
      started_at: time,
      expires_at: Math.min(time + session.duration_secs * 1000, parent?.expiresAt ?? Number.MAX_SAFE_INTEGER),
      ended_at: null,
      restored_at: null,
      nodes: 1,
      head_hash: hash,
      last_time: time,
      tree: grown(EMPTY_TREE, 0, hash),
      sealed_at: null,
    },
  };
}

/** The next node of a session, which is as the transaction has read it. */
export async function appendNode(
  context: AppendContext,
  agent: NodeAuthor,
  session: AgentSessionRow,
  draft: NodeDraft,
): Promise<AppendedNode> {
  const sequence = session.nodes + 1;
  const made = makeNode(context, agent, draft, {
    sessionId: session.id,
    sequence,
    parentHash: session.head_hash,
    notBefore: session.last_time,
  });
  const { hash, time_ms: time } = made.row;
  // The end node says the root over those before it, so the tree does not have it.
  const tree = draft.kind === 'end' ? session.tree : grown(session.tree, session.nodes, hash);
  const head = { nodes: sequence, hash, time, tree, ...withTrouble(session, made.trouble) };
  if (!(await moveSessionHead(context.db, session.id, head))) {
    throw new TypeError(`internal: the chain of ${session.id} has moved within a transaction`);
  }
  return appendMade(context.db, made);
}

interface Link {
  readonly sessionId: string | null;
  readonly sequence: number;
  readonly parentHash: Uint8Array | null;
  /** Times do not run backwards on a chain, whatever the machine's clock does. */
  readonly notBefore: number;
}

interface MadeNode {
  readonly row: Omit<NewAgentNode, 'signature' | 'log_index'>;
  readonly signature: Promise<Uint8Array>;
  readonly trouble: Trouble | null;
}

/** The sums over a session with one more node. */
function withTrouble(session: Pick<AgentSessionRow, Trouble>, trouble: Trouble | null): Pick<AgentSessionRow, Trouble> {
  const { failures, denials, violations } = session;
  const sums = { failures, denials, violations };
  return trouble === null ? sums : { ...sums, [trouble]: sums[trouble] + 1 };
}

async function appendAt(
  context: AppendContext,
  agent: NodeAuthor,
  draft: NodeDraft,
  link: Link,
): Promise<AppendedNode> {
  return appendMade(context.db, makeNode(context, agent, draft, link));
}

function makeNode({ needs, signer }: AppendContext, agent: NodeAuthor, draft: NodeDraft, link: Link): MadeNode {
  const level = agent.redaction_level;
  if (!isRedactionLevel(level)) throw new TypeError(`internal: agent ${agent.id} has no redaction level`);
  const time = Math.max(needs.clock(), link.notBefore);
  const node = redactNode(level, {
    node_id: draft.id ?? newId('node', needs.random),
    agent_id: agent.id,
    session_id: link.sessionId,
    timestamp: formatIsoTime(time),
    action_type: draft.actionType,
    action_summary: draft.summary,
    input_hash: draft.inputHash,
    output_hash: draft.outputHash ?? '',
    parent_hash: link.parentHash === null ? null : toHex(link.parentHash),
    details: draft.details ?? {},
  });
  const body = nodeText(node);
  const bytes = nodeBytes(node, body);
  const hash = sha256(bytes);
  const signature = signer.sign(agent, bytes);
  // Whether it fails is asked at the end; a node that is taken back asks no more.
  signature.catch(() => undefined);
  const keepsOpening = level === 'full' || level === 'metadata_only';
  const row = {
    id: node.node_id,
    project_id: agent.project_id,
    agent_id: agent.id,
    session_id: link.sessionId,
    sequence: link.sequence,
    kind: draft.kind,
    time_ms: time,
    body,
    opening: keepsOpening && draft.opening !== undefined ? canonicalJson(draft.opening) : null,
    hash,
    parent_hash: link.parentHash,
  };
  return { row, signature, trouble: troubleOf(node) };
}

async function appendMade(db: Db, made: MadeNode): Promise<AppendedNode> {
  const { row } = made;
  await togetherAtCommit(db, 'end of log_leaves', storeNodes, made);
  // With its members in the order in which it is read again: a repeat answers the same text.
  return { node: nodeIn(row), hash: row.hash, time: row.time_ms };
}

/** One call for all nodes of a transaction. */
async function storeNodes(db: Db, made: readonly MadeNode[]): Promise<void> {
  const signatures = await Promise.all(made.map(({ signature }) => signature));
  const first = await appendToLog(
    db,
    made.map(({ row }) => row.hash),
  );
  const rows = made.flatMap(({ row }, at) => {
    const signature = signatures[at];
    return signature === undefined ? [] : [{ ...row, signature, log_index: first + at }];
  });
  await insertAgentNodes(db, rows);
}
