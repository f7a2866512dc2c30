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
import { ApiFailure } from '../../api/client.ts';
import { MissingReceipt } from './failures.ts';
import { type AgentClient, sendEntry } from './operations.ts';
import { type Platform, pause } from './platform.ts';
import type { AbortSignalLike } from './types/connection.ts';
import type { Outbox, OutboxEntry, Problem } from './types/outbox.ts';
import type { AgentReceipt } from './types/receipt.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** While somebody waits for a decision, and how soon a new question ends a longer pause. */
const ASKED_PAUSE_MS = 500;
const HURRY_MS = 250;
/** Operations whose answer somebody waits for. */
const ASKED: ReadonlySet<string> = new Set(['policy', 'exposure', 'approval', 'delegate']);
/** Being asked to wait is ordinary; so many times in a row is a problem. */
const TOLD_WHEN_BUSY = 3;
/** The server keeps idempotency keys for 7 days: what may have arrived before that must not be sent again. */
const LONGEST_REPEAT_MS = 6 * 86_400_000;

declare class AbortController {
  readonly signal: AbortSignalLike;
  abort(): void;
}

/** Makes an entry that is to follow at once; told about every receipt of its session, in order. */
export type Follow = (receipt: AgentReceipt, entry: OutboxEntry) => OutboxEntry | null;

export interface Delivery {
  readonly entry: OutboxEntry;
  /** Rejects with MissingReceipt. Nobody has to listen. */
  readonly receipt: Promise<AgentReceipt>;
  /** As `receipt`, but where delivery has halted it is tried again. */
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

interface Item {
  readonly entry: OutboxEntry;
  readonly kept: Promise<void>;
  /** Who waits for the receipt; others after a halt than before it. */
  waiting: Waiting;
  /** Whether later entries may be delivered before it. */
  letsPass: boolean;
  /** When an attempt may have reached the server, in milliseconds since 1970; null before the first. */
  mayHaveArrived: number | null;
}

interface Waiting {
  readonly receipt: Promise<AgentReceipt>;
  readonly resolve: (receipt: AgentReceipt) => void;
  readonly reject: (error: MissingReceipt) => void;
}

interface Lane {
  readonly items: Item[];
  readonly idle: { resolve: () => void; reject: (error: MissingReceipt) => void }[];
  running: Promise<void> | null;
  follow: Follow | null;
}

export function createCourier(
  client: AgentClient,
  outbox: Outbox,
  platform: Platform,
  report: (problem: Problem) => void,
): Courier {
  const lanes = new Map<string, Lane>();
  const closing = new AbortController();
  /** Ends the pauses of those who wait for a server that is away, once there is a sign of it or somebody asks. */
  let waking = new AbortController();
  let isAnyoneAway = false;
  let isHurrying = false;
  function wake(): void {
    if (!isAnyoneAway) return;
    isAnyoneAway = false;
    waking.abort();
    waking = new AbortController();
  }

  /** Ends the pauses soon, however many ask at once. */
  function hurry(): void {
    if (!isAnyoneAway || isHurrying) return;
    isHurrying = true;
    platform.after(HURRY_MS, () => {
      isHurrying = false;
      wake();
    });
  }

  function laneOf(sessionId: string): Lane {
    let lane = lanes.get(sessionId);
    if (lane === undefined) {
      lane = { items: [], idle: [], running: null, follow: null };
      lanes.set(sessionId, lane);
    }
    return lane;
  }

  function itemOf(entry: OutboxEntry, mayHaveArrived: number | null, kept: Promise<void>, letsPass = false): Item {
    return { entry, kept, waiting: newWaiting(), letsPass, mayHaveArrived };
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

  function halted(failure: ApiFailure, { key, sessionId }: OutboxEntry): MissingReceipt {
    const message = `The server refuses the key or its credits (${failure.code}): ${failure.message} Receipts are kept.`;
    report({ kind: 'halted', message, sessionId, key });
    return new MissingReceipt('halted', message, { code: failure.code, key, cause: failure });
  }

  /** The receipt, null where it is refused, or what halts the lane. */
  async function deliver(item: Item, lane: Lane): Promise<AgentReceipt | null | MissingReceipt> {
    const { entry } = item;
    const { key, sessionId } = entry;
    for (let attempt = 0; ; attempt++) {
      if (closing.signal.aborted) return new MissingReceipt('closed', 'The connection was closed.');
      const { mayHaveArrived } = item;
      if (mayHaveArrived !== null && platform.clock() - mayHaveArrived > LONGEST_REPEAT_MS) {
        await refuse(item, { code: 'TOO_OLD', status: 0, message: 'It may have arrived more than six days ago.' });
        return null;
      }
      try {
        item.mayHaveArrived ??= platform.clock();
        const receipt = await sendEntry(client, entry, { signal: closing.signal });
        wake();
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
        if (attempt === (isBusy ? TOLD_WHEN_BUSY : 0) && !closing.signal.aborted) {
          report({ kind: 'waiting', message: `${messageOf(error)} It is tried again.`, sessionId, key });
        }
        const statedMs = error instanceof ApiFailure ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
        isAnyoneAway ||= statedMs === 0;
        const signals = statedMs === 0 ? [closing.signal, waking.signal] : [closing.signal];
        const longestMs = lane.items.some(isAwaited) ? ASKED_PAUSE_MS : LONGEST_PAUSE_MS;
        await pause(platform, Math.max(Math.min(pauseMs(attempt, platform), longestMs), statedMs), signals);
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
      if (isAwaited(item)) hurry();
      await item.kept;
      return {
        entry,
        receipt,
        async again() {
          if (lane.items.includes(item)) {
            run(entry.sessionId, lane);
            wake();
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
      wake();
      await new Promise<void>((resolve, reject) => lane.idle.push({ resolve, reject }));
    },

    async close() {
      closing.abort();
      await Promise.all([...lanes.values()].map(({ running }) => running));
    },
  };
}

/** The first that lets nobody pass, else the first of all; the end of a session where nothing else is left. */
function nextOf(items: readonly Item[]): Item | undefined {
  const isAct = ({ entry }: Item) => entry.operation !== 'end';
  return items.find((item) => isAct(item) && !item.letsPass) ?? items.find(isAct) ?? items[0];
}

function isAwaited({ entry, letsPass }: Item): boolean {
  return ASKED.has(entry.operation) && !letsPass;
}

function newWaiting(): Waiting {
  let resolve: Waiting['resolve'] = () => undefined;
  let reject: Waiting['reject'] = () => undefined;
  const receipt = new Promise<AgentReceipt>((onReceipt, onError) => {
    resolve = onReceipt;
    reject = onError;
  });
  receipt.catch(() => undefined);
  return { receipt, resolve, reject };
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

/** Doubles from a quarter of a second to thirty seconds, up to a fifth more by chance. */
function pauseMs(attempt: number, { random }: Platform): number {
  const [byte = 0] = random(1);
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 16), LONGEST_PAUSE_MS) * (1 + byte / 1280);
}
