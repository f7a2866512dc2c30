/** Nodes and seals as they stand in files: read strictly. What they say is for the checks to judge. */
import type { JsonObject, JsonValue } from '../canonical-json.ts';
import {
  anyMembers,
  anyText,
  base64,
  base64Bytes,
  count,
  exactly,
  hash,
  listOf,
  oneOf,
  orNull,
  text,
  time,
  Unreadable,
} from '../strict-members.ts';
import { type AgentNode, NODE_MEMBERS, REDACTION_LEVELS } from './node.ts';
import type { SessionScope } from './scope.ts';
import type { AgentSeal } from './seal.ts';

export interface SignedNode {
  readonly node: AgentNode;
  /** ML-DSA-65 over `nodeBytes`. */
  readonly signature: Uint8Array;
}

/** A seal and the receipt whose payload it is. */
export interface SealDocument {
  readonly statement: AgentSeal;
  /** A receipt file (`*.pqr.json`) as JSON; the verifier of receipts reads it. */
  readonly receipt: JsonObject;
}

/** Where a node stands in the log. */
export interface LogPlace {
  readonly index: number;
  readonly path: readonly Uint8Array[];
}

type Value = JsonValue | undefined;

export function readNode(value: Value, field: string): AgentNode {
  const members = exactly(value, field, NODE_MEMBERS);
  const at = (name: string) => `${field}.${name}`;
  return {
    node_id: text(members.node_id, at('node_id')),
    agent_id: text(members.agent_id, at('agent_id')),
    session_id: orNull(members.session_id, at('session_id'), text),
    timestamp: time(members.timestamp, at('timestamp')),
    action_type: text(members.action_type, at('action_type')),
    action_summary: anyText(members.action_summary, at('action_summary')),
    input_hash: hash(members.input_hash, at('input_hash')),
    output_hash: members.output_hash === '' ? '' : hash(members.output_hash, at('output_hash')),
    parent_hash: orNull(members.parent_hash, at('parent_hash'), hash),
    details: anyMembers(members.details, at('details')),
  };
}

export function readSignedNode(value: Value, field: string): SignedNode {
  const at = (name: string) => `${field}.${name}`;
  const { node, signature } = exactly(value, field, ['node', 'signature']);
  return { node: readNode(node, at('node')), signature: base64Bytes(signature, at('signature')) };
}

export function readScope(value: Value, field: string): SessionScope {
  const names = ['allowed_tools', 'forbidden_data_classes', 'jurisdiction', 'max_value'];
  const members = exactly(value, field, names);
  const list = (given: Value, name: string) => listOf(given, name, text);
  return {
    allowed_tools: orNull(members.allowed_tools, `${field}.allowed_tools`, list),
    forbidden_data_classes: orNull(members.forbidden_data_classes, `${field}.forbidden_data_classes`, list),
    jurisdiction: orNull(members.jurisdiction, `${field}.jurisdiction`, text),
    max_value: orNull(members.max_value, `${field}.max_value`, amount),
  };
}

function amount(value: Value, field: string): number {
  if (typeof value === 'number' && value >= 0) return value;
  throw new Unreadable(field, 'It is no number from 0 on.');
}

const SEAL_MEMBERS = [
  'v',
  'session_id',
  'agent_id',
  'agent_public_key',
  'scope_hash',
  'count',
  'first_hash',
  'last_hash',
  'root',
  'end_hash',
  'started_at',
  'ended_at',
] as const satisfies readonly (keyof AgentSeal)[];

export function readSeal(value: Value, field: string): SealDocument {
  const { statement, receipt } = exactly(value, field, ['statement', 'receipt']);
  return {
    statement: readStatement(statement, `${field}.statement`),
    receipt: anyMembers(receipt, `${field}.receipt`),
  };
}

function readStatement(value: Value, field: string): AgentSeal {
  const members = exactly(value, field, SEAL_MEMBERS);
  const at = (name: string) => `${field}.${name}`;
  if (members.v !== 1) throw new Unreadable(at('v'), 'It is no version that exists.');
  return {
    v: 1,
    session_id: orNull(members.session_id, at('session_id'), text),
    agent_id: text(members.agent_id, at('agent_id')),
    agent_public_key: base64(members.agent_public_key, at('agent_public_key')),
    scope_hash: orNull(members.scope_hash, at('scope_hash'), hash),
    count: count(members.count, at('count'), 1),
    first_hash: hash(members.first_hash, at('first_hash')),
    last_hash: hash(members.last_hash, at('last_hash')),
    root: hash(members.root, at('root')),
    end_hash: orNull(members.end_hash, at('end_hash'), hash),
    started_at: time(members.started_at, at('started_at')),
    ended_at: time(members.ended_at, at('ended_at')),
  };
}

export function readRedactionLevel(value: Value, field: string) {
  return oneOf(value, field, REDACTION_LEVELS);
}
