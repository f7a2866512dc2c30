/**
 * Whether the data folder can be read and written (S38). What SQLite or the system said last is kept until a trial shows
 * that it holds no more, so that `/health` tells a person why writes fail, and recovers without a restart.
 */
import { statfs, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { rewriteSetting } from '../settings/store.ts';
import type { Db } from '../store/engine.ts';
import { isWritable } from '../store/sqlite/readable-copy.ts';
import { STORAGE_WORDS, type StorageCause, type StorageFault, storageFaultOf } from '../store/storage-fault.ts';

/** A fault of the folder itself; that another program holds the database passes by itself. */
export interface FolderFault extends StorageFault {
  readonly cause: Exclude<StorageCause, 'busy'>;
}

export interface StorageState {
  /** Keeps the fault of the store that an error stands for, and logs it where it is new. null for any other error. */
  note(error: unknown): FolderFault | null;
  /** The present fault; null where the folder can be read and written. */
  check(db: Db): Promise<FolderFault | null>;
}

/** What a trial writes beside the database: less room than this is none. */
const TRIAL_BYTES = 256 * 1024;
/** Trials write, anybody may ask for the state, and a small write may succeed between large ones that do not. */
const TRIAL_AFTER_MS = 2_000;
/** Causes that a folder without write permission does not explain. */
const SAY_ENOUGH: ReadonlySet<StorageCause> = new Set(['full', 'damaged', 'altered']);

export function createStorageState(dataDir: string, log: Logger): StorageState {
  let present: FolderFault | null = null;
  /** When a trial or a write of somebody failed last. */
  let failedAt = Number.NEGATIVE_INFINITY;

  function set(fault: FolderFault): FolderFault {
    // A database that was damaged once stays so until somebody has looked.
    if (present?.cause === 'damaged') return fault;
    if (present?.cause !== fault.cause) {
      log.error(fault, STORAGE_WORDS[fault.cause].sentence);
    }
    present = fault;
    return fault;
  }

  /** What the folder itself tells, whatever the last write did. */
  async function visible(): Promise<FolderFault | null> {
    if (!isWritable(dataDir)) return { cause: 'read-only', code: 'EROFS' };
    const { bavail, bsize, blocks } = await statfs(dataDir);
    return blocks > 0 && bavail * bsize < TRIAL_BYTES ? { cause: 'full', code: 'ENOSPC' } : null;
  }

  /** Writes as a request would. Throws what keeps it from that. */
  async function tryToWrite(db: Db): Promise<void> {
    const file = join(dataDir, `.trial.${process.pid}.new`);
    try {
      await writeFile(file, new Uint8Array(TRIAL_BYTES), { mode: 0o600 });
    } finally {
      await unlink(file).catch(() => undefined);
    }
    await rewriteSetting(db, 'vault_check');
  }

  return {
    note(error) {
      const fault = folderFaultOf(error);
      if (fault === null) return null;
      failedAt = performance.now();
      const isUnwritable = !SAY_ENOUGH.has(fault.cause) && !isWritable(dataDir);
      return set(isUnwritable ? { ...fault, cause: 'read-only' } : fault);
    },

    async check(db) {
      if (present?.cause === 'damaged') return present;
      const seen = await visible();
      if (seen !== null) return set(present?.cause === seen.cause ? present : seen);
      if (present === null || performance.now() - failedAt < TRIAL_AFTER_MS) return present;
      try {
        await tryToWrite(db);
        log.warn({ was: present.cause }, 'the data folder can be written again');
        present = null;
      } catch (error) {
        failedAt = performance.now();
        const fault = folderFaultOf(error);
        if (fault !== null) set(fault);
      }
      return present;
    },
  };
}

function folderFaultOf(error: unknown): FolderFault | null {
  const fault = storageFaultOf(error);
  if (fault === null) return null;
  const { cause } = fault;
  return cause === 'busy' ? null : { ...fault, cause };
}
