/** Replaces a file that other processes may be changing too, so that no change is lost. */
import { chmodSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs';
import { systemRandom } from '@touchstone/core/random.ts';
import { acquireLock } from '@touchstone/server/frame/file-lock.ts';
import { Refusal, systemReason } from '../terminal/refusal.ts';
import { readBytes, writeBeside } from './read-and-write.ts';

/**
 * Replaces a file as a whole, where it still holds the bytes `before`; else it stays as it is. Answers whether it was
 * replaced: if not, read it again. A link is followed, the file keeps its mode, and after a crash either the old or the
 * new contents stand there. Throws Refusal where it cannot be written.
 */
export async function replaceUnchanged(name: string, before: Uint8Array, text: string): Promise<boolean> {
  try {
    const { mode } = regularFile(name);
    const file = realpathSync(name);
    const temporary = writeBeside(file, text, 0o600);
    try {
      chmodSync(temporary, mode & 0o777);
      // Held only to compare and rename: who computes for long works without it and begins anew where it was overtaken.
      const lock = await acquireLock(`${file}.lock`, systemRandom);
      try {
        if (Buffer.compare(readBytes(file), before) !== 0 || !lock.isHeld()) return false;
        renameSync(temporary, file);
        return true;
      } finally {
        lock.release();
      }
    } finally {
      rmSync(temporary, { force: true });
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${name} could not be written: ${systemReason(error)}.`);
  }
}

function regularFile(name: string) {
  const stat = statSync(name);
  if (!stat.isFile())
    throw new Refusal(`${name} is not a regular file and cannot be replaced. Name another with --out.`);
  return stat;
}
