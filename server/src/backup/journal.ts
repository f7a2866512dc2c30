/**
 * The step by which a restore takes effect. Everything new stands complete and checked in a temporary folder inside the
 * data folder; then `restore-journal.json` is written, which is the one atomic moment: before it the old contents are in
 * force, after it the new ones. What follows are renames that can be done again from any point, by whoever opens the
 * folder next.
 */
import { mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { equalBytes, toHex } from '@touchstone/core/bytes.ts';
import { isJsonObject } from '@touchstone/core/canonical-json.ts';
import type { Random } from '@touchstone/core/random.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { acquireLock } from '../frame/file-lock.ts';
import { writePrivateFile } from '../frame/private-file.ts';
import { ROLLBACK_MARK_FILE } from '../rollback-mark/mark.ts';
import { DATABASE_FILE, journalsOf } from '../store/sqlite/files.ts';
import { readTrustStoreFile, writeTrustStoreFile } from '../trust/store-file.ts';
import { BackupError } from './backup-error.ts';
import {
  DOCUMENTS,
  isThere,
  KEYCHAIN_FILE,
  KEYS,
  namesIn,
  PROFILE_KEY_FILE,
  syncFolder,
  TRUST_STORE_FILE,
} from './folder.ts';
import { MASTER_KEY_FILE } from './folder-key.ts';
import { restoredTrust } from './restored-trust.ts';

const JOURNAL_FILE = 'restore-journal.json';
const STAGE_NAME = /^\.restore-\d+-[0-9a-f]{16}$/;

/** Below the temporary folder: what is to come, and what it replaces. */
export const NEW = 'new';
const OLD = 'old';

/** What belongs to the old database or start and has no successor. */
const DROPPED = [KEYCHAIN_FILE, PROFILE_KEY_FILE, 'open-console.html', ...journalsOf(DATABASE_FILE)];
/** What is exchanged, the database last. */
export const EXCHANGED = [KEYS, DOCUMENTS, MASTER_KEY_FILE, ROLLBACK_MARK_FILE, DATABASE_FILE] as const;
export type Exchanged = (typeof EXCHANGED)[number];

export interface Journal {
  /** Name of the temporary folder. */
  readonly folder: string;
  /** Those of `EXCHANGED` that the backup has; the others are removed. */
  readonly has: readonly Exchanged[];
  /** Whether the present trust store's revocations are kept. */
  readonly keepsTrust: boolean;
}

/** The moment from which the new contents are in force. */
export function writeJournal(dataDir: string, journal: Journal): void {
  writePrivateFile(join(dataDir, JOURNAL_FILE), `${JSON.stringify({ version: 1, ...journal })}\n`);
}

export function isRestorePending(dataDir: string): boolean {
  return isThere(join(dataDir, JOURNAL_FILE));
}

/** Throws BackupError REFUSED where a restore was interrupted after it took effect. */
export function requireNoPendingRestore(dataDir: string): void {
  if (!isRestorePending(dataDir)) return;
  throw new BackupError(
    'REFUSED',
    'A restore of this folder was interrupted. It is completed by the next start of the server on it.',
  );
}

/**
 * Completes a restore that was interrupted after it took effect, and removes what one left that was interrupted before.
 * The caller holds the folder's lock, and nobody has the database open. True where a restore was completed. Throws
 * BackupError DAMAGED where the journal cannot be understood. `onStep` is told each step that is done.
 */
export async function finishRestore(
  dataDir: string,
  random: Random,
  onStep: (step: string) => void = () => undefined,
): Promise<boolean> {
  const journal = readJournal(dataDir);
  if (journal !== null) {
    await exchange(dataDir, journal, random, onStep);
    rmSync(join(dataDir, JOURNAL_FILE));
    syncFolder(dataDir);
    onStep('journal removed');
  }
  for (const name of namesIn(dataDir)) {
    if (STAGE_NAME.test(name)) rmSync(join(dataDir, name), { recursive: true, force: true });
  }
  return journal !== null;
}

function readJournal(dataDir: string): Journal | null {
  const path = join(dataDir, JOURNAL_FILE);
  if (!isThere(path)) return null;
  const parsed = parseStrictJson(readFileSync(path));
  const value = parsed.ok && isJsonObject(parsed.value) ? parsed.value : {};
  const { version, folder, has, keepsTrust } = value;
  const names = Array.isArray(has) ? EXCHANGED.filter((name) => has.includes(name)) : [];
  const isUnderstood =
    version === 1 && typeof folder === 'string' && STAGE_NAME.test(folder) && typeof keepsTrust === 'boolean';
  if (!isUnderstood || !Array.isArray(has) || has.length !== names.length) {
    throw new BackupError('DAMAGED', `${path} cannot be understood. Move it away and restore the backup once more.`);
  }
  return { folder, has: names, keepsTrust };
}

async function exchange(
  dataDir: string,
  journal: Journal,
  random: Random,
  onStep: (step: string) => void,
): Promise<void> {
  const stage = join(dataDir, journal.folder);
  const [fresh, old] = [join(stage, NEW), join(stage, OLD)];
  mkdirSync(old, { recursive: true, mode: 0o700 });
  await installTrust(dataDir, fresh, journal.keepsTrust, random);
  onStep('trust store');
  for (const name of DROPPED) {
    if (isThere(join(dataDir, name))) renameSync(join(dataDir, name), join(old, name));
    onStep(`${name} away`);
  }
  for (const name of EXCHANGED) {
    const [here, next, before] = [join(dataDir, name), join(fresh, name), join(old, name)];
    // What is in `has` and not in the new folder any more was put in place before an interruption.
    if ((isThere(next) || !journal.has.includes(name)) && isThere(here)) {
      if (isThere(before)) {
        throw new BackupError('DAMAGED', `${here} was made while a restore was interrupted. Move it away.`);
      }
      renameSync(here, before);
      onStep(`${name} away`);
    }
    if (isThere(next)) renameSync(next, here);
    onStep(`${name} in place`);
  }
  bringBack(join(old, KEYS), join(dataDir, KEYS), () => true, random);
  bringBack(join(old, DOCUMENTS), join(dataDir, DOCUMENTS), (name) => !/^[0-9a-f]{32}\.json/.test(name), random);
  for (const folder of [fresh, old, join(dataDir, KEYS), join(dataDir, DOCUMENTS), dataDir]) syncFolder(folder);
  onStep('all in place');
}

/** Replaced at one stroke, so that whoever verifies meanwhile never sees a folder without revocations. */
async function installTrust(dataDir: string, fresh: string, keepsTrust: boolean, random: Random): Promise<void> {
  const [here, next] = [join(dataDir, TRUST_STORE_FILE), join(fresh, TRUST_STORE_FILE)];
  if (!isThere(next)) return;
  const lock = await acquireLock(`${here}.lock`, random);
  try {
    // Read only now: a revocation that came while the backup was being read counts too.
    if (keepsTrust)
      writeTrustStoreFile(next, restoredTrust(readTrustStoreFile(next), readTrustStoreFile(here), Date.now()));
    renameSync(next, here);
  } finally {
    lock.release();
  }
}

/**
 * Brings back files that the backup does not know: a key file that was made since is encrypted and cannot be made again.
 * One that has the name of another in the backup gets a name of its own.
 */
function bringBack(from: string, to: string, isWanted: (name: string) => boolean, random: Random): void {
  for (const name of namesIn(from).filter(isWanted)) {
    const [left, right] = [join(from, name), join(to, name)];
    if (!isThere(right)) renameSync(left, right);
    else if (!hasSameContents(left, right)) renameSync(left, join(to, `kept-${toHex(random(4))}-${name}`));
  }
}

function hasSameContents(a: string, b: string): boolean {
  try {
    return equalBytes(readFileSync(a), readFileSync(b));
  } catch {
    return false; // A folder of a foreign name.
  }
}
