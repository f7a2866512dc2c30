/** One moment of a data folder, while a server may be writing to it: a copy of the database. */
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Random } from '@touchstone/core/random.ts';
import { DATABASE_FILE } from '../store/sqlite/files.ts';
import { type Moment, type MomentSource, openMoments } from '../store/sqlite/moments.ts';
import { isWritable, openOrCopy } from '../store/sqlite/readable-copy.ts';
import { BackupError, requireGoingOn } from './backup-error.ts';
import { DOCUMENTS, isThere, sweep, temporaryName } from './folder.ts';

export interface Snapshot {
  /** The copy of the database. */
  readonly database: string;
  /** How many large documents it holds. */
  readonly documents: number;
  /** Documents that an earlier version kept in files and the folder has lost. */
  readonly missing: readonly string[];
  readonly schema: number;
  readonly vaultCheck: string | null;
}

export interface SnapshotNeeds {
  readonly dataDir: string;
  readonly random: Random;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Hands out a snapshot in a temporary folder (0700), inside the data folder where that can be written, and removes it
 * afterwards. The secrets in the copy are sealed under the master key. Throws BackupError: CANCELLED, or REFUSED where
 * documents still stand in files.
 */
export async function withSnapshot<T>(needs: SnapshotNeeds, action: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { dataDir, random, signal } = needs;
  // On a read-only medium the temporary folder stands elsewhere.
  const place = isWritable(dataDir) ? dataDir : tmpdir();
  sweep(place, 'backup');
  const folder = join(place, temporaryName('backup', random));
  const { opened: moments, remove } = openOrCopy(join(dataDir, DATABASE_FILE), openMoments);
  try {
    await mkdir(folder, { mode: 0o700 });
    const moment = takeWithoutFiles(moments, join(dataDir, DOCUMENTS));
    const database = join(folder, DATABASE_FILE);
    await moment.copyTo(database, () => requireGoingOn(signal));
    moments.close();
    const { documents, documentFiles, schema, vaultCheck } = moment;
    return await action({ database, documents, missing: documentFiles, schema, vaultCheck });
  } finally {
    moments.close();
    remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A moment of which no document stands in a file that is there. */
function takeWithoutFiles(moments: MomentSource, folder: string): Moment {
  const moment = moments.take();
  if (moment.documentFiles.length === 0) return moment;
  if (moment.documentFiles.some((file) => isThere(join(folder, file)))) {
    throw new BackupError(
      'REFUSED',
      'Documents of this data folder stand in files of an earlier version: start the server on it once, which takes them into the database.',
    );
  }
  // A start removes a file after its rows were committed: one that was gone by now and has no rows still is lost.
  return moments.take();
}
