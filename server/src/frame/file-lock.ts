/**
 * A lock between processes: a file that only one can create. Held for milliseconds. One that a killed process left is
 * recognised by its process id, or by its age, and moved away.
 */
import { linkSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';

export class LockError extends Error {
  override readonly name = 'LockError';
}

export interface FileLock {
  /** Whether the lock is still ours: a process that slept too long may have lost it. */
  isHeld(): boolean;
  release(): void;
}

/** Nobody holds the lock this long; whoever did was suspended. Milliseconds. */
const STALE_MS = 10_000;
const WAIT_MS = 20_000;

/** Waits for the lock file `path`, which is removed when the lock is released. Throws LockError after 20 seconds. */
export async function acquireLock(path: string, random: Random): Promise<FileLock> {
  const token = `${process.pid} ${toHex(random(16))}`;
  const end = performance.now() + WAIT_MS;
  while (!created(path, token)) {
    if (isStale(path)) moveAway(path, random);
    else if (performance.now() > end) throw new LockError(`${path} has been held by another process for too long.`);
    // Uneven, so that two that wait do not meet again and again.
    else await sleep(2 + ((random(1)[0] ?? 0) % 16));
  }
  const isHeld = () => contentsOf(path) === token;
  return {
    isHeld,
    release() {
      if (isHeld()) rmSync(path, { force: true });
    },
  };
}

function created(path: string, token: string): boolean {
  try {
    writeFileSync(path, token, { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    // Windows says EPERM or EACCES while a file of that name is being removed.
    if (['EEXIST', ...(process.platform === 'win32' ? ['EPERM', 'EACCES'] : [])].includes(codeOf(error))) return false;
    throw error;
  }
}

function contentsOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error))) return null;
    throw error;
  }
}

function isStale(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  const contents = contentsOf(path);
  if (file === undefined || contents === null) return false;
  if (Date.now() - file.mtimeMs > STALE_MS) return true;
  const owner = Number(contents.split(' ', 1)[0]);
  // Empty while its owner is writing it.
  return Number.isInteger(owner) && owner > 0 && !isAlive(owner);
}

function isAlive(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Renaming takes the file from everybody at once. Where a live lock was caught, because another was faster, it goes back. */
function moveAway(path: string, random: Random): void {
  const aside = `${path}.${toHex(random(8))}`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return;
    throw error;
  }
  try {
    if (!isStale(aside)) linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(aside, { force: true });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
