/** Answers that are server-sent events. */

/** One event as its contract describes it. */
export interface ContractEvent {
  readonly event: string;
  readonly id?: string;
  readonly data: unknown;
}

/** What a handler of a stream answers: the events, read when the client is there to take them. */
export class Events<T = unknown> {
  /** The events in their order. `signal` fires when nobody takes them any more; what waits then has to return. */
  readonly open: (signal: AbortSignal) => AsyncIterable<T>;
  constructor(open: (signal: AbortSignal) => AsyncIterable<T>) {
    this.open = open;
  }
}
