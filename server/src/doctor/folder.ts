import { statSync } from 'node:fs';
import { join } from 'node:path';
import {
  DOCUMENTS,
  isThere,
  KEYCHAIN_FILE,
  KEYS,
  LOCK_FILE,
  leftovers,
  namesIn,
  PROFILE_KEY_FILE,
  TRUST_STORE_FILE,
} from '../backup/folder.ts';
import { MASTER_KEY_FILE } from '../backup/folder-key.ts';
import { isRestorePending } from '../backup/journal.ts';
import { DATABASE_FILE, journalsOf } from '../store/sqlite/files.ts';
import { isWritable } from '../store/sqlite/readable-copy.ts';
import { type Check, type Finding, listed, ok, problem, warning } from './check.ts';

const MIB = 1024 * 1024;
/** With less, the next writes fail. */
const NO_ROOM = MIB;
/** With less, or with less than twice the database, there is a warning; a small volume that works is no problem. */
const LEAST_FREE = 64 * MIB;

const PRIVATE_FILES = [
  DATABASE_FILE,
  ...journalsOf(DATABASE_FILE),
  LOCK_FILE,
  MASTER_KEY_FILE,
  KEYCHAIN_FILE,
  PROFILE_KEY_FILE,
  TRUST_STORE_FILE,
  'open-console.html',
];

const MOUNT = 'Mount the medium so that only you can read it.';

export const permissions: Check = {
  id: 'permissions',
  needs: 'folder',
  run({ dataDir, hasPermissions }) {
    if (!hasPermissions)
      return [ok('This system has no permission bits; the folder is protected by its user account.')];
    const folders = ['', DOCUMENTS, KEYS].filter((name) => isThere(join(dataDir, name)));
    const files = [
      ...PRIVATE_FILES.filter((name) => isThere(join(dataDir, name))),
      ...[DOCUMENTS, KEYS].flatMap((folder) => namesIn(join(dataDir, folder)).map((name) => join(folder, name))),
    ];
    const isOpen = (name: string) =>
      ((statSync(join(dataDir, name), { throwIfNoEntry: false })?.mode ?? 0) & 0o077) !== 0;
    const isForeign = (name: string) => {
      const owner = statSync(join(dataDir, name), { throwIfNoEntry: false })?.uid;
      return owner !== undefined && owner !== process.getuid?.();
    };
    const findings: Finding[] = [];
    // On a read-only medium nobody can change them.
    const isFixed = !isWritable(dataDir);
    const found = (what: string, action: string) => (isFixed ? warning(what, MOUNT) : problem(what, action));
    const openFolders = folders.filter(isOpen).map((name) => join(dataDir, name));
    const openFiles = files.filter(isOpen);
    const foreign = [...folders, ...files].filter(isForeign).map((name) => (name === '' ? dataDir : name));
    if (openFolders.length > 0) {
      findings.push(found(`Other users can access ${listed(openFolders)}.`, `chmod 700 ${openFolders.join(' ')}`));
    }
    if (openFiles.length > 0) {
      const action = `chmod 600 ${listed(openFiles.map((name) => join(dataDir, name)))}`;
      findings.push(found(`Other users have permissions on ${listed(openFiles)}.`, action));
    }
    if (foreign.length > 0) {
      findings.push(warning(`Another user owns ${listed(foreign)}.`, 'Check whether this is intended.'));
    }
    return findings.length > 0 ? findings : [ok('Only the owner can read the folder and its files.')];
  },
};

export const interruptedRestore: Check = {
  id: 'interrupted-restore',
  needs: 'folder',
  run({ dataDir }) {
    if (!isRestorePending(dataDir)) return [ok('No restore is in progress.')];
    return [
      problem(
        'A restore was interrupted after it took effect.',
        'Start the server on this folder to complete the restore.',
      ),
    ];
  },
};

export const temporaryFiles: Check = {
  id: 'temporary-files',
  needs: 'folder',
  run({ dataDir }) {
    const found = leftovers(dataDir);
    if (found.length === 0) return [ok('No temporary files were left behind.')];
    const action = 'These files are no longer needed and can be removed.';
    return [warning(`Processes that stopped left ${listed(found)} behind.`, action)];
  },
};

export const freeSpace: Check = {
  id: 'free-space',
  needs: 'folder',
  run({ dataDir, freeBytes }) {
    if (!isWritable(dataDir)) {
      return [warning('The data folder is read-only: doctor can examine the folder, but no server can use it.', null)];
    }
    const free = freeBytes(dataDir);
    const database = statSync(join(dataDir, DATABASE_FILE), { throwIfNoEntry: false })?.size ?? 0;
    const said = `${Math.floor(free / MIB)} MiB are free on the disk of the data folder`;
    if (free < NO_ROOM)
      return [problem('The disk of the data folder is full.', 'Free some space: the server cannot write.')];
    if (free < Math.max(LEAST_FREE, 2 * database)) {
      return [warning(`Only ${said}.`, 'Free some space: a backup temporarily needs a copy of the database.')];
    }
    return [ok(`${said}.`)];
  },
};
