/** Ties handlers to their contracts: a missing one, a stranger, or a wrong answer does not compile. */
import type { Endpoint, InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { Db } from '../store/db.ts';
import { readBodyJob } from './body-jobs.ts';
import type { Caller } from './caller.ts';
import { ApiError } from './errors.ts';
import type { Events } from './events.ts';
import type { RunJob, Tools } from './job.ts';
import type { JsonText } from './json-text.ts';
import type { ReceivedBody, WorkHandler } from './work.ts';

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

/** A handler for every operation that is not merely planned. */
export type Handlers<G extends Readonly<Record<string, Endpoint>>, N> = {
  readonly [O in keyof G as G[O] extends { readonly planned: true } ? never : O]:
    | Handler<G[O], N>
    | WorkHandler<G[O], N>;
};

/** An operation and its handler, as `bind` takes them; the handler's types have been checked by `implement`. */
export interface Implementation<N> {
  readonly operation: Endpoint;
  /** Answers a request whose body may be a large one that nobody has read yet. */
  readonly start: (
    context: Context<Endpoint, N>,
    input: Readonly<Record<string, unknown>>,
    body: ReceivedBody,
    means: { readonly run: RunJob; readonly tools: Tools },
  ) => Promise<unknown>;
}

/**
 * `implement(api.signing.svcKey)<Needs>({ … })`, where `Needs` is what these handlers need; a heavy operation is handled
 * `byWork`. In two calls, because TypeScript checks literal types in answers only where the group's type is fixed before
 * the handlers are looked at.
 */
export function implement<const G extends Readonly<Record<string, Endpoint>>>(group: G) {
  return <N>(handlers: Handlers<G, N>): Readonly<Record<keyof G & string, Implementation<N>>> => {
    const given: Readonly<Record<string, unknown>> = handlers;
    const pairs = Object.entries(group).map(([name, operation]): [string, Implementation<N>] => {
      // `contract.ts` has held the input against the schema from which the handler's types come.
      const handler = (given[name] ?? refusePlanned) as Handler<Endpoint, N> | WorkHandler<Endpoint, N>;
      const start = typeof handler === 'function' ? startOf(operation, handler) : handler.start;
      return [name, { operation, start: start as Implementation<N>['start'] }];
    });
    return Object.freeze(Object.fromEntries(pairs) as Record<keyof G & string, Implementation<N>>);
  };
}

/** Handlers without work get the whole body; a worker reads a large one. */
function startOf<N>(operation: Endpoint, handle: Handler<Endpoint, N>): Implementation<N>['start'] {
  return async (context, input, { read, pieces }, { run }) => {
    const body = read === null ? await run(readBodyJob, { operation: operation.id, pieces }) : read.body;
    return handle(context, { ...input, body } as InputOf<Endpoint>);
  };
}

async function refusePlanned(): Promise<never> {
  throw new ApiError('NOT_IMPLEMENTED');
}
