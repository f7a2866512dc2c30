/** How the server is reached, and how long a call waits for it. */
import type { Outbox, Problem, RefusedEntry } from './outbox.ts';

/** What is used of the platform's `AbortSignal`. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface ConnectionOptions {
  /** Origin of the server; else the variable TOUCHSTONE_URL, else `http://127.0.0.1:7433`. */
  readonly url?: string;
  /** API key with the scope `agents`; else the variable TOUCHSTONE_API_KEY. Public reads send none. */
  readonly apiKey?: string;
  /** Milliseconds for each request; 30,000 unless stated. */
  readonly timeoutMs?: number;
  /** False: nothing is sent, tools run unchanged. True unless stated. */
  readonly attestation?: boolean;
  /** Where receipts wait for the server; memory unless stated. */
  readonly outbox?: Outbox;
  /** Called with every problem; unless stated, a warning of the process. What it throws, or rejects with, is dropped. */
  readonly onProblem?: (problem: Problem) => void;
  /** Lets the key travel by plain http to another machine. False unless stated. */
  readonly allowPlainHttp?: boolean;
}

/** For calls that need the server's answer. */
export interface WaitOptions {
  readonly signal?: AbortSignalLike;
  /** Milliseconds to wait for the server; 30,000 unless stated. What is given up on is still delivered later. */
  readonly waitMs?: number;
}

/** For the delivery of what an outbox holds. */
export interface DeliverOptions extends Omit<ConnectionOptions, 'attestation'>, WaitOptions {
  /** One that no session uses: a session delivers its own. */
  readonly outbox: Outbox;
}

export interface DeliveryReport {
  /** Receipts that the server has now. */
  readonly delivered: number;
  /** What the server refused for good this time. These acts are not attested. */
  readonly refused: readonly RefusedEntry[];
}
