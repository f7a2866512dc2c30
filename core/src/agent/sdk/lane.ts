/** One session's entries on their way: what the courier keeps of them in memory. */
import type { MissingReceipt } from './failures.ts';
import type { OutboxEntry } from './types/outbox.ts';
import type { AgentReceipt } from './types/receipt.ts';

/** Operations whose answer somebody waits for. */
const ASKED: ReadonlySet<string> = new Set(['policy', 'exposure', 'approval', 'delegate']);
/** Makes an entry that is to follow at once; told about every receipt of its session, in order. */
export type Follow = (receipt: AgentReceipt, entry: OutboxEntry) => OutboxEntry | null;

export interface Item {
  readonly entry: OutboxEntry;
  readonly kept: Promise<void>;
  /** Who waits for the receipt; others after a halt than before it. */
  waiting: AwaitedReceipt;
  /** Whether later entries may be delivered before it. */
  letsPass: boolean;
  /** When an attempt may have reached the server, in milliseconds since 1970; null before the first. */
  mayHaveArrived: number | null;
}

export interface AwaitedReceipt {
  readonly receipt: Promise<AgentReceipt>;
  readonly resolve: (receipt: AgentReceipt) => void;
  readonly reject: (error: MissingReceipt) => void;
}

export interface Lane {
  readonly items: Item[];
  readonly idle: { resolve: () => void; reject: (error: MissingReceipt) => void }[];
  running: Promise<void> | null;
  follow: Follow | null;
}

export function itemOf(entry: OutboxEntry, mayHaveArrived: number | null, kept: Promise<void>, letsPass = false): Item {
  return { entry, kept, waiting: newWaiting(), letsPass, mayHaveArrived };
}

/** The first that lets nobody pass, else the first of all; the end of a session where nothing else is left. */
export function nextOf(items: readonly Item[]): Item | undefined {
  const isAct = ({ entry }: Item) => entry.operation !== 'end';
  return items.find((item) => isAct(item) && !item.letsPass) ?? items.find(isAct) ?? items[0];
}

export function isAwaited({ entry, letsPass }: Item): boolean {
  return ASKED.has(entry.operation) && !letsPass;
}

export function newWaiting(): AwaitedReceipt {
  let resolve: AwaitedReceipt['resolve'] = () => undefined;
  let reject: AwaitedReceipt['reject'] = () => undefined;
  const receipt = new Promise<AgentReceipt>((onReceipt, onError) => {
    resolve = onReceipt;
    reject = onError;
  });
  receipt.catch(() => undefined);
  return { receipt, resolve, reject };
}
