/** Receipts for tests: linked by their real hashes. */
import { type AgentNode, nodeHash } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { columnsOf } from '../../../../src/pages/record/agents/data/columns.ts';
import type { Receipt } from '../../../../src/pages/record/agents/data/queries.ts';
import { SessionColumns } from '../../../../src/pages/record/agents/data/session-columns.ts';
import type { GraphSnapshot, LoadedSession } from '../../../../src/pages/record/agents/data/session-graph.ts';

export type Change = Partial<Pick<Receipt, 'action_type' | 'action_summary' | 'details' | 'output_hash'>>;

export const FIRST_PARENT = 'ab'.repeat(32);

/** A session of so many receipts: a start, tool calls, and what `changes` says of single ones. */
export function receiptsOf(
  sessionId: string,
  count: number,
  changes: Readonly<Record<number, Change>> = {},
): Receipt[] {
  const receipts: Receipt[] = [];
  let parent = FIRST_PARENT;
  for (let index = 0; index < count; index++) {
    const node = {
      node_id: `node_${sessionId.slice(4)}${index.toString(16).padStart(4, '0')}`,
      agent_id: 'agt_1',
      session_id: sessionId,
      timestamp: formatIsoTime(1_000_000 + index * 1_000),
      action_type: index === 0 ? 'session.start' : 'tool:svc.tool.example.read.v1',
      action_summary: index === 0 ? 'Started' : `Read page ${index}`,
      input_hash: index.toString(16).padStart(64, '1'),
      output_hash: index.toString(16).padStart(64, '2'),
      parent_hash: parent,
      details: index === 0 ? {} : { status: 'success' as const },
      ...changes[index],
    };
    parent = toHex(nodeHash(node as AgentNode));
    receipts.push({ ...node, signature_status: 'valid', svc_74_status: 'pending', verification_url: 'http://x' });
  }
  return receipts;
}

export function loaded(id: string, receipts: readonly Receipt[]): LoadedSession {
  const columns = new SessionColumns();
  columns.append(columnsOf(receipts));
  return { id, columns, count: receipts.length, state: { status: 'loaded' } };
}

/** The first session is the open one. */
export function graphOf(...sessions: readonly LoadedSession[]): GraphSnapshot {
  const [root] = sessions;
  if (root === undefined) throw new TypeError('a graph has a session');
  return { version: 1, root, sessions: new Map(sessions.map((session) => [session.id, session])) };
}
