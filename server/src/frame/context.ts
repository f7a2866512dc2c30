/** What a handler is given and what it answers. */
import type { Endpoint, OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Db } from '../store/engine.ts';
import type { Caller } from './caller.ts';
import type { Events } from './events.ts';
import type { JsonText } from './json-text.ts';

/** What a request brings to its handler. `N` is what the handler needs of the rooms and of the frame. */
export interface Context<E extends Endpoint = Endpoint, N = unknown> {
  readonly deps: N;
  readonly requestId: string;
  /** The address that the request came from. */
  readonly peer: string;
  /** null on operations without authentication. */
  readonly caller: E['auth'] extends 'none' ? null : Caller;
  /** Whose valid credential came with the request, also where the operation needs none. */
  readonly sender: Caller | null;
  /**
   * Runs `action` in a transaction that also charges the operation's units: both are on the disk, or neither. An
   * operation that stores something calls it once. `action` uses the `db` that it is given and no other: there is one
   * connection, and the transaction holds it.
   */
  write<T>(action: (db: Db) => Promise<T>): Promise<T>;
  /**
   * Reserves a surcharge that the contract names, `times` over, to be charged with the operation. Called before the work
   * that it pays for. Throws INSUFFICIENT_CREDITS where the balance is short.
   */
  surcharge(name: string, times?: number): Promise<void>;
  /** Charges nothing: what is answered was done and paid for by an earlier request, which this one repeats. */
  waive(): void;
}

/** What a handler answers: the contract's value, as text where that is there already, or events. */
export type Answered<E extends Endpoint> = E extends { readonly stream: 'sse' }
  ? Events<OutputOf<E>>
  : OutputOf<E> | JsonText;
