/** Sessions as the service records them: a registration, a chain of nodes that name each other, and their hashes. */

import { type AgentNode, FIXED_ACTION_TYPES, nodeHash, openingHash } from '@touchstone/core/agent/node.ts';
import { toHex, utf8 } from '@touchstone/core/bytes.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { sha256 } from '@touchstone/core/hash.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';

export const AGENT_ID = 'agt_1';
export const SESSION_ID = 'ags_1';
export const STARTED_AT = Date.parse('2026-11-20T20:00:00.000Z');

export type Draft = Pick<AgentNode, 'action_type'> & Partial<AgentNode>;

export const hashOf = (text: string): string => toHex(sha256(utf8(text)));

export function draftNode(draft: Draft): AgentNode {
  return {
    node_id: 'node_x',
    agent_id: AGENT_ID,
    session_id: SESSION_ID,
    timestamp: formatIsoTime(STARTED_AT),
    action_summary: '',
    input_hash: hashOf('input'),
    output_hash: '',
    parent_hash: null,
    details: {},
    ...draft,
  };
}

export function registrationOf(opening: JsonObject): AgentNode {
  return draftNode({
    node_id: 'node_registration',
    session_id: null,
    action_type: FIXED_ACTION_TYPES.register,
    input_hash: toHex(openingHash(opening)),
  });
}

/** Links drafts into a chain that begins below `firstParent`; a second between two nodes of the first 3,000, ids by position. */
export function chainOf(drafts: readonly Draft[], firstParent: string): AgentNode[] {
  const nodes: AgentNode[] = [];
  let parent = firstParent;
  for (const [at, draft] of drafts.entries()) {
    const node = draftNode({
      node_id: `node_${at}`,
      timestamp: formatIsoTime(STARTED_AT + Math.min(1_000 * at, 3_000_000)),
      parent_hash: parent,
      ...draft,
    });
    nodes.push(node);
    parent = toHex(nodeHash(node));
  }
  return nodes;
}

const PLAIN: readonly Draft[] = [
  { action_type: 'tool:svc.tool.example.read.v1', output_hash: hashOf('o'), details: { status: 'success', value: 20 } },
  { action_type: 'payment.prepare', action_summary: 'Prepared.', details: { value: 120.5, jurisdiction: 'EU' } },
  { action_type: 'memory.checkpoint', output_hash: hashOf('context') },
  {
    action_type: 'policy:payment.execute',
    action_summary: 'account:17',
    details: { allowed: true, rule: null, value: 480 },
  },
  { action_type: 'exposure:pii', action_summary: 'read', details: { status: 'clean', rule: null } },
];

/** `session.start` and `count` nodes after it. */
export function plainDrafts(count: number): Draft[] {
  const after = Array.from({ length: count }, (_, at) => PLAIN[at % PLAIN.length] ?? { action_type: 'note' });
  return [{ action_type: FIXED_ACTION_TYPES.start }, ...after];
}
