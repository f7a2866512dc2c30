/** Ties handlers to their contracts: a missing one, a stranger, or a wrong answer does not compile. */
import type { Endpoint, InputOf } from '@touchstone/core/api/endpoint.ts';
import { readBodyJob } from './body-jobs.ts';
import type { Answered, Context } from './context.ts';
import type { RunJob, Tools } from './job.ts';
import type { WorkQueue } from './queue.ts';
import type { ReceivedBody, WorkHandler } from './work.ts';

export type Handler<E extends Endpoint, N> = (context: Context<E, N>, input: InputOf<E>) => Promise<Answered<E>>;

/** A handler for every operation. */
export type Handlers<G extends Readonly<Record<string, Endpoint>>, N> = {
  readonly [O in keyof G]: Handler<G[O], N> | WorkHandler<G[O], N>;
};

/** An operation and its handler, as `bind` takes them; the handler's types have been checked by `implement`. */
export interface Implementation<N> {
  readonly operation: Endpoint;
  /** Where its requests wait for their turn. */
  readonly queue?: WorkQueue | undefined;
  /** Answers a request whose body may be a large one that nobody has read yet. */
  readonly start: (
    context: Context<Endpoint, N>,
    input: Readonly<Record<string, unknown>>,
    body: ReceivedBody,
    needs: { readonly run: RunJob; readonly tools: Tools },
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
      const handler = given[name] as Handler<Endpoint, N> | WorkHandler<Endpoint, N>;
      const start = typeof handler === 'function' ? startOf(operation, handler) : handler.start;
      const queue = typeof handler === 'function' ? undefined : handler.queue;
      return [name, { operation, queue, start: start as Implementation<N>['start'] }];
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
