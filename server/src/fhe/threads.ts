/**
 * The threads in which SEAL runs (security, S28). There are four, one job at a time in each:
 *
 *   evaluator  reads requests and computes on ciphertexts; it never holds a secret key
 *   holder     makes keys, decrypts and refreshes with the secret keys that the service keeps
 *   guest      decrypts with a key that came with the request, measures the machine, and holds no key of ours
 *   ingest     opens sealed fraud signals and encrypts what they say (S33)
 *
 * A thread whose job takes too long, traps or runs out of memory is ended and the next job starts a new one; after 30 idle
 * seconds it is ended too, since WebAssembly never gives memory back.
 */
import { Worker } from 'node:worker_threads';
import { ApiError, type Refused } from '../frame/errors.ts';
import { createThreadGroup, type ThreadGroup, type ThreadLimits } from '../frame/thread-group.ts';

export type ThreadRole = 'evaluator' | 'holder' | 'guest' | 'ingest';

/** Something that such a thread does. What it is given and what it answers is copied, large bytes of answers are moved. */
export interface ThreadTask<I, O> {
  /** Unlike any other. */
  readonly name: string;
  run(input: I): Promise<O> | O;
  /** The copies of secrets that the thread wipes when the task is done, however it ends. */
  secretsIn?(input: I): readonly Uint8Array[];
}

export interface ThreadRequest {
  readonly task: string;
  readonly input: unknown;
}

/** `isSpent`: the thread can do nothing more and has to be replaced. */
export type ThreadAnswer = { readonly isSpent: boolean } & (
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly refused: Refused }
  | { readonly kind: 'failed'; readonly reason: string }
);

export interface FheThreads {
  /** `moved` are bytes that the thread gets without a copy: the caller has them no longer. Throws OVERLOADED where the thread ended. */
  run<I, O>(role: ThreadRole, task: ThreadTask<I, O>, input: I, moved?: readonly Uint8Array[]): Promise<O>;
  /** How many threads there are now. */
  count(): number;
  /** Ends all; what runs is rejected. Safe to call twice. */
  close(): Promise<void>;
}

const LIMITS: ThreadLimits = { jobMs: 120_000, idleMs: 30_000 };
/** JavaScript's heap in a thread; the memory of WebAssembly is bounded in `fhe-thread.ts`. */
const HEAP_MEBIBYTES = 1_024;
/** `fhe-thread.js` in a bundle. */
const ENTRY = new URL(`./fhe-thread.${import.meta.url.endsWith('.ts') ? 'ts' : 'js'}`, import.meta.url);

interface Job {
  readonly request: ThreadRequest;
  readonly moved: readonly ArrayBuffer[];
}

/** `onReplaced` is told why a thread had to be ended. */
export function createFheThreads(
  onReplaced: (role: ThreadRole, reason: string) => void,
  entry: URL = ENTRY,
  limits: ThreadLimits = LIMITS,
): FheThreads {
  const laneOf = (role: ThreadRole) =>
    createThreadGroup<Job, ThreadAnswer, unknown>(
      {
        start: () => [new Worker(entry, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MEBIBYTES } })],
        give: ([thread], { request, moved }) => thread?.postMessage(request, moved),
        faultOf,
        resultOf,
        stopped,
        onReplaced: (reason) => onReplaced(role, reason),
      },
      limits,
    );
  const lanes: Record<ThreadRole, ThreadGroup<Job, unknown>> = {
    evaluator: laneOf('evaluator'),
    holder: laneOf('holder'),
    guest: laneOf('guest'),
    ingest: laneOf('ingest'),
  };
  const all = Object.values(lanes);
  return {
    async run<I, O>(role: ThreadRole, { name }: ThreadTask<I, O>, input: I, moved: readonly Uint8Array[] = []) {
      // The task of this name answers an O.
      return (await lanes[role].run({ request: { task: name, input }, moved: moved.map(ownBuffer) })) as O;
    },
    count: () => all.filter((lane) => lane.threads().length > 0).length,
    async close() {
      await Promise.all(all.map((lane) => lane.close()));
    },
  };
}

function ownBuffer({ buffer }: Uint8Array): ArrayBuffer {
  if (buffer instanceof ArrayBuffer) return buffer;
  throw new TypeError('internal: shared memory cannot be moved');
}

function stopped(): ApiError {
  return new ApiError('OVERLOADED', 'The computation was stopped and its thread replaced; try again later.');
}

/** A thread without memory may have answered before. */
function faultOf(answer: ThreadAnswer): string | null {
  if (!answer.isSpent) return null;
  return answer.kind === 'failed' ? answer.reason : 'memory';
}

function resultOf([answer]: readonly ThreadAnswer[]): unknown {
  if (answer?.kind === 'value') return answer.value;
  if (answer?.kind === 'refused') {
    const { code, message, field } = answer.refused;
    throw new ApiError(code, message, { field });
  }
  if (answer === undefined || answer.isSpent) throw stopped();
  throw new Error(`internal: encrypted computation failed: ${answer.reason}`);
}
