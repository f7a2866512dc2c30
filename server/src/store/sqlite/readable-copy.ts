/**
 * SQLite cannot read a database in WAL mode where it can neither find nor make its index file: on a read-only medium. Such
 * a database is copied into a temporary folder of this user, with what stands in its journal, and read there.
 */
import { accessSync, constants, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { storageFaultOf } from '../storage-fault.ts';
import { StoreError } from '../store-error.ts';

export interface Opened<T> {
  readonly opened: T;
  /** Removes the copy, where there is one. Close what was opened before. */
  remove(): void;
}

/** Whether this user may write to a folder, as far as the system can tell. */
export function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Opens a database, and where its folder cannot be written and it therefore cannot be opened, a copy of it. `open` is
 * called with the file that can be read. Throws what `open` throws, and StoreError where there is no room for a copy.
 */
export function openOrCopy<T>(file: string, open: (file: string) => T): Opened<T> {
  try {
    return { opened: open(file), remove: () => undefined };
  } catch (error) {
    if (storageFaultOf(error)?.cause !== 'read-only' || isWritable(dirname(file))) throw error;
  }
  const copy = copyOf(file);
  try {
    return { opened: open(copy.file), remove: copy.remove };
  } catch (error) {
    copy.remove();
    throw error;
  }
}

function copyOf(file: string): { readonly file: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-copy-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    // Without the index: SQLite makes it from the journal.
    for (const end of ['', '-wal']) {
      if (existsSync(file + end)) copyFileSync(file + end, join(folder, basename(file) + end));
    }
  } catch (error) {
    remove();
    const reason = error instanceof Error ? error.message : 'unknown reason';
    throw new StoreError(
      `${dirname(file)} is read-only, and its database could not be copied to ${tmpdir()} to be read: ${reason}. Set TMPDIR to a folder with room.`,
    );
  }
  return { file: join(folder, basename(file)), remove };
}
