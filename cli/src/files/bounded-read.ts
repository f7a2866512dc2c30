/** Reads the files to verify: nothing larger than the limit is ever held in memory, and no pipe keeps the run waiting. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { systemReason } from '../terminal/refusal.ts';

/** Standard input, in place of the name of a file. */
export const STANDARD_INPUT = '-';

export type FileRead =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly tooLarge: number }
  | { readonly ok: false; readonly fault: string };

/** How long a pipe may have no writer before it is given up. */
const WRITER_WAIT_MS = 3_000;
const POLL_MS = 10;
const { O_RDONLY, O_NONBLOCK = 0 } = constants;

/** Reads a file whole, pipes and standard input too, but gives up one byte beyond the limit. */
export function readBounded(name: string, limit = MAX_FILE_BYTES): FileRead {
  let file: number;
  try {
    // Opened without waiting: a pipe into which nothing writes would hold the run for ever.
    file = name === STANDARD_INPUT ? 0 : openSync(name, O_RDONLY | O_NONBLOCK);
  } catch (error) {
    return { ok: false, fault: `The file could not be opened: ${systemReason(error)}.` };
  }
  try {
    const stat = fstatSync(file);
    if (stat.isDirectory()) return { ok: false, fault: 'The file could not be read: it is a folder.' };
    if (stat.isFile() && stat.size > limit) return { ok: false, tooLarge: stat.size };
    const mayWait = stat.isFIFO() && name !== STANDARD_INPUT;
    return readStream(file, stat.isFile() ? stat.size : 0, limit, mayWait ? WRITER_WAIT_MS : 0);
  } catch (error) {
    return { ok: false, fault: `The file could not be read: ${systemReason(error)}.` };
  } finally {
    if (file !== 0) closeSync(file);
  }
}

/**
 * @param expected only a first guess: a file may grow while it is read, and a pipe states no size
 * @param writerWaitMs how long to wait for the first writer of a pipe
 */
function readStream(file: number, expected: number, limit: number, writerWaitMs: number): FileRead {
  let buffer = new Uint8Array(Math.min(Math.max(expected, 65_536) + 1, limit + 1));
  let length = 0;
  for (let waited = 0; ; ) {
    if (length === buffer.length) {
      if (length > limit) return { ok: false, tooLarge: length };
      const larger = new Uint8Array(Math.min(2 * buffer.length, limit + 1));
      larger.set(buffer);
      buffer = larger;
    }
    const count = readSome(file, buffer, length);
    if (count === 0 && length === 0 && waited < writerWaitMs) {
      pause();
      waited += POLL_MS;
    } else if (count === 0) {
      return writerWaitMs > 0 && length === 0
        ? { ok: false, fault: 'The file could not be read: it is a pipe into which nothing writes.' }
        : { ok: true, bytes: buffer.subarray(0, length) };
    } else if (count === null) pause();
    else length += count;
  }
}

/** Bytes read, 0 at the end; null where a writer is there and has nothing yet. */
function readSome(file: number, buffer: Uint8Array, at: number): number | null {
  try {
    return readSync(file, buffer, at, buffer.length - at, null);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EAGAIN') return null;
    // Windows says so where standard input ends.
    if (code === 'EOF') return 0;
    throw error;
  }
}

function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
}
