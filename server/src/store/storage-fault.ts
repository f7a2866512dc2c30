/** Why a database or a file of the data folder could not be read or written (S38), in the words of the database and in ours. */
import { causeInSqlite } from './sqlite/fault-codes.ts';
import type { StorageCause } from './storage-cause.ts';

export interface StorageFault {
  readonly cause: StorageCause;
  /** The database's code or the system's, such as `ENOSPC`; `SCHEMA_CHANGED` and `FILE_REPLACED` are ours. */
  readonly code: string;
  /** For the log. */
  readonly detail?: string;
}

/** What people read, and what they can do. */
export const STORAGE_WORDS: Readonly<Record<StorageCause, { readonly sentence: string; readonly action: string }>> = {
  full: { sentence: 'The disk is full.', action: 'Make room on the disk, then try again.' },
  limited: {
    sentence: 'The disk does not take what is written: a quota or a limit on the size of files is reached.',
    action: 'Look at the quota and the limits of this user, and at the disk.',
  },
  'read-only': {
    sentence: 'The data folder cannot be written: it is read-only, or this user may not write to it.',
    action: 'Make the folder writable, or use a copy of it.',
  },
  failing: {
    sentence: 'The disk reports errors.',
    action: 'Look at the disk, make a backup, and run touchstone doctor.',
  },
  damaged: {
    sentence: 'The database is damaged.',
    action: 'Run touchstone doctor, and restore a backup with touchstone restore.',
  },
  altered: {
    sentence:
      'Another program changed the schema of the database, or put another file in its place, while the server runs: nothing is written.',
    action: 'Stop the server, run touchstone doctor, and restore a backup with touchstone restore.',
  },
  busy: {
    sentence: 'Another program holds the database.',
    action: 'Close it, then try again.',
  },
};

const OF_SYSTEM: Readonly<Record<string, StorageCause>> = {
  ENOSPC: 'full',
  EDQUOT: 'limited',
  EFBIG: 'limited',
  EROFS: 'read-only',
  EIO: 'failing',
};

/** A fault that we found, or one on its way out of a worker, where an error loses its class and its code. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
  readonly fault: StorageFault;
  constructor(fault: StorageFault) {
    super(`${STORAGE_WORDS[fault.cause].sentence} (${fault.code})`);
    this.fault = fault;
  }
}

/** The fault of the store that an error tells of; null for every other error. */
export function storageFaultOf(error: unknown): StorageFault | null {
  if (error instanceof StorageError) return error.fault;
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  const { code } = error;
  const cause = causeInSqlite(error.name, code) ?? (Object.hasOwn(OF_SYSTEM, code) ? OF_SYSTEM[code] : undefined);
  return cause === undefined ? null : { cause, code };
}

/** One line for people, with the code for whoever asks for help. */
export function storageSentence({ cause, code }: StorageFault): string {
  const { sentence, action } = STORAGE_WORDS[cause];
  return `${sentence} ${action} (${code})`;
}
