import { closeSync, fdatasyncSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner may read, so that after a crash either the old or the new contents stand there:
 * into a new file (0600), to the disk, then renamed over the old one, then the folder to the disk.
 */
export function writePrivateFile(path: string, contents: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.new`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeSlowly(file, typeof contents === 'string' ? Buffer.from(contents) : contents);
    fsyncSync(file);
  } catch (error) {
    closeSync(file);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(file);
  try {
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolder(dirname(path));
}

const SLICE_BYTES = 1024 * 1024;

/**
 * Large contents go to the disk a slice at a time: a database commit of another thread waits for what the disk has
 * before it, and the event loop waits for the commit.
 */
function writeSlowly(file: number, contents: Uint8Array): void {
  for (let at = 0; at < contents.length; at += SLICE_BYTES) {
    writeFileSync(file, contents.subarray(at, at + SLICE_BYTES));
    if (contents.length > SLICE_BYTES) fdatasyncSync(file);
  }
}

/** Windows cannot open a folder for syncing; there the file system's journal has to do. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
