/** Saves a data folder, also one that a server is using, into one encrypted file (S27; `docs/formats.md`). */
import { createReadStream, readFileSync } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { utf8, wipe } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { ARGON2ID, type PassphraseKdf } from '@touchstone/core/keys/passphrase.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import type { Random } from '@touchstone/core/random.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { DATABASE_FILE } from '../store/sqlite/files.ts';
import { MIGRATIONS } from '../store/sqlite/migrations/migrations.ts';
import { readTrustStoreFile } from '../trust/store-file.ts';
import { type Entry, entryOf, writeArchive } from './archive.ts';
import { BackupError, requireGoingOn } from './backup-error.ts';
import { opensCheck } from './envelopes.ts';
import { isThere, KEYS, namesIn, syncFolder, TRUST_STORE_FILE } from './folder.ts';
import { keptAs, MASTER_KEY_FILE } from './folder-key.ts';
import { FORMAT, headerOf, type Manifest, rankOf, streamKey } from './format.ts';
import { requireNoPendingRestore } from './journal.ts';
import { type Snapshot, withSnapshot } from './snapshot.ts';
import { sealStream } from './stream.ts';

export interface Progress {
  /** Bytes done of the bytes to be saved or restored. */
  readonly done: number;
  readonly total: number;
}

export interface BackupOptions {
  readonly dataDir: string;
  /** 32 bytes, which stay the caller's; null only where the folder has no database. */
  readonly masterKey: Uint8Array | null;
  readonly passphrase: string;
  /** The file to be written. */
  readonly out: string;
  /** Replace `out` where it exists; else that is refused. */
  readonly overwrite?: boolean;
  readonly kdf: PassphraseKdf;
  readonly random: Random;
  readonly clock: Clock;
  readonly onProgress?: (progress: Progress) => void;
  readonly signal?: AbortSignal;
}

export interface BackupReport {
  /** Absolute path. */
  readonly file: string;
  readonly bytes: number;
  readonly createdAt: number;
  /** How many of the documents are large. */
  readonly documents: number;
  /** Documents that the folder had lost before they were in the database; the backup goes without them. */
  readonly missing: readonly string[];
  /** Files of `keys` that are no key files and were not saved. */
  readonly leftOut: readonly string[];
}

/**
 * Saves the folder as it stands at one moment. The file is there as a whole or not at all, readable by its owner only
 * (0600). Needs a master key that fits, and little memory whatever the size. Throws BackupError; what the file system
 * throws goes through. Nothing is left behind then.
 */
export async function backupDataFolder(options: BackupOptions): Promise<BackupReport> {
  const { dataDir, random } = options;
  const out = resolve(options.out);
  requireNoPendingRestore(dataDir);
  await requireFree(out, options.overwrite === true);
  const signal = options.signal;
  requireGoingOn(signal);
  if (!isThere(join(dataDir, DATABASE_FILE))) return writeBackup(options, out, null);
  return withSnapshot({ dataDir, random, signal }, (snapshot) => writeBackup(options, out, snapshot));
}

async function writeBackup(options: BackupOptions, out: string, snapshot: Snapshot | null): Promise<BackupReport> {
  const { dataDir, random, clock, signal, onProgress = () => undefined } = options;
  if (snapshot !== null) requireOwnKey(options.masterKey, snapshot, random);
  const createdAt = clock();
  const { entries, leftOut } = await entriesOf(dataDir, options.masterKey, snapshot);
  const manifest: Manifest = {
    format: FORMAT,
    created_at: formatIsoTime(createdAt),
    program: `${PRODUCT.name} ${PRODUCT.version}`,
    schema: snapshot?.schema ?? 0,
    master_key: snapshot === null ? null : keptAs(dataDir),
    entries: entries.length,
    missing: snapshot?.missing ?? [],
  };
  const all = [entryOf('manifest.json', canonicalBytes({ ...manifest })), ...entries];
  const total = all.reduce((sum, { size }) => sum + size, 0);
  let done = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const bytes of writeArchive(all)) {
      requireGoingOn(signal);
      done += bytes.length;
      onProgress({ done: Math.min(done, total), total });
      yield bytes;
    }
  }

  const header = headerOf(random(ARGON2ID.saltLength));
  const key = await streamKey(options.passphrase, header, options.kdf);
  try {
    const bytes = await writeFileOnce(out, options.overwrite === true, async (file) => {
      let written = await append(file, header);
      for await (const chunk of sealStream(key, counted())) written += await append(file, chunk);
      requireGoingOn(signal);
      return written;
    });
    return { file: out, bytes, createdAt, documents: snapshot?.documents ?? 0, missing: manifest.missing, leftOut };
  } finally {
    wipe(key);
  }
}

