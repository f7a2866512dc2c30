/**
 * Delivery of what proxies left behind that ended before the service had everything. Each file belongs to a session that
 * nobody goes on with: what waits in it is delivered under its idempotency keys, then the session is ended.
 */

import { MissingReceipt } from '@touchstone/core/agent/sdk/failures.ts';
import { OutboxError } from '@touchstone/core/agent/sdk/file-outbox.ts';
import { systemPlatform } from '@touchstone/core/agent/sdk/platform.ts';
import type { Outbox, RefusedEntry } from '@touchstone/core/agent/sdk/types/outbox.ts';
import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import { ApiFailure, ConnectionFailure } from '@touchstone/core/api/client.ts';
import { systemReason } from '../terminal/refusal.ts';
import { type AgentsClient, type Connection, clientOf } from './connection.ts';
import { openOutboxOf, refusedActs, removeOutboxOf, sessionsIn } from './outboxes.ts';

export interface Leftover {
  readonly sessionId: string;
  /**
   * `delivered`: the session has everything. `refused`: it has all but what the service refused for good. `waiting`: some
   * is still to be sent. `not found`: the project of this key has no such session. `in use`: a proxy that runs has the
   * file. `unreadable`: the file cannot be read. The file is there afterwards, but where everything was delivered.
   */
  readonly outcome: 'delivered' | 'refused' | 'waiting' | 'not found' | 'in use' | 'unreadable';
  /** Receipts that were delivered now. */
  readonly delivered: number;
  readonly waiting: number;
  /** Receipts that were refused, in this delivery and earlier ones. */
  readonly refused: readonly RefusedEntry[];
  /** Why not everything is delivered, a sentence; null where it is. */
  readonly reason: string | null;
}

export interface LeftoverOptions {
  readonly folder: string;
  readonly connection: Connection;
  /** Milliseconds for each session. */
  readonly waitMs: number;
  readonly signal?: AbortSignal;
}

/** Ends the session's chain in place of the proxy that could not. */
const END_SUMMARY =
  'The MCP proxy ended before it could end this session. What it had recorded was delivered later; what passed it without a receipt of its own is not counted, and a call that was being answered then is recorded as failed, its outcome unknown.';

/** Delivers one session after the other. Never throws for what a file holds or the service answers. */
export async function* deliverLeftovers(options: LeftoverOptions): AsyncGenerator<Leftover> {
  for (const sessionId of sessionsIn(options.folder)) {
    if (options.signal?.aborted === true) return;
    yield await deliverOne(sessionId, options);
  }
}

async function deliverOne(sessionId: string, options: LeftoverOptions): Promise<Leftover> {
  const { folder, connection } = options;
  let outbox: Outbox;
  try {
    outbox = await openOutboxOf(folder, sessionId);
  } catch (error) {
    const isInUse = error instanceof OutboxError && error.isLocked;
    const none = { sessionId, delivered: 0, waiting: 0, refused: [] };
    if (isInUse) return { ...none, outcome: 'in use', reason: 'A running proxy is using the file.' };
    const reason = error instanceof OutboxError ? error.message : `The file cannot be opened: ${systemReason(error)}.`;
    return { ...none, outcome: 'unreadable', reason };
  }
  const before = outbox.pending().length;
  const refusedBefore = outbox.refused().length;
  let failure: { readonly outcome: 'waiting' | 'not found'; readonly reason: string } | null = null;
  try {
    await deliverAndEnd(clientOf(connection), sessionId, outbox, options);
  } catch (error) {
    failure = failureOf(error);
  }
  const waiting = outbox.pending().length;
  const delivered = before - waiting - (outbox.refused().length - refusedBefore);
  const refused = refusedActs(outbox);
  await outbox.close();
  const counts = { sessionId, delivered, waiting, refused };
  if (failure !== null) return { ...counts, ...failure };
  if (refused.length > 0) {
    return {
      ...counts,
      outcome: 'refused',
      reason: `The service refused the receipts permanently (${codesOf(refused)}).`,
    };
  }
  removeOutboxOf(folder, sessionId);
  return { ...counts, outcome: 'delivered', reason: null };
}

async function deliverAndEnd(
  client: AgentsClient,
  sessionId: string,
  outbox: Outbox,
  { connection, waitMs, signal }: LeftoverOptions,
): Promise<void> {
  // With the key of another project the service would refuse for good what that project waits for.
  const { state } = await client.sessions.read({ params: { id: sessionId } });
  const isEndWaiting = outbox.pending().some(({ operation }) => operation === 'end');
  await agentsOn(systemPlatform).deliver({
    ...connection,
    outbox,
    waitMs,
    onProblem: () => undefined,
    ...(signal === undefined ? {} : { signal }),
  });
  if (state !== 'open' || isEndWaiting) return;
  try {
    await client.sessions.end({
      headers: { 'idempotency-key': `touchstone-leftovers-end-${sessionId}` },
      body: { session_id: sessionId, summary: END_SUMMARY },
    });
  } catch (error) {
    // It was ended by somebody else, or ran out a moment ago: in either case it is sealed.
    if (!(error instanceof ApiFailure) || !['CONFLICT', 'SESSION_EXPIRED'].includes(error.code)) throw error;
  }
}

function failureOf(error: unknown): { readonly outcome: 'waiting' | 'not found'; readonly reason: string } {
  if (error instanceof ApiFailure && error.status === 404 && error.code === 'NOT_FOUND') {
    return { outcome: 'not found', reason: 'The project of this API key has no such session.' };
  }
  if (error instanceof ApiFailure) {
    return { outcome: 'waiting', reason: `The service answered ${error.status} (${error.code}): ${error.message}` };
  }
  if (error instanceof MissingReceipt || error instanceof ConnectionFailure) {
    return { outcome: 'waiting', reason: error.message };
  }
  throw error;
}

export function codesOf(refused: readonly RefusedEntry[]): string {
  return [...new Set(refused.map(({ code }) => code))].join(', ');
}
