/** `trust-store.json` in the data folder: the one trust store of server, command line and console (decisions, section 4). */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { EMPTY_TRUST_STORE, readTrustStore, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { writePrivateFile } from './private-file.ts';

export class TrustStoreError extends Error {
  override readonly name = 'TrustStoreError';
}

/** Reads the file; a missing one is the empty store. Throws TrustStoreError where it cannot be understood. */
export function readTrustStoreFile(path: string): TrustStore {
  if (!existsSync(path)) return EMPTY_TRUST_STORE;
  const parsed = parseStrictJson(readFileSync(path));
  if (!parsed.ok) throw new TrustStoreError(`${path}, line ${parsed.line}: ${parsed.message}`);
  const result = readTrustStore(parsed.value);
  if (!result.ok) throw new TrustStoreError(`${path}, ${result.field}: ${result.message}`);
  return result.store;
}

/** Replaces the file as a whole: atomic, on the disk when this returns, readable by its owner only. */
export function writeTrustStoreFile(path: string, store: TrustStore): void {
  writePrivateFile(path, `${JSON.stringify(store, null, 2)}\n`);
}

export interface TrustStoreAccess {
  read(): TrustStore;
  write(store: TrustStore): void;
}

/** A file that is read again only when it has changed: the command line writes it too, and reading checks every fingerprint. */
export function openTrustStoreFile(path: string): TrustStoreAccess {
  let known: { readonly stamp: string; readonly store: TrustStore } | null = null;
  return {
    read() {
      const stamp = stampOf(path);
      if (known?.stamp !== stamp) known = { stamp, store: readTrustStoreFile(path) };
      return known.store;
    },
    write(store) {
      writeTrustStoreFile(path, store);
      known = null;
    },
  };
}

/** Every write makes a new file, so inode, size and time in nanoseconds tell two of them apart. */
function stampOf(path: string): string {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file === undefined ? 'none' : `${file.ino} ${file.size} ${file.mtimeNs}`;
}
