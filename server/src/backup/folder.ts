/** Names and small steps in a data folder that backup, restore and doctor share. */
import { closeSync, fsyncSync, lstatSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { toHex } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import { DATABASE_FILE, journalsOf } from '../store/sqlite/files.ts';

export const TRUST_STORE_FILE = 'trust-store.json';
export const LOCK_FILE = 'server.lock';
/** Written by the desktop shell; opens only with the key store of that user on that machine. */
export const KEYCHAIN_FILE = 'master-key.keychain';
/** Beside it on Windows: the key that it is sealed with, wrapped by DPAPI for that user (electron/src/profile-key.ts). */
export const PROFILE_KEY_FILE = 'master-key.dpapi';
export const DOCUMENTS = 'documents';
export const KEYS = 'keys';

/** One of these stands in every data folder that server, shell or command line has used. */
const FOLDER_MARKS: ReadonlySet<string> = new Set([
  DATABASE_FILE,
  ...journalsOf(DATABASE_FILE),
  LOCK_FILE,
  'master-key.json',
  KEYCHAIN_FILE,
  TRUST_STORE_FILE,
  'rollback-mark.json',
  KEYS,
]);

export function isDataFolder(names: readonly string[]): boolean {
  return names.some((name) => FOLDER_MARKS.has(name));
}

/** Whether anything stands at a path, a link to nowhere included. Throws where that cannot be found out. */
export function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** What Finder and Explorer put into a folder that they have shown: nothing of anybody's. */
const OF_FILE_MANAGERS: ReadonlySet<string> = new Set(['.DS_Store', 'desktop.ini', 'Thumbs.db']);

/** The names in a folder that make it somebody's; none in one that is empty to whoever looks at it. */
export function contentsOf(folder: string): readonly string[] {
  return readdirSync(folder).filter((name) => !OF_FILE_MANAGERS.has(name));
}

/** The names in a folder, sorted; none where there is no such folder. */
export function namesIn(folder: string): readonly string[] {
  return isThere(folder) ? readdirSync(folder).sort() : [];
}

/** `.backup-<process id>-<hex>`: of a backup that is being made. `.restore-<process id>-<hex>`: of a restore. */
const TEMPORARY = /^\.(backup|restore)-(\d+)-[0-9a-f]{16}$/;

export function temporaryName(kind: 'backup' | 'restore', random: Random): string {
  return `.${kind}-${process.pid}-${toHex(random(8))}`;
}

/** What an ended process left half done: our own temporary folders and files of the form `<name>.<process id>.new`. */
export function leftovers(dataDir: string): readonly string[] {
  const folders = ['', DOCUMENTS, KEYS];
  return folders.flatMap((folder) =>
    namesIn(join(dataDir, folder)).flatMap((name) => (isLeftover(name) ? [join(folder, name)] : [])),
  );
}

function isLeftover(name: string): boolean {
  const owner = TEMPORARY.exec(name)?.[2] ?? /\.(\d+)\.new$/.exec(name)?.[1];
  return owner !== undefined && !isAlive(Number(owner));
}

export function isAlive(processId: number): boolean {
  if (processId === 0) return false;
  try {
    process.kill(processId, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** Removes temporary folders of that kind whose process has ended. */
export function sweep(dataDir: string, kind: 'backup' | 'restore'): void {
  for (const name of namesIn(dataDir)) {
    if (TEMPORARY.exec(name)?.[1] === kind && isLeftover(name)) {
      rmSync(join(dataDir, name), { recursive: true, force: true });
    }
  }
}

/** Brings renames in a folder to the disk. Windows cannot; there the file system's journal has to do. */
export function syncFolder(path: string): void {
  if (process.platform === 'win32') return;
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
