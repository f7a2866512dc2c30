/** A session's nodes as columns, as they are stored: for pages that list or draw very long sessions. */
import { setImmediate } from 'node:timers/promises';
import { violatedRule } from '@touchstone/core/agent/act-outcome.ts';
import { type AgentNode, kindOf } from '@touchstone/core/agent/node.ts';
import { NODE_OUTCOMES, type NodeOutcome, OUTLINE_SUMMARY_LENGTH } from '@touchstone/core/api/agents/outline-schema.ts';
import type { api } from '@touchstone/core/api/api.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Db } from '../store/engine.ts';
import { nodeIn } from './agent-rows.ts';
import { type OutlinedNodeRow, sessionOutlineAfter } from './store/nodes.ts';

export type Outline = OutputOf<typeof api.agents.sessions.outline>;

/** Reading and unpacking so many takes some two milliseconds; others have their turn before the next. */
const NODES_A_TURN = 250;

const HASH_BYTES = 32;

/** Up to `limit` nodes behind the first `after` ones. */
export async function sessionOutline(db: Db, sessionId: string, after: number, limit: number): Promise<Outline> {
  // Without their texts, which can be large.
  const rows: Omit<OutlinedNodeRow, 'body'>[] = [];
  const columns = emptyColumns(limit);
  for (;;) {
    const part = await sessionOutlineAfter(
      db,
      sessionId,
      after + rows.length,
      Math.min(NODES_A_TURN, limit - rows.length),
    );
    for (const row of part) {
      addNode(columns, rows.length, row);
      const { body: _, ...rest } = row;
      rows.push(rest);
    }
    if (part.length < NODES_A_TURN || rows.length === limit) break;
    await setImmediate();
  }
  const last = rows.at(-1)?.sequence ?? after;
  const isMore = rows.length === limit && (await sessionOutlineAfter(db, sessionId, last, 1)).length > 0;
  const hashes = (bytes: Buffer) => bytes.subarray(0, rows.length * HASH_BYTES).toString('base64');
  return {
    node_ids: rows.map(({ id }) => id),
    summaries: columns.summaries,
    action_types: [...columns.actionTypes.keys()],
    action_type: columns.actionType,
    outcomes: [...columns.outcomes.keys()],
    outcome: columns.outcome,
    times: rows.map(({ time_ms }) => time_ms),
    hashes: hashes(columns.hashes),
    input_hashes: hashes(columns.inputHashes),
    output_hashes: hashes(columns.outputHashes),
    children: columns.children,
    next: isMore ? last : null,
  };
}

function emptyColumns(limit: number) {
  return {
    summaries: [] as string[],
    actionTypes: new Map<string, number>(),
    actionType: [] as number[],
    outcomes: new Map<NodeOutcome, number>(),
    outcome: [] as number[],
    hashes: Buffer.alloc(limit * HASH_BYTES),
    inputHashes: Buffer.alloc(limit * HASH_BYTES),
    outputHashes: Buffer.alloc(limit * HASH_BYTES),
    children: [] as Outline['children'],
  };
}

function addNode(columns: ReturnType<typeof emptyColumns>, at: number, row: OutlinedNodeRow): void {
  const node = nodeIn(row);
  columns.summaries.push(node.action_summary.slice(0, OUTLINE_SUMMARY_LENGTH));
  columns.actionType.push(placeOf(columns.actionTypes, node.action_type));
  columns.outcome.push(placeOf(columns.outcomes, wordFor(node)));
  columns.hashes.set(row.hash.subarray(0, HASH_BYTES), at * HASH_BYTES);
  columns.inputHashes.write(node.input_hash, at * HASH_BYTES, HASH_BYTES, 'hex');
  columns.outputHashes.write(node.output_hash, at * HASH_BYTES, HASH_BYTES, 'hex');
  const { child_session_id: child } = node.details;
  if (typeof child === 'string') columns.children.push({ node: at, session_id: child });
}

function placeOf<T>(places: Map<T, number>, value: T): number {
  const known = places.get(value);
  if (known !== undefined) return known;
  places.set(value, places.size);
  return places.size - 1;
}

const OUTCOMES: ReadonlySet<unknown> = new Set(NODE_OUTCOMES);

/** What a node says happened: the decision that it holds, else its status, else that it was recorded. */
function wordFor({ action_type, details }: AgentNode): NodeOutcome {
  if (typeof details.allowed === 'boolean') return details.allowed ? 'allowed' : 'denied';
  if (violatedRule({ action_type, details }) !== null) return 'violation';
  if (OUTCOMES.has(details.status)) return details.status as NodeOutcome;
  if (details.decision !== undefined) return details.decision === 'approve' ? 'approve' : 'denied';
  return kindOf(action_type) === 'approval' && details.state === 'pending' ? 'asked' : 'recorded';
}
