/** Writes the entries of a backup into a folder of their own. Names and order have been checked by `readArchive`. */
import { mkdirSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { concat, toBase64, utf8, wipe } from '@touchstone/core/bytes.ts';
import { writePrivateFile } from '../frame/private-file.ts';
import { DATABASE_FILE } from '../store/sqlite/files.ts';
import { type OpenEntry, readArchive } from './archive.ts';
import { BackupError } from './backup-error.ts';
import { DOCUMENTS, KEYS, syncFolder, TRUST_STORE_FILE } from './folder.ts';
import { MASTER_KEY_FILE } from './folder-key.ts';
import { type Manifest, readManifest } from './format.ts';

export interface Extracted {
  readonly manifest: Manifest;
  /** 32 bytes; null where the saved folder had no database. */
  readonly masterKey: Uint8Array | null;
  /** Bytes of each document that an earlier version saved as a file, by its name. */
  readonly documents: ReadonlyMap<string, number>;
  /** Writes `master-key.json`: as a plain key file, or the box of a folder that has a passphrase. Answers which. */
  keepMasterKey(folder: string, asKeyFile: boolean): 'key-file' | 'passphrase' | null;
  /** Brings the names in the folder to the disk; the contents are there already. */
  sync(folder: string): void;
  /** Wipes the master key. */
  wipe(): void;
}

/**
 * Reads an archive to its end into an empty folder, every file 0600 and on the disk. Throws BackupError DAMAGED where the
 * archive is not whole or lacks or has an entry that does not belong together.
 */
export async function extractTo(folder: string, plaintext: AsyncIterable<Uint8Array>): Promise<Extracted> {
  for (const name of [DOCUMENTS, KEYS]) mkdirSync(join(folder, name), { mode: 0o700 });
  let manifest: Manifest | null = null;
  let masterKey: Uint8Array | null = null;
  let box: Uint8Array | null = null;
  const documents = new Map<string, number>();
  const names = new Set<string>();
  try {
    for await (const entry of readArchive(plaintext)) {
      const { name, size } = entry;
      if (name === 'manifest.json') {
        manifest = readManifest(await inMemory(entry));
        continue;
      }
      if (manifest === null) throw new BackupError('DAMAGED', 'The backup does not begin with its table of contents.');
      names.add(name);
      if (name === 'master-key') masterKey = await inMemory(entry);
      else if (name === MASTER_KEY_FILE) box = await inMemory(entry);
      else await toDisk(entry, join(folder, name));
      if (name.startsWith(`${DOCUMENTS}/`)) documents.set(name.slice(DOCUMENTS.length + 1), size);
    }
    if (manifest === null) throw new BackupError('DAMAGED', 'The backup is empty.');
    requireTogether(manifest, names);
  } catch (error) {
    wipe(masterKey ?? undefined);
    throw error;
  }
  return {
    manifest,
    masterKey,
    documents,

    keepMasterKey(target, asKeyFile) {
      if (masterKey === null) return null;
      const path = join(target, MASTER_KEY_FILE);
      if (box !== null && !asKeyFile) {
        writePrivateFile(path, box);
        return 'passphrase';
      }
      writePrivateFile(path, utf8(`${JSON.stringify({ version: 1, kind: 'key-file', key: toBase64(masterKey) })}\n`));
      return 'key-file';
    },

    sync(target) {
      for (const name of [DOCUMENTS, KEYS, '']) syncFolder(join(target, name));
    },

    wipe: () => wipe(masterKey ?? undefined),
  };
}

/** Database, master key and the box of a passphrase come together or not at all; a trust store is always there. */
function requireTogether({ entries, master_key: keptAs, schema }: Manifest, names: ReadonlySet<string>): void {
  const isWhole =
    names.size === entries &&
    names.has(TRUST_STORE_FILE) &&
    names.has(DATABASE_FILE) === schema > 0 &&
    names.has('master-key') === schema > 0 &&
    (keptAs !== null) === schema > 0 &&
    names.has(MASTER_KEY_FILE) === (keptAs === 'passphrase');
  if (!isWhole) throw new BackupError('DAMAGED', 'The backup does not hold what its table of contents states.');
}

async function inMemory(entry: OpenEntry): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for await (const bytes of entry.contents()) parts.push(bytes);
  try {
    return concat(...parts);
  } finally {
    wipe(...parts);
  }
}

async function toDisk(entry: OpenEntry, path: string): Promise<void> {
  const file: FileHandle = await open(path, 'wx', 0o600);
  try {
    for await (const bytes of entry.contents()) await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
