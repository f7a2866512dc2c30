/** `trust-store.json` in the data folder: the one trust store of server, command line and console (decisions, section 4). */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { EMPTY_TRUST_STORE, readTrustStore, type TrustChange, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { acquireLock } from './file-lock.ts';
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

/**
 * Applies a change to what the file holds now and replaces the file, under a lock that server and command line share, so
 * that no pin or revocation is lost when both write. `change` is a pure function: it may be called again. Answers what
 * `change` answered; a refused or idle change writes nothing. Throws TrustStoreError, and LockError where another process
 * holds the lock for 20 seconds.
 */
export async function changeTrustStoreFile(
  path: string,
  change: (store: TrustStore) => TrustChange,
): Promise<TrustChange> {
  for (;;) {
    const lock = await acquireLock(`${path}.lock`, systemRandom);
    try {
      const result = change(readTrustStoreFile(path));
      if (!result.ok || result.note === 'unchanged') return result;
      if (lock.isHeld()) {
        writeTrustStoreFile(path, result.store);
        return result;
      }
    } finally {
      lock.release();
    }
  }
}

/**
 * Replaces the file as a whole: atomic, on the disk when this returns, readable by its owner only. What others wrote since
 * it was read is lost: changes go through `changeTrustStoreFile`.
 */
export function writeTrustStoreFile(path: string, store: TrustStore): void {
  writePrivateFile(path, `${JSON.stringify(store, null, 2)}\n`);
}

export interface TrustStoreAccess {
  read(): TrustStore;
  /** As `changeTrustStoreFile`. */
  change(change: (store: TrustStore) => TrustChange): Promise<TrustChange>;
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
    change: (change) => changeTrustStoreFile(path, change),
  };
}

/** Every write makes a new file, so inode, size and time in nanoseconds tell two of them apart. */
function stampOf(path: string): string {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false });
  return file === undefined ? 'none' : `${file.ino} ${file.size} ${file.mtimeNs}`;
}
