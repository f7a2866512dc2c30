/**
 * A heavy operation, written once. Its room states what there is to do with a body; this frame decides where: on the event
 * loop, or in a worker where the body is large or the work is known to take long. Handlers do not know which it was.
 */
import type { Endpoint, InputOf } from '@touchstone/core/api/endpoint.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { joined, type Pieces } from './body.ts';
import type { Answered, Context } from './context.ts';
import { readBody } from './contract.ts';
import type { Job, RunJob, Tools } from './job.ts';
import { JsonText } from './json-text.ts';
import type { WorkQueue } from './queue.ts';

export type BodyOf<E extends Endpoint> = InputOf<E> extends { readonly body: infer B } ? B : never;

/**
 * @typeParam C what the handler has to know of the body: of a large one it gets no more
 * @typeParam F the facts that the handler adds to the body
 */
export interface Work<E extends Endpoint, C, F, O> {
  readonly operation: E;
  choose(body: BodyOf<E>): C;
  run(body: BodyOf<E>, facts: F, tools: Tools): O | Promise<O>;
  /** Whether the work on a small body takes more than 20 ms as well; it does not where this is absent. */
  isHeavy?(body: BodyOf<E>, facts: F): boolean;
  /** The secrets among the facts: a worker wipes its copies. */
  secretsIn?(facts: F): readonly Uint8Array[];
  /** Where it waits for its turn, if more may come than can be done. */
  readonly queue?: WorkQueue;
  /** Whether the result is the answer, and so long that a worker writes it out as JSON. */
  readonly isLongAnswer?: true;
}

/** A body as it was received. */
export interface ReceivedBody {
  /** It has passed the contract; null where it is large, and nobody has read it yet. */
  readonly read: { readonly body: unknown } | null;
  readonly pieces: Pieces;
}

/** A handler of an operation with work. */
export interface WorkHandler<E extends Endpoint, N> {
  readonly queue: WorkQueue | undefined;
  start(
    context: Context<E, N>,
    input: Omit<InputOf<E>, 'body'>,
    body: ReceivedBody,
    needs: { readonly run: RunJob; readonly tools: Tools },
  ): Promise<Answered<E>>;
}

/** What the job of a work is given: a large body in pieces. */
export interface WorkInput<B, F> {
  readonly body: B | Pieces;
  readonly facts: F;
}

/** The input of a handler with work: of the body what the work chooses, and whether the body is a large one. */
export type ChosenInput<E extends Endpoint, C> = Omit<InputOf<E>, 'body'> & {
  readonly body: C;
  readonly isLarge: boolean;
};

/**
 * Handles an operation by its work: `run` does it, wherever that is best, and answers its result. A result that is the long
 * answer itself may come as text.
 */
export function byWork<E extends Endpoint, C, F, O, N>(
  work: Work<E, C, F, O>,
  handle: (context: Context<E, N>, input: ChosenInput<E, C>, run: (facts: F) => Promise<O>) => Promise<Answered<E>>,
): WorkHandler<E, N> {
  const [choosing, running] = jobsOf(work);
  return {
    queue: work.queue,
    async start(context, input, { read, pieces }, { run, tools }) {
      // `readBody` has held it against the contract from which the type comes.
      const body = read === null ? null : (read.body as BodyOf<E>);
      const chosen = body === null ? await run(choosing, pieces) : work.choose(body);
      return handle(context, { ...input, body: chosen, isLarge: body === null }, async (facts) => {
        if (body !== null && work.isHeavy?.(body, facts) !== true) return work.run(body, facts, tools);
        const result = await run(running, { body: body ?? pieces, facts });
        // Only where the result is the answer, of which `Answered` says that it may be text.
        return (result instanceof Uint8Array && work.isLongAnswer === true ? JsonText.ofBytes(result) : result) as O;
      });
    },
  };
}

/** The work on a body as jobs: what is chosen of it, and what is done with it. */
export function jobsOf<E extends Endpoint, C, F, O>(
  work: Work<E, C, F, O>,
): readonly [Job<Pieces, C>, Job<WorkInput<BodyOf<E>, F>, O | Uint8Array>] {
  const { operation } = work;
  return [
    { name: `${operation.id} choose`, run: (pieces) => work.choose(bodyFrom(operation, pieces)) },
    {
      name: `${operation.id} run`,
      async run({ body, facts }, tools) {
        const result = await work.run(isPieces(body) ? bodyFrom(operation, body) : body, facts, tools);
        return work.isLongAnswer === true ? utf8(JSON.stringify(result)) : result;
      },
      secretsIn: ({ facts }) => work.secretsIn?.(facts) ?? [],
    },
  ];
}

function bodyFrom<E extends Endpoint>(operation: E, pieces: Pieces): BodyOf<E> {
  return readBody(operation, joined(pieces)) as BodyOf<E>;
}

function isPieces<B>(body: B | Pieces): body is Pieces {
  return Array.isArray(body);
}
