/**
 * A node of an agent's chain: what is hashed and signed of a receipt (security, S20). The receipt's other members
 * (`verification_url`, `signature_status`, `svc_74_status`) say how it stands now and are formed when it is answered.
 */
import { canonicalBytes, canonicalJson, type JsonObject, type JsonValue } from '../canonical-json.ts';
import { sha256, tagged, taggedText } from '../hash.ts';

export interface AgentNode {
  readonly node_id: string;
  readonly agent_id: string;
  /** null for a registration. */
  readonly session_id: string | null;
  /** ISO 8601 UTC with milliseconds, by the clock of the service. */
  readonly timestamp: string;
  readonly action_type: string;
  readonly action_summary: string;
  /** 64 hex digits. */
  readonly input_hash: string;
  /** 64 hex digits; empty where there is no output. */
  readonly output_hash: string;
  /** Hash of the node before; of a session's first node that of its registration or delegation. Null for a registration. */
  readonly parent_hash: string | null;
  readonly details: JsonObject;
}

/** The members, for whoever reads or rebuilds a node. */
export const NODE_MEMBERS = [
  'node_id',
  'agent_id',
  'session_id',
  'timestamp',
  'action_type',
  'action_summary',
  'input_hash',
  'output_hash',
  'parent_hash',
  'details',
] as const satisfies readonly (keyof AgentNode)[];

export const AGENT_SIGNATURE_ALGORITHM = 'ML-DSA-65';

export type NodeKind =
  | 'register'
  | 'start'
  | 'end'
  | 'action'
  | 'tool'
  | 'memory'
  | 'policy'
  | 'exposure'
  | 'approval'
  | 'decision'
  | 'delegate';

export const REDACTION_LEVELS = ['full', 'metadata_only', 'hash_only', 'redacted'] as const;
export type RedactionLevel = (typeof REDACTION_LEVELS)[number];

/** `action_type` of the kinds that name nothing further. */
export const FIXED_ACTION_TYPES = {
  register: 'agent.register',
  start: 'session.start',
  end: 'session.end',
  memory: 'memory.checkpoint',
  approval: 'approval.request',
  decision: 'approval.decide',
  delegate: 'session.delegate',
} as const satisfies Partial<Record<NodeKind, string>>;

/** `action_type` of these is `<kind>:<what>`, and the kind alone where the redaction level drops what it names. */
const PREFIXED = ['tool', 'policy', 'exposure'] as const;

/** The kind of node that an `action_type` stands for; `action` for every text that is the caller's own. */
export function kindOf(actionType: string): NodeKind {
  for (const [kind, fixed] of Object.entries(FIXED_ACTION_TYPES)) {
    if (actionType === fixed) return kind as keyof typeof FIXED_ACTION_TYPES;
  }
  return PREFIXED.find((kind) => actionType === kind || actionType.startsWith(`${kind}:`)) ?? 'action';
}

/** Whether a caller may not name an action so, because it would pass for a node of another kind. */
export function isReservedActionType(text: string): boolean {
  return kindOf(text) !== 'action';
}

/** The JCS of a node. */
export function nodeText(node: AgentNode): string {
  return canonicalJson(asJson(node));
}

/** Members of `details` that readers of version 1 do not know, and whose node would mislead them. */
const SINCE_VERSION_2 = ['violation', 'allow_requester'] as const;

/** The version of a node's format, which is that of its tag: 2 where `details` carry a member that came with it. */
export function nodeVersion({ details }: Pick<AgentNode, 'details'>): 1 | 2 {
  return SINCE_VERSION_2.some((name) => details[name] !== undefined) ? 2 : 1;
}

/**
 * What the agent's key signs: `svc-agent-node/v1` 00, or `v2`, and the JCS of the node, which may be given where it is there
 * already.
 */
export function nodeBytes(node: AgentNode, text = nodeText(node)): Uint8Array {
  return taggedText('agent-node', text, nodeVersion(node));
}

/** SHA-256 of `nodeBytes`, 32 bytes: the name of the node in links and trees. */
export function nodeHash(node: AgentNode): Uint8Array {
  return sha256(nodeBytes(node));
}

/** The hash of a node that a fork computed, under a tag of its own: it never equals that of a recorded node. */
export function forkNodeHash(node: AgentNode): Uint8Array {
  return sha256(tagged('agent-fork', canonicalBytes(asJson(node))));
}

/** SHA-256 of the canonical JSON of a request as it was enforced, 32 bytes: `input_hash` of the nodes that have an opening. */
export function openingHash(opening: JsonValue): Uint8Array {
  return sha256(canonicalBytes(opening));
}

/** The members of a node and no others: a receipt may be given too. */
export function nodeOf(receipt: AgentNode): AgentNode {
  const { node_id, agent_id, session_id, timestamp, action_type } = receipt;
  const { action_summary, input_hash, output_hash, parent_hash, details } = receipt;
  return {
    node_id,
    agent_id,
    session_id,
    timestamp,
    action_type,
    action_summary,
    input_hash,
    output_hash,
    parent_hash,
    details,
  };
}

/** Whether a node was made afterwards from what was recorded elsewhere; its `details.imported`, which is hashed, says from where. */
export function isImported({ details }: AgentNode): boolean {
  return details.imported !== undefined;
}

/** Members of `details` that are outcomes, ids or times: kept at every level. */
const KEPT_WHEN_REDACTED: ReadonlySet<string> = new Set([
  'status',
  'allowed',
  'rule',
  'violation',
  'allow_requester',
  'state',
  'approval_id',
  'decision',
  'decided_by',
  'decided_by_requester',
  'child_session_id',
  'scope',
  'root',
  'count',
  'value',
  'jurisdiction',
  'unreadable',
  'imported',
]);

/**
 * What is kept of a node at a level; to be applied before the node is hashed. `full` keeps all, `metadata_only` drops
 * `details.parameters`, `hash_only` also the summary and `details.metadata`, `redacted` leaves ids, hashes, times and
 * outcomes: the action type is the bare kind, and who decided on an approval is empty. The judged `value` and
 * `jurisdiction`, and which of what was stated is `unreadable`, stay at every level, so that a fork can decide again.
 */
export function redactNode(level: RedactionLevel, node: AgentNode): AgentNode {
  if (level === 'full') return node;
  if (level === 'metadata_only') return { ...node, details: without(node.details, ['parameters']) };
  const hashOnly = { ...node, action_summary: '', details: without(node.details, ['parameters', 'metadata']) };
  if (level === 'hash_only') return hashOnly;
  const kind = kindOf(node.action_type);
  const kept = Object.entries(node.details).filter(([name]) => KEPT_WHEN_REDACTED.has(name));
  const details = Object.fromEntries(kept);
  return {
    ...hashOnly,
    action_type: kind in FIXED_ACTION_TYPES ? node.action_type : kind,
    details: node.details.approver === undefined ? details : { ...details, approver: '' },
  };
}

function without(details: JsonObject, dropped: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(details).filter(([name]) => !dropped.includes(name)));
}

/** Rebuilt member by member: a receipt that is handed in must not bring more into the hash. */
function asJson(node: AgentNode): JsonObject {
  return { ...nodeOf(node) };
}
