/** What runs in a thread of encrypted computation: one task after the other, within a bound of memory. */
import { parentPort } from 'node:worker_threads';
import { wipe } from '@touchstone/core/bytes.ts';
import { isStackSpent, refusedBySeal } from '@touchstone/core/fhe/context.ts';
import { hashByNode } from '../crypto/hashes.ts';
import { ApiError } from '../frame/errors.ts';
import { freeSpentBytes } from './spent-bytes.ts';
import { TASKS } from './tasks.ts';
import type { ThreadAnswer, ThreadRequest, ThreadTask } from './threads.ts';

/** Of WebAssembly. Contexts and keys of all three parameter sets take about a third of it. */
const MEMORY_BYTES = 768 * 1024 * 1024;
const PAGE_BYTES = 65_536;
/** Shorter bytes are copied: they may stand in memory that Node shares among buffers. */
const MOVED_BYTES = 65_536;

let isMemoryUsedUp = false;
const isSpent = (): boolean => isMemoryUsedUp || isStackSpent();

/** As far as it concerns us: the types of Node do not name it. */
declare const WebAssembly: {
  readonly Memory: { readonly prototype: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
};

/** SEAL asks for more memory by `grow`; beyond the bound it is refused, and SEAL throws. Its 4 GB would be the machine's concern. */
function boundMemory(): void {
  const { prototype } = WebAssembly.Memory;
  const { grow } = prototype;
  prototype.grow = function bounded(this: typeof prototype, pages: number): number {
    if (this.buffer.byteLength + pages * PAGE_BYTES <= MEMORY_BYTES) return grow.call(this, pages);
    isMemoryUsedUp = true;
    throw new RangeError('the memory of encrypted computation is used up');
  };
}

const byName = new Map<string, ThreadTask<never, unknown>>(TASKS.map((task) => [task.name, task]));

async function answerOf({ task: name, input }: ThreadRequest): Promise<ThreadAnswer> {
  const task = byName.get(name);
  if (task === undefined) throw new TypeError(`internal: no task is called ${name}`);
  // `run` of the threads has held the input against the type of its task.
  const given = input as never;
  try {
    const value = await task.run(given);
    return { kind: 'value', value, isSpent: isSpent() };
  } catch (error) {
    if (error instanceof ApiError) {
      const { code, message, field } = error;
      return { kind: 'refused', refused: { code, message, field }, isSpent: isSpent() };
    }
    // What SEAL itself refuses leaves it as it was; after anything else nobody knows in what state its memory is.
    if (refusedBySeal(error)) return { kind: 'failed', reason: 'SEAL refused', isSpent: isSpent() };
    return { kind: 'failed', reason: error instanceof Error ? error.name : 'an exception', isSpent: true };
  } finally {
    wipe(...(task.secretsIn?.(given) ?? []));
  }
}

/** The large bytes in an answer, which are moved. */
function* buffersIn(value: unknown): Generator<ArrayBuffer> {
  if (value instanceof Uint8Array) {
    if (value.buffer instanceof ArrayBuffer && value.buffer.byteLength >= MOVED_BYTES) yield value.buffer;
  } else if (typeof value === 'object' && value !== null) {
    for (const member of Object.values(value)) if (typeof member === 'object') yield* buffersIn(member);
  }
}

boundMemory();
hashByNode();
parentPort?.on('message', (request: ThreadRequest) => {
  answerOf(request).then(
    (answer) => {
      parentPort?.postMessage(answer, [...new Set(buffersIn(answer))]);
      freeSpentBytes();
    },
    (error: unknown) => {
      throw error;
    },
  );
});
