/** Handlers of requests with keys and ciphertexts: a thread reads the body, whatever its size, and the handler goes on from there. */
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { Caller } from '../frame/caller.ts';
import type { Answered, Context } from '../frame/context.ts';
import type { BodyOf, WorkHandler } from '../frame/work.ts';
import type { Vault } from '../vault/envelope.ts';
import { type ReadRequest, readTask } from './reading.ts';
import { type ProjectSeal, projectSeal } from './sealing.ts';
import type { FheThreads, ThreadRole } from './threads.ts';

export interface FheNeeds {
  readonly vault: Vault;
  readonly fheThreads: FheThreads;
}

/** What such a handler is given of its request. */
export interface FheRequest<E extends Endpoint, N> extends Omit<ReadRequest, 'members'> {
  readonly deps: N;
  readonly caller: Caller;
  readonly write: Context<E, N>['write'];
  readonly seal: ProjectSeal;
  /** The body; of what stands in `envelopes` it has nothing. */
  readonly members: BodyOf<E>;
}

type BearerEndpoint = Endpoint & { readonly auth: 'bearer' };

/** `role` reads the body: `guest` where it may hold a secret key. */
export function onThread<const E extends BearerEndpoint, N extends FheNeeds>(
  operation: E,
  role: ThreadRole,
  handle: (request: FheRequest<E, N>) => Promise<Answered<E>>,
): WorkHandler<E, N> {
  return {
    // The threads have a queue of their own.
    queue: undefined,
    async start(context, _input, { read, pieces }) {
      const { deps, write } = context;
      // An operation with authentication has a caller, which TypeScript does not conclude of an E that it does not know yet.
      const caller = context.caller as Caller;
      const seal = projectSeal(deps.vault, caller.projectId);
      const body = read === null ? pieces : (read.body as Readonly<Record<string, unknown>>);
      const request = await deps.fheThreads.run(role, readTask, { operation: operation.id, body, seal });
      // `readTask` has held the body against the contract.
      return handle({ ...request, deps, caller, write, seal, members: request.members as BodyOf<E> });
    },
  };
}
