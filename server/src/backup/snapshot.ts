/**
 * One moment of a data folder, while a server may be writing to it: a copy of the database, and the documents that this
 * copy names. Documents never change; a newer one gets a new file, and the old file is removed after the row names the
 * new one. So links to the files are made before the moment is settled, and a file that has gone in between means that a
 * later moment must be taken.
 */
import { constants, copyFileSync, linkSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Random } from '@touchstone/core/random.ts';
import { type Moment, type MomentSource, type NamedDocument, openMoments } from '../store/sqlite/moments.ts';
import { isWritable, openOrCopy } from '../store/sqlite/readable-copy.ts';
import { BackupError, requireGoingOn } from './backup-error.ts';
import { DATABASE_FILE, DOCUMENTS, sweep, temporaryName } from './folder.ts';

export interface Snapshot {
  /** The copy of the database. */
  readonly database: string;
  readonly documents: readonly (NamedDocument & { readonly path: string })[];
  /** Documents that rows name and the folder has lost. */
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
 * Hands out a snapshot in a temporary folder (0700), inside the data folder where that can be written, and removes it afterwards. The secrets in the
 * copy are sealed under the master key. Throws BackupError CANCELLED.
 */
export async function withSnapshot<T>(needs: SnapshotNeeds, action: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const { dataDir, random, signal } = needs;
  // On a read-only medium the temporary folder stands elsewhere, and documents are copied instead of linked.
  const place = isWritable(dataDir) ? dataDir : tmpdir();
  sweep(place, 'backup');
  const folder = join(place, temporaryName('backup', random));
  const { opened: moments, remove } = openOrCopy(join(dataDir, DATABASE_FILE), openMoments);
  try {
    await mkdir(folder, { mode: 0o700 });
    const links = join(folder, DOCUMENTS);
    await mkdir(links, { mode: 0o700 });
    const { moment, missing } = await settle(moments, join(dataDir, DOCUMENTS), links, signal);
    const database = join(folder, DATABASE_FILE);
    await moment.copyTo(database, () => requireGoingOn(signal));
    moments.close();
    const lost = new Set(missing);
    const kept = moment.documents.filter(({ file }) => !lost.has(file));
    const documents = kept.map((document) => ({ ...document, path: join(links, document.file) }));
    const { schema, vaultCheck } = moment;
    return await action({ database, documents, missing, schema, vaultCheck });
  } finally {
    moments.close();
    remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Each try misses only what was replaced within its few milliseconds. */
const MOST_TRIES = 100;
const LINKS_A_TURN = 50;

/** A moment all of whose documents are linked, but for those that were gone before it. */
async function settle(
  moments: MomentSource,
  from: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly moment: Moment; readonly missing: readonly string[] }> {
  const linked = new Set<string>();
  let goneBefore: ReadonlySet<string> = new Set();
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    requireGoingOn(signal);
    const moment = moments.take();
    const gone: string[] = [];
    for (const { file } of moment.documents) {
      if (linked.has(file)) continue;
      if (linkOrCopy(join(from, file), join(to, file))) linked.add(file);
      else gone.push(file);
      // The first try may have thousands of files and lets others work; later ones have few and give no time to them.
      if (tries === 0 && linked.size % LINKS_A_TURN === 0) await setImmediate();
    }
    // A file is there before a row names it: one that was gone and is named still was not replaced but lost.
    if (gone.every((file) => goneBefore.has(file))) return { moment, missing: gone };
    goneBefore = new Set(gone);
  }
  throw new BackupError('REFUSED', 'Documents are being replaced faster than they can be saved. Please try again.');
}

/** False where there is no such file. */
function linkOrCopy(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
  }
  // Some file systems have no links.
  try {
    copyFileSync(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
