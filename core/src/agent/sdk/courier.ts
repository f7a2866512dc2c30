/**
 * Delivers the entries of an outbox: those of one session in order and one at a time, sessions beside each other. Every
 * entry is in the outbox before it is sent, and leaves it when the server has answered. A repeat carries the same
 * idempotency key, so that the server answers the receipt that it has. Entries that say so let others pass; the end of a
 * session comes last. While somebody waits for a decision, a server that is away is asked at least twice a second.
 *
 *   the server's answer                              what happens
 *   a receipt                                        delivered
 *   none, 5xx, 408, 425, 429, no answer of ours      sent again after a pause that grows to 30 seconds, never before
 *                                                    Retry-After; at once when another session is answered or flushed
 *   401, 402, 403                                    halted: whoever waits is told, everything is kept, and the next entry,
 *                                                    flush or `again` tries again
 *   any other 4xx                                    refused: to the dead letters; the entries after it go on
 */
import { createDeliver } from './attempts.ts';
import { MissingReceipt } from './failures.ts';
import { type Follow, type Item, isAwaited, itemOf, type Lane, newWaiting, nextOf } from './lane.ts';
import type { AgentClient } from './operations.ts';
import type { Platform } from './platform.ts';
import { createRetryPause } from './retry-pause.ts';
import type { Outbox, OutboxEntry, Problem } from './types/outbox.ts';
import type { AgentReceipt } from './types/receipt.ts';

export interface Delivery {
  readonly entry: OutboxEntry;
  /** Rejects with MissingReceipt. Nobody has to listen. */
  readonly receipt: Promise<AgentReceipt>;
  /** Like `receipt`, but tries again where delivery has halted. */
  again(): Promise<AgentReceipt>;
  /** Nobody waits for the answer any more: later entries of the session may be delivered before it. */
  letPass(): void;
}

export interface Courier {
  /** Resolves when the entry is kept, which does not need the server. Throws MissingReceipt (`closed`) after `close`. */
  enqueue(entry: OutboxEntry, options?: { readonly letsPass?: boolean }): Promise<Delivery>;
  /** Who is told about the receipts of a session; null for nobody any more. */
  listen(sessionId: string, follow: Follow | null): void;
  /** Resolves when nothing of the session is left. Rejects with MissingReceipt where delivery halts or the courier is closed. */
  drained(sessionId: string): Promise<void>;
  /** Stops sending. What is not delivered stays in the outbox. */
  close(): Promise<void>;
}

export function createCourier(
  client: AgentClient,
  outbox: Outbox,
  platform: Platform,
  report: (problem: Problem) => void,
): Courier {
  const lanes = new Map<string, Lane>();
  const closing = new AbortController();
  const pauses = createRetryPause(platform, closing.signal);
  const deliver = createDeliver({ client, outbox, platform, report, pauses, closing: closing.signal });

  function laneOf(sessionId: string): Lane {
    let lane = lanes.get(sessionId);
    if (lane === undefined) {
      lane = { items: [], idle: [], running: null, follow: null };
      lanes.set(sessionId, lane);
    }
    return lane;
  }

  /** An outbox that cannot be written must not stop the agent: the entry is then delivered from memory. */
  async function keep(entry: OutboxEntry): Promise<void> {
    try {
      await outbox.add(entry);
    } catch {
      const message =
        'The outbox could not be written. The receipt is sent from memory and would be lost with the process.';
      report({ kind: 'not-durable', message, sessionId: entry.sessionId, key: entry.key });
    }
  }

  /** What follows a receipt. A receipt that nothing can be made of is recorded all the same. */
  function following(lane: Lane, receipt: AgentReceipt, entry: OutboxEntry): readonly Item[] {
    try {
      const next = lane.follow?.(receipt, entry) ?? null;
      return next === null ? [] : [itemOf(next, null, keep(next))];
    } catch {
      const message = 'No checkpoint could be made of a receipt.';
      report({ kind: 'unhashable', message, sessionId: entry.sessionId, key: entry.key });
      return [];
    }
  }

  function run(sessionId: string, lane: Lane): void {
    if (lane.running !== null || closing.signal.aborted) return;
    lane.running = deliverAll(lane).then((halt) => {
      lane.running = null;
      if (halt !== null) {
        const { reason, message, code, cause } = halt;
        for (const item of lane.items) {
          item.waiting.reject(new MissingReceipt(reason, message, { code, key: item.entry.key, cause }));
          // What is kept may still get its receipt; a closed connection delivers nothing any more.
          if (reason === 'halted') item.waiting = newWaiting();
        }
        for (const waiting of lane.idle.splice(0)) waiting.reject(halt);
      } else if (lane.items.length > 0) {
        // They came after the last look into the lane.
        run(sessionId, lane);
      } else {
        for (const waiting of lane.idle.splice(0)) waiting.resolve();
        if (lane.follow === null) lanes.delete(sessionId);
      }
    });
  }

  /** Answers what halted the lane, null when it is empty. */
  async function deliverAll(lane: Lane): Promise<MissingReceipt | null> {
    for (let item = nextOf(lane.items); item !== undefined; item = nextOf(lane.items)) {
      await item.kept;
      const outcome = await deliver(item, lane);
      if (outcome instanceof MissingReceipt) return outcome;
      if (outcome === null) {
        lane.items.splice(lane.items.indexOf(item), 1);
        continue;
      }
      // The entry that follows is kept before this one is forgotten, so that a crash between the two loses neither.
      const next = following(lane, outcome, item.entry);
      lane.items.splice(lane.items.indexOf(item), 1, ...next);
      await next[0]?.kept;
      await outbox.done(item.entry.key).catch(() => undefined); // It is sent once more after a restart, and answered the same.
      item.waiting.resolve(outcome);
    }
    return null;
  }

  for (const entry of outbox.pending()) {
    laneOf(entry.sessionId).items.push(itemOf(entry, entry.createdAt, Promise.resolve()));
  }
  for (const [sessionId, lane] of lanes) {
    // A checkpoint that was made while the end waited stands behind it in the outbox.
    lane.items.sort((a, b) => Number(a.entry.operation === 'end') - Number(b.entry.operation === 'end'));
    run(sessionId, lane);
  }

  return {
    async enqueue(entry, { letsPass = false } = {}) {
      if (closing.signal.aborted) throw new MissingReceipt('closed', 'The connection was closed.', { key: entry.key });
      const item = itemOf(entry, null, keep(entry), letsPass);
      const { receipt } = item.waiting;
      const lane = laneOf(entry.sessionId);
      lane.items.push(item);
      run(entry.sessionId, lane);
      if (isAwaited(item)) pauses.hurry();
      await item.kept;
      return {
        entry,
        receipt,
        async again() {
          if (lane.items.includes(item)) {
            run(entry.sessionId, lane);
            pauses.wake();
          }
          return item.waiting.receipt;
        },
        letPass() {
          item.letsPass = true;
        },
      };
    },

    listen(sessionId, follow) {
      laneOf(sessionId).follow = follow;
    },

    async drained(sessionId) {
      const lane = laneOf(sessionId);
      if (closing.signal.aborted) throw new MissingReceipt('closed', 'The connection was closed.');
      run(sessionId, lane);
      pauses.wake();
      await new Promise<void>((resolve, reject) => lane.idle.push({ resolve, reject }));
    },

    async close() {
      closing.abort();
      await Promise.all([...lanes.values()].map(({ running }) => running));
    },
  };
}
