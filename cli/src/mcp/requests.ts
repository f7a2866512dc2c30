/** The client's requests that wait for an answer: alone, or in a batch, which is answered in one array. */

import { errorTo, type RpcError, type RpcId, type RpcResult, textOf } from './message.ts';
import type { OpenCall } from './open-call.ts';

export type Answer = RpcResult | RpcError;

/** Most requests of one side that may wait for an answer. */
export const MOST_PENDING = 10_000;

/** Requests of one batch, which are answered in one array. */
export interface Batch {
  open: number;
  readonly answers: Answer[];
}

export interface Pending {
  readonly id: RpcId;
  readonly method: string;
  readonly batch: Batch | null;
  /** The call that the answer ends: a `tools/call`, or the fetching of a task's result; null for every other request. */
  readonly call: OpenCall | null;
}

/** A number and the text of the same digits are different ids. */
export function keyOf(id: RpcId): string {
  return JSON.stringify(id);
}

export interface Requests {
  /** Whether a request of this id waits. */
  isInUse(id: RpcId | null): boolean;
  isFull(): boolean;
  /** The request under a key of `keyOf`. */
  find(key: string): Pending | undefined;
  /** Every request that waits, the oldest first. */
  waiting(): readonly (readonly [key: string, pending: Pending])[];
  expectAnswer(key: string, pending: Pending): void;
  /** Answers a request; null where the client does not wait for an answer any more. */
  answer(key: string, message: Answer | null): void;
  /** Answers a message that never waited. */
  refuse(id: RpcId | null, code: number, text: string, batch: Batch | null): void;
  openBatch(): Batch;
  /** One of the batch's messages is dealt with, or the reading of the batch itself. */
  closeOne(batch: Batch): void;
}

export function createRequests(toClient: (text: string) => void): Requests {
  const pendingByKey = new Map<string, Pending>();

  /** JSON-RPC 2.0, section 6: one array with all answers, and nothing where there are none. */
  function closeOne(batch: Batch): void {
    batch.open--;
    if (batch.open === 0 && batch.answers.length > 0) toClient(`[${batch.answers.map(textOf).join(',')}]`);
  }

  return {
    isInUse: (id) => id !== null && pendingByKey.has(keyOf(id)),
    isFull: () => pendingByKey.size >= MOST_PENDING,
    find: (key) => pendingByKey.get(key),
    waiting: () => [...pendingByKey],
    expectAnswer(key, pending) {
      pendingByKey.set(key, pending);
      if (pending.batch !== null) pending.batch.open++;
    },
    answer(key, message) {
      const pending = pendingByKey.get(key);
      if (pending === undefined) return;
      pendingByKey.delete(key);
      const { batch } = pending;
      if (batch === null) {
        if (message !== null) toClient(textOf(message));
        return;
      }
      if (message !== null) batch.answers.push(message);
      closeOne(batch);
    },
    refuse(id, code, text, batch) {
      const message = errorTo(id, code, text);
      if (batch === null) toClient(textOf(message));
      else batch.answers.push(message);
    },
    openBatch: () => ({ open: 1, answers: [] }),
    closeOne,
  };
}
