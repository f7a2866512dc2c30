/** Ties handlers to their contracts: a missing one, a stranger, or a wrong answer does not compile. */
import type { Endpoint, InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Db } from '../store/db.ts';
import type { Pieces } from './body.ts';
import type { Caller } from './caller.ts';
import { ApiError } from './errors.ts';
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

export type Handler<E extends Endpoint, N> = (context: Context<E, N>, input: InputOf<E>) => Promise<Answered<E>>;

/**
 * Handles a large body, which nobody has read yet, by handing it to a worker. The worker calls `readBody` first, so that
 * the contract holds for every size alike.
 */
export type LargeHandler<E extends Endpoint, N> = (
  context: Context<E, N>,
  input: Omit<InputOf<E>, 'body'>,
  body: Pieces,
) => Promise<OutputOf<E> | JsonText>;

/** A handler for every operation that is not merely planned. */
export type Handlers<G extends Readonly<Record<string, Endpoint>>, N> = {
  readonly [O in keyof G as G[O] extends { readonly planned: true } ? never : O]: Handler<G[O], N>;
};

/** An operation and its handler, as `bind` takes them; the handler's types have been checked by `implement`. */
export interface Implementation<N> {
  readonly operation: Endpoint;
  readonly handle: (context: Context<Endpoint, N>, input: unknown) => Promise<unknown>;
  /** null: a large body is parsed in a worker and goes to `handle`. */
  readonly handleLarge: ((context: Context<Endpoint, N>, input: unknown, body: Pieces) => Promise<unknown>) | null;
}

/**
 * `implement(api.signing.svcKey)<Needs>({ … })`, where `Needs` is what these handlers need. In two calls, because
 * TypeScript checks literal types in answers only where the group's type is fixed before the handlers are looked at.
 */
export function implement<const G extends Readonly<Record<string, Endpoint>>>(group: G) {
  return <N>(
    handlers: Handlers<G, N>,
    large: { readonly [O in keyof G]?: LargeHandler<G[O], N> } = {},
  ): Readonly<Record<keyof G & string, Implementation<N>>> => {
    const given: Readonly<Record<string, unknown>> = handlers;
    const pairs = Object.entries(group).map(([name, operation]): [string, Implementation<N>] => {
      // `contract.ts` has held the input against the schema from which the handler's types come.
      const handle = (given[name] ?? refusePlanned) as Handler<Endpoint, N> as Implementation<N>['handle'];
      const handleLarge = (large[name] ?? null) as Implementation<N>['handleLarge'];
      return [name, { operation, handle, handleLarge }];
    });
    return Object.freeze(Object.fromEntries(pairs) as Record<keyof G & string, Implementation<N>>);
  };
}

async function refusePlanned(): Promise<never> {
  throw new ApiError('NOT_IMPLEMENTED');
}
