/** `trust-store.json` in the data folder: the one trust store of server, command line and console (decisions, section 4). */
import { lstatSync, readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import type { TrustChange } from '@touchstone/core/keys/trust-changes.ts';
import { parseTrustStore, trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { acquireLock } from '../frame/file-lock.ts';
import { writePrivateFile } from '../frame/private-file.ts';

export class TrustStoreError extends Error {
  override readonly name = 'TrustStoreError';
}

/**
 * Reads the file; only one that is really absent is the empty store, since an empty store knows no revocations. Throws
 * TrustStoreError where it cannot be read or understood.
 */
export function readTrustStoreFile(path: string): TrustStore {
  let bytes: Uint8Array;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (isAbsent(path)) return EMPTY_TRUST_STORE;
    throw new TrustStoreError(`${path} cannot be read: ${error instanceof Error ? error.message : 'unknown reason'}`);
  }
  const result = parseTrustStore(bytes);
  if (!result.ok) throw new TrustStoreError(`${path}, ${result.field}: ${result.message}`);
  return result.store;
}

/** Whether nothing stands at a path: neither a file nor a link to nowhere, there or in place of a folder above it. */
function isAbsent(path: string): boolean {
  try {
    lstatSync(path);
    return false;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) return false;
  }
  const parent = dirname(path);
  try {
    return statSync(parent).isDirectory();
  } catch {
    return parent !== path && isAbsent(parent);
  }
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
  writePrivateFile(path, trustStoreText(store));
}

export interface TrustStoreAccess {
  read(): TrustStore;
  /** As `changeTrustStoreFile`. */
  change(change: (store: TrustStore) => TrustChange): Promise<TrustChange>;
}

/**
 * A file that is read again only when it has changed: the command line writes it too, and reading checks every fingerprint.
 * Where a file that has been read cannot be understood any more, its last good contents stay in force and `onBroken` is
 * told why, once. A file that never was good throws TrustStoreError: it may hold revocations that nobody has seen.
 */
export function openTrustStoreFile(
  path: string,
  onBroken: (reason: string) => void = () => undefined,
): TrustStoreAccess {
  let known: { readonly stamp: string; readonly store: TrustStore } | null = null;
  let told = '';
  return {
    read() {
      const stamp = stampOf(path);
      // Without a stamp the file is absent or cannot be read, and only reading tells which.
      if (known !== null && known.stamp === stamp) return known.store;
      try {
        const store = readTrustStoreFile(path);
        known = stamp === null ? null : { stamp, store };
        told = '';
        return store;
      } catch (error) {
        if (known === null || !(error instanceof TrustStoreError)) throw error;
        if (error.message !== told) onBroken(error.message);
        told = error.message;
        if (stamp !== null) known = { stamp, store: known.store };
        return known.store;
      }
    },
    change: (change) => changeTrustStoreFile(path, change),
  };
}

/** Every write makes a new file, so inode, size and time in nanoseconds tell two of them apart. Null where there is none to be seen. */
function stampOf(path: string): string | null {
  try {
    const file = statSync(path, { bigint: true });
    return `${file.ino} ${file.size} ${file.mtimeNs}`;
  } catch {
    return null;
  }
}
