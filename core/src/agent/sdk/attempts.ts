/** Sends one entry until the server answers for good. The table at the head of `courier.ts` says what each answer means. */
import { ApiFailure } from '../../api/client.ts';
import { MissingReceipt } from './failures.ts';
import { type Item, isAwaited, type Lane } from './lane.ts';
import { type AgentClient, sendEntry } from './operations.ts';
import type { Platform } from './platform.ts';
import type { RetryPause } from './retry-pause.ts';
import type { AbortSignalLike } from './types/connection.ts';
import type { Outbox, OutboxEntry, Problem } from './types/outbox.ts';
import type { AgentReceipt } from './types/receipt.ts';

/** Being asked to wait is ordinary; so many times in a row is a problem. */
const TOLD_WHEN_BUSY = 3;
/** The server keeps idempotency keys for 7 days: what may have arrived before that must not be sent again. */
const LONGEST_REPEAT_MS = 6 * 86_400_000;

interface AttemptNeeds {
  readonly client: AgentClient;
  readonly outbox: Outbox;
  readonly platform: Platform;
  readonly report: (problem: Problem) => void;
  readonly pauses: RetryPause;
  /** Fires when the connection is closed. */
  readonly closing: AbortSignalLike;
}

/** Delivers an item: answers its receipt, null where it is refused, or what halts its lane. */
export type Deliver = (item: Item, lane: Lane) => Promise<AgentReceipt | null | MissingReceipt>;

export function createDeliver({ client, outbox, platform, report, pauses, closing }: AttemptNeeds): Deliver {
  function halted(failure: ApiFailure, { key, sessionId }: OutboxEntry): MissingReceipt {
    const message = `The server refuses the key or its credits (${failure.code}): ${failure.message} Receipts are kept.`;
    report({ kind: 'halted', message, sessionId, key });
    return new MissingReceipt('halted', message, { code: failure.code, key, cause: failure });
  }

  async function deliver(item: Item, lane: Lane): Promise<AgentReceipt | null | MissingReceipt> {
    const { entry } = item;
    const { key, sessionId } = entry;
    for (let attempt = 0; ; attempt++) {
      if (closing.aborted) return new MissingReceipt('closed', 'The connection was closed.');
      const { mayHaveArrived } = item;
      if (mayHaveArrived !== null && platform.clock() - mayHaveArrived > LONGEST_REPEAT_MS) {
        await refuse(item, { code: 'TOO_OLD', status: 0, message: 'It may have arrived more than six days ago.' });
        return null;
      }
      try {
        item.mayHaveArrived ??= platform.clock();
        const receipt = await sendEntry(client, entry, { signal: closing });
        pauses.wake();
        return receipt;
      } catch (error) {
        if (error instanceof TypeError) {
          await refuse(item, { code: 'INVALID_ENTRY', status: 0, message: error.message });
          return null;
        }
        if (isHalt(error)) return halted(error, entry);
        if (isRefusal(error)) {
          await refuse(item, { code: error.code, status: error.status, message: error.message });
          return null;
        }
        const isBusy = error instanceof ApiFailure && error.status === 429;
        if (attempt === (isBusy ? TOLD_WHEN_BUSY : 0) && !closing.aborted) {
          report({ kind: 'waiting', message: `${messageOf(error)} It is tried again.`, sessionId, key });
        }
        const statedMs = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
        await pauses.wait(attempt, statedMs, lane.items.some(isAwaited));
      }
    }
  }

  async function refuse(item: Item, refusal: { code: string; status: number; message: string }): Promise<void> {
    const { key, sessionId, operation } = item.entry;
    await outbox.refuse(key, refusal).catch(() => undefined);
    const message = `The server refuses the receipt of ${operation} for good (${refusal.code}): ${refusal.message}`;
    report({ kind: 'refused', message, sessionId, key });
    item.waiting.reject(new MissingReceipt('refused', message, { code: refusal.code, key }));
  }

  return deliver;
}

function isHalt(error: unknown): error is ApiFailure {
  return error instanceof ApiFailure && error.code !== 'UNKNOWN' && [401, 402, 403].includes(error.status);
}

/** An answer without our error body comes from something between us and the server: that is no refusal. */
function isRefusal(error: unknown): error is ApiFailure {
  if (!(error instanceof ApiFailure) || error.code === 'UNKNOWN') return false;
  return error.status >= 400 && error.status < 500 && ![408, 421, 425, 429].includes(error.status);
}

function messageOf(error: unknown): string {
  if (error instanceof ApiFailure) return `The server answered ${error.status} (${error.code}).`;
  return error instanceof Error ? error.message : 'The answer could not be used.';
}
