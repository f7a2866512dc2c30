/**
 * Checks a session's chain node by node, in constant memory: every hash, every link, one session and one agent, times that
 * never run backwards, one beginning and nothing after the end. What it cannot show by itself is that nodes are missing at the
 * end: the seal does that.
 */
import { equalBytes, toHex } from '../bytes.ts';
import { parseIsoTime } from '../time.ts';
import { type AgentNode, kindOf, nodeHash } from './node.ts';

export type ChainFault =
  /** The hash that is stated for the node is not the one of its contents: the node was changed. */
  | 'hash'
  /** It does not name the hash of the node before: a node was removed, inserted, moved or changed. */
  | 'link'
  /** A session begins twice or not at all, or goes on after its end. */
  | 'order'
  /** It belongs to another session or agent than the nodes before. */
  | 'session'
  /** It is older than the node before, or states no time. */
  | 'time'
  /** It is the node before once more. */
  | 'duplicate';

export interface ChainBreak {
  /** Position of the first node that does not hold, from 0. */
  readonly index: number;
  readonly node_id: string;
  readonly what: ChainFault;
  readonly expected: string;
  readonly found: string;
}

export interface ChainStart {
  /** Hash of the node that the first one names, 64 hex digits: the registration or the delegating node. */
  readonly firstParent: string;
  /** The session that every node belongs to; without it that of the first node. */
  readonly sessionId?: string;
  readonly agentId?: string;
  /** Where a check goes on in the middle of a chain: the node before, which was judged elsewhere, and its position from 0. */
  readonly before?: { readonly node: AgentNode; readonly index: number };
}

export interface ChainCheck {
  /**
   * Judges the next node, with the hash that is stated for it where one is. `hash` is the node's own, of a caller who has hashed
   * it. Answers the first break so far, or null.
   */
  add(node: AgentNode, statedHash?: Uint8Array, hash?: Uint8Array): ChainBreak | null;
  /** The first break; null while everything holds. */
  readonly broken: ChainBreak | null;
  /** Nodes that were added. */
  readonly count: number;
  /** Computed hash of the node that was added last, 32 bytes; null before the first. */
  readonly lastHash: Uint8Array | null;
  /** Whether the node that was added last ends the session. */
  readonly isEnded: boolean;
}

interface NodeBefore {
  readonly hash: Uint8Array;
  readonly node: AgentNode;
  readonly time: number;
}

/** A check of one session's chain, from its first node or from the one behind `start.before` on. */
export function createChainCheck(start: ChainStart): ChainCheck {
  const first = start.before === undefined ? 0 : start.before.index + 1;
  let before: NodeBefore | null = start.before === undefined ? null : placed(start.before.node);
  let broken: ChainBreak | null = null;
  let count = 0;
  return {
    add(node, statedHash, hash = nodeHash(node)) {
      const fault = faultOf(start, before, node, hash, statedHash);
      if (broken === null && fault !== null) broken = { index: first + count, node_id: node.node_id, ...fault };
      count++;
      before = placed(node, hash);
      return broken;
    },
    get broken() {
      return broken;
    },
    get count() {
      return count;
    },
    get lastHash() {
      return before?.hash ?? null;
    },
    get isEnded() {
      return before !== null && kindOf(before.node.action_type) === 'end';
    },
  };
}

function placed(node: AgentNode, hash = nodeHash(node)): NodeBefore {
  return { hash, node, time: parseIsoTime(node.timestamp) ?? Number.NaN };
}

type Fault = Pick<ChainBreak, 'what' | 'expected' | 'found'>;

function faultOf(
  start: ChainStart,
  before: NodeBefore | null,
  node: AgentNode,
  hash: Uint8Array,
  statedHash: Uint8Array | undefined,
): Fault | null {
  if (statedHash !== undefined && !equalBytes(hash, statedHash)) {
    return { what: 'hash', expected: toHex(statedHash), found: toHex(hash) };
  }
  const sessionId = start.sessionId ?? before?.node.session_id ?? node.session_id;
  const agentId = start.agentId ?? before?.node.agent_id ?? node.agent_id;
  if (node.session_id === null || node.session_id !== sessionId) {
    return { what: 'session', expected: sessionId ?? 'a session', found: node.session_id ?? 'none' };
  }
  if (node.agent_id !== agentId) return { what: 'session', expected: agentId, found: node.agent_id };
  if (before?.node.node_id === node.node_id) {
    return { what: 'duplicate', expected: `a node other than ${node.node_id}`, found: node.node_id };
  }
  const parent = before === null ? start.firstParent : toHex(before.hash);
  if (node.parent_hash !== parent) return { what: 'link', expected: parent, found: node.parent_hash ?? 'null' };
  return orderFault(before, node) ?? timeFault(before, node);
}

function orderFault(before: NodeBefore | null, node: AgentNode): Fault | null {
  const kind = kindOf(node.action_type);
  const found = node.action_type;
  if (before === null) return kind === 'start' ? null : { what: 'order', expected: 'session.start', found };
  if (kindOf(before.node.action_type) === 'end') {
    return { what: 'order', expected: 'no node after session.end', found };
  }
  const isMisplaced = kind === 'start' || kind === 'register';
  return isMisplaced ? { what: 'order', expected: 'a node that begins nothing', found } : null;
}

function timeFault(before: NodeBefore | null, node: AgentNode): Fault | null {
  const time = parseIsoTime(node.timestamp);
  if (time === null) return { what: 'time', expected: 'an ISO 8601 time', found: node.timestamp };
  if (before === null || time >= before.time) return null;
  return { what: 'time', expected: `not before ${before.node.timestamp}`, found: node.timestamp };
}
