/** Brings a backup back, into a new folder or in place of an existing one (S27; `docs/formats.md`). */
import { chmodSync, mkdirSync, readdirSync, rmdirSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { wipe } from '@touchstone/core/bytes.ts';
import type { PassphraseKdf } from '@touchstone/core/keys/passphrase.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, parseIsoTime } from '@touchstone/core/time.ts';
import { DATABASE_FILE } from '../store/sqlite/files.ts';
import { type FolderLock, lockFolder } from '../store/sqlite/folder-lock.ts';
import { StoreError } from '../store/store-error.ts';
import { BackupError, requireGoingOn } from './backup-error.ts';
import type { Progress } from './create.ts';
import { type Extracted, extractTo } from './extract.ts';
import { contentsOf, isDataFolder, isThere, LOCK_FILE, temporaryName } from './folder.ts';
import { HEADER_BYTES, requireHeader, streamKey } from './format.ts';
import { EXCHANGED, finishRestore, isRestorePending, NEW, writeJournal } from './journal.ts';
import { bringUpToDate, checkExtracted, requireReadableTrust } from './prepare.ts';
import { openStream } from './stream.ts';

export interface RestoreOptions {
  readonly file: string;
  readonly dataDir: string;
  readonly passphrase: string;
  /** Take the place of what the folder holds; else only a new or empty folder is taken. */
  readonly replace?: boolean;
  /** Give up the revocations of the folder that is replaced: for one that is too damaged to be read. */
  readonly forgetPresent?: boolean;
  /** Keep the master key in a plain key file although the saved folder had a passphrase. */
  readonly asKeyFile?: boolean;
  readonly kdf: PassphraseKdf;
  readonly random: Random;
  readonly clock: Clock;
  readonly onProgress?: (progress: Progress) => void;
  /** Told the name of each step when it is done. */
  readonly onStep?: (step: string) => void;
  /** Heeded until the restore takes effect. */
  readonly signal?: AbortSignal;
}

export interface RestoreReport {
  /** Absolute path. */
  readonly dataDir: string;
  /** ISO 8601. */
  readonly backupCreatedAt: string;
  /** How many of the documents are large. */
  readonly documents: number;
  /** Documents that the saved folder had lost already. */
  readonly missing: readonly string[];
  /** How the folder keeps its master key now; null where it has no database. */
  readonly masterKey: 'key-file' | 'passphrase' | null;
  /** Whether contents were replaced and their revocations kept. */
  readonly keptRevocations: boolean;
}

/**
 * Reads and checks the whole backup before anything changes: every chunk and hash, the database, the documents, and that
 * the master key opens what is sealed. Then the new contents take effect at one stroke; a kill at any moment leaves the
 * old or the new ones, the latter to be completed by `finishRestore`. Throws BackupError; what the file system throws goes
 * through. Unless the restore has taken effect, nothing is left behind then.
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoreReport> {
  const { random, signal, onStep = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  const { isNew } = lookAtTarget(dataDir, options.replace === true);
  const backup = await open(options.file, 'r');
  try {
    const header = new Uint8Array(HEADER_BYTES);
    const { bytesRead } = await backup.read(header, 0, HEADER_BYTES, 0);
    requireHeader(header.subarray(0, bytesRead));
    const { size: total } = await backup.stat();
    const key = await streamKey(options.passphrase, header, options.kdf);
    try {
      const stream = backup.createReadStream({ start: HEADER_BYTES, highWaterMark: 256 * 1024, autoClose: false });
      const plaintext = openStream(key, counted(stream, total, options));
      // Opens the first chunk, so that a wrong passphrase changes nothing at all.
      const first = await plaintext.next();
      if (first.done === true) throw new TypeError('internal: a stream has a first chunk');
      return await withFolder(dataDir, isNew, random, async () => {
        const stage = join(dataDir, temporaryName('restore', random));
        mkdirSync(join(stage, NEW), { recursive: true, mode: 0o700 });
        try {
          const extracted = await extractTo(join(stage, NEW), withFirst(first.value, plaintext));
          onStep('extracted');
          return await takeEffect(dataDir, stage, extracted, options);
        } catch (error) {
          // Once the journal stands, the folder is needed to complete the restore.
          if (!isRestorePending(dataDir)) rmSync(stage, { recursive: true, force: true });
          throw error;
        }
      });
    } finally {
      wipe(key);
    }
  } finally {
    await backup.close();
  }

  async function* counted(
    stream: AsyncIterable<Uint8Array>,
    total: number,
    { onProgress = () => undefined }: RestoreOptions,
  ): AsyncGenerator<Uint8Array> {
    let done = HEADER_BYTES;
    for await (const bytes of stream) {
      requireGoingOn(signal);
      done += bytes.length;
      onProgress({ done, total });
      yield bytes;
    }
  }
}

async function* withFirst(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

async function takeEffect(
  dataDir: string,
  stage: string,
  extracted: Extracted,
  options: RestoreOptions,
): Promise<RestoreReport> {
  const { random, signal, onStep = () => undefined } = options;
  const { manifest } = extracted;
  const fresh = join(stage, NEW);
  try {
    const forgets = options.forgetPresent === true;
    const isReplaced = isThere(join(dataDir, DATABASE_FILE));
    const replaced = isReplaced && !forgets;
    if (!forgets) requireReadableTrust(dataDir);
    await checkExtracted(fresh, extracted, random);
    onStep('checked');
    requireGoingOn(signal);
    const backupCreatedAt = parseIsoTime(manifest.created_at) ?? 0;
    const facts = { restoredAt: options.clock(), backupCreatedAt, forgotPresent: isReplaced && forgets };
    let documents = extracted.documents.size;
    if (manifest.schema > 0) {
      const presentFile = replaced ? join(dataDir, DATABASE_FILE) : null;
      documents += await bringUpToDate({ fresh, stage, presentFile, facts, masterKey: extracted.masterKey });
    }
    const masterKey = extracted.keepMasterKey(fresh, options.asKeyFile === true);
    onStep('prepared');
    requireGoingOn(signal);
    const folder = stage.slice(dataDir.length + 1);
    extracted.sync(fresh);
    const has = EXCHANGED.filter((name) => isThere(join(fresh, name)));
    writeJournal(dataDir, { folder, has, keepsTrust: !forgets });
    onStep('journal written');
    await finishRestore(dataDir, random, onStep);
    return {
      dataDir,
      backupCreatedAt: manifest.created_at,
      documents,
      missing: manifest.missing,
      masterKey,
      keptRevocations: replaced,
    };
  } finally {
    extracted.wipe();
  }
}

/** Whether the folder is to be made. Throws BackupError REFUSED where it must not be taken. */
function lookAtTarget(dataDir: string, replace: boolean): { readonly isNew: boolean } {
  if (!isThere(dataDir)) return { isNew: true };
  const names = contentsOf(dataDir);
  if (names.length === 0) return { isNew: false };
  if (!isDataFolder(names)) {
    throw new BackupError(
      'REFUSED',
      `${dataDir} holds other files and is no Touchstone data folder. Choose a new or empty folder.`,
    );
  }
  const isEmpty = names.every((name) => isOfLock(name) || name.startsWith('.restore-'));
  if (!isEmpty && !replace) {
    throw new BackupError('REFUSED', `${dataDir} holds data already. Nothing of it is replaced unless you say so.`);
  }
  return { isNew: false };
}

/** Takes the folder for this process, so that no server starts on it, and gives it back; a new one that failed goes away. */
async function withFolder<T>(dataDir: string, isNew: boolean, random: Random, action: () => Promise<T>): Promise<T> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  let lock: FolderLock;
  try {
    lock = lockFolder(join(dataDir, LOCK_FILE), join(dataDir, DATABASE_FILE));
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    throw new BackupError('REFUSED', 'A Touchstone server or another restore uses this data folder. Stop it first.');
  }
  let isDone = false;
  try {
    await finishRestore(dataDir, random);
    const result = await action();
    isDone = true;
    return result;
  } finally {
    lock.release();
    if (isNew && !isDone) removeUnused(dataDir);
  }
}

function removeUnused(dataDir: string): void {
  const names = readdirSync(dataDir);
  if (!names.every(isOfLock)) return;
  for (const name of names) rmSync(join(dataDir, name), { force: true });
  rmdirSync(dataDir);
}

/** The lock file, and the journal that the database leaves beside it after a kill. */
function isOfLock(name: string): boolean {
  return name === LOCK_FILE || name === `${LOCK_FILE}-journal`;
}
