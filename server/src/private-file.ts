import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Writes a file that only its owner may read, so that after a crash either the old or the new contents stand there:
 * into a new file (0600), to the disk, then renamed over the old one, then the folder to the disk.
 */
export function writePrivateFile(path: string, contents: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.new`;
  const file = openSync(temporary, 'w', 0o600);
  try {
    writeFileSync(file, contents);
    fsyncSync(file);
  } catch (error) {
    closeSync(file);
    rmSync(temporary, { force: true });
    throw error;
  }
  closeSync(file);
  renameSync(temporary, path);
  syncFolder(dirname(path));
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
