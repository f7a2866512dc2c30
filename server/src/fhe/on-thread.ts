/** Handlers of requests with keys and ciphertexts: a thread reads the body, whatever its size. */
import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import type { Caller } from '../frame/caller.ts';
import type { Answered, Context } from '../frame/context.ts';
import { JsonText } from '../frame/json-text.ts';
import type { BodyOf, ReceivedBody, WorkHandler } from '../frame/work.ts';
import type { Vault } from '../vault/envelope.ts';
import type { UnderKey } from './answers.ts';
import { type ReadRequest, readTask, type Unread } from './reading.ts';
import { type ProjectSeal, projectSeal } from './sealing.ts';
import type { FheThreads, ThreadRole, ThreadTask } from './threads.ts';

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

/**
 * The evaluator does it alone, and writes the answer. `requireKey` throws where the project does not have its key any more: that
 * is asked afterwards, because only the thread has read the body.
 */
export function byEvaluator<const E extends BearerEndpoint, N extends FheNeeds>(
  operation: E,
  task: ThreadTask<Unread, UnderKey>,
  requireKey: (deps: N, projectId: string, keyId: string) => Promise<void>,
): WorkHandler<E, N> {
  return {
    queue: undefined,
    async start({ deps, caller }, _input, body) {
      const unread = unreadOf(operation, deps, caller, body);
      const { keyId, json } = await deps.fheThreads.run('evaluator', task, unread);
      if (keyId !== null) await requireKey(deps, callerOf(caller).projectId, keyId);
      // The task answers what the contract of its operation says.
      return JsonText.ofBytes(json) as Answered<E>;
    },
  };
}

/** `role` reads the body, `guest` where it may hold a secret key; the handler goes on from there. */
export function onThread<const E extends BearerEndpoint, N extends FheNeeds>(
  operation: E,
  role: ThreadRole,
  handle: (request: FheRequest<E, N>) => Promise<Answered<E>>,
): WorkHandler<E, N> {
  return {
    // The threads have a queue of their own.
    queue: undefined,
    async start({ deps, caller, write }, _input, body) {
      const unread = unreadOf(operation, deps, caller, body);
      const request = await deps.fheThreads.run(role, readTask, unread);
      const { seal } = unread;
      // `readTask` has held the body against the contract.
      const members = request.members as BodyOf<E>;
      return handle({ ...request, deps, caller: callerOf(caller), write, seal, members });
    },
  };
}

function unreadOf(
  { id: operation }: Endpoint,
  { vault }: FheNeeds,
  caller: Caller | null,
  { read, pieces }: ReceivedBody,
): Unread {
  const body = read === null ? pieces : (read.body as Readonly<Record<string, unknown>>);
  return { operation, body, seal: projectSeal(vault, callerOf(caller).projectId) };
}

/** An operation with authentication has a caller, which TypeScript does not conclude of an E that it does not know yet. */
function callerOf(caller: Caller | null): Caller {
  if (caller === null) throw new TypeError('internal: an operation with authentication has a caller');
  return caller;
}