/** A backup whose master key opens nothing would be found out only when it is needed. */
function requireOwnKey(masterKey: Uint8Array | null, { vaultCheck, schema }: Snapshot, random: Random): void {
  if (schema > (MIGRATIONS.at(-1)?.version ?? 0)) {
    throw new BackupError('REFUSED', 'The data folder was written by a newer version of this program. Please update.');
  }
  if (vaultCheck === null) {
    throw new BackupError('REFUSED', 'This data folder is not complete yet: start the server on it once.');
  }
  if (masterKey === null || !opensCheck(masterKey, vaultCheck, random)) {
    throw new BackupError('REFUSED', 'The master key is not the one that this data folder was made with.');
  }
}

async function entriesOf(
  dataDir: string,
  masterKey: Uint8Array | null,
  snapshot: Snapshot | null,
): Promise<{ readonly entries: readonly Entry[]; readonly leftOut: readonly string[] }> {
  const entries: Entry[] = [];
  if (snapshot !== null && masterKey !== null) {
    entries.push(entryOf('master-key', masterKey));
    if (keptAs(dataDir) === 'passphrase') {
      entries.push(entryOf(MASTER_KEY_FILE, readFileSync(join(dataDir, MASTER_KEY_FILE))));
    }
    entries.push(await entryOfFile(DATABASE_FILE, snapshot.database));
  }
  const trust = readTrustStoreFile(join(dataDir, TRUST_STORE_FILE));
  entries.push(entryOf(TRUST_STORE_FILE, utf8(trustStoreText(trust))));
  const leftOut: string[] = [];
  for (const name of namesIn(join(dataDir, KEYS))) {
    const path = join(dataDir, KEYS, name);
    if (rankOf(`${KEYS}/${name}`) < 0 || !(await lstat(path)).isFile()) leftOut.push(`${KEYS}/${name}`);
    else entries.push(await entryOfFile(`${KEYS}/${name}`, path));
  }
  return { entries, leftOut };
}

async function entryOfFile(name: string, path: string): Promise<Entry> {
  const { size } = await stat(path);
  return { name, size, contents: () => createReadStream(path, { highWaterMark: 256 * 1024 }) };
}

async function append(file: FileHandle, bytes: Uint8Array): Promise<number> {
  await file.writeFile(bytes);
  return bytes.length;
}

async function requireFree(out: string, overwrite: boolean): Promise<void> {
  if (!isThere(out)) return;
  if (!overwrite) throw new BackupError('REFUSED', `${out} exists already.`);
  if (!(await lstat(out)).isFile()) throw new BackupError('REFUSED', `${out} is no file.`);
}

/** Under a temporary name until it is whole and on the disk. */
async function writeFileOnce<T>(out: string, overwrite: boolean, write: (file: FileHandle) => Promise<T>): Promise<T> {
  const temporary = `${out}.${process.pid}.new`;
  const file = await open(temporary, 'wx', 0o600);
  try {
    let result: T;
    try {
      result = await write(file);
      await file.sync();
    } finally {
      await file.close();
    }
    if (overwrite) await rename(temporary, out);
    else await moveToFree(temporary, out);
    syncFolder(dirname(out));
    return result;
  } finally {
    await rm(temporary, { force: true });
  }
}

/** A link, unlike a rename, is refused where another file has taken the name meanwhile. */
async function moveToFree(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
    return;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new BackupError('REFUSED', `${to} exists already.`);
    }
  }
  // Some file systems have no links.
  await requireFree(to, false);
  await rename(from, to);
}
