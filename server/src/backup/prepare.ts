/** Holds extracted contents against each other, and makes them what is to take effect. */
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Random, systemRandom } from '@touchstone/core/random.ts';
import { documentFiles, piecesInAll } from '../artifacts/store.ts';
import { writeMark } from '../rollback-mark/mark.ts';
import { beginSeries } from '../rollback-mark/rollback.ts';
import { readSetting } from '../settings/store.ts';
import { type Db, write } from '../store/engine.ts';
import { attachSealer } from '../store/sealed-rows.ts';
import { DATABASE_FILE, holdsCommits, journalsOf } from '../store/sqlite/files.ts';
import { type Inspection, inspectDatabase } from '../store/sqlite/inspect.ts';
import { openMoments } from '../store/sqlite/moments.ts';
import { openDatabase } from '../store/sqlite/open.ts';
import { readTrustStoreFile, TrustStoreError } from '../trust/store-file.ts';
import { createVault } from '../vault/envelope.ts';
import { afterRestore, type RestoreFacts } from './after-restore.ts';
import { BackupError } from './backup-error.ts';
import { opensCheck, tryEnvelopes } from './envelopes.ts';
import type { Extracted } from './extract.ts';
import { isThere, TRUST_STORE_FILE } from './folder.ts';
import { requireBelievable } from './present-folder.ts';
import { keepRevocations } from './store.ts';
import { toldRevocations } from './told-revocations.ts';

/**
 * Checks the database (pages, constraints, references, schema), that the master key opens everything that is sealed,
 * that rows and documents in files of an earlier version agree, and the trust store. Throws BackupError DAMAGED where something does not hold.
 */
export async function checkExtracted(folder: string, extracted: Extracted, random: Random): Promise<void> {
  checkTrust(folder);
  const { masterKey } = extracted;
  if (masterKey === null) {
    if (extracted.documents.size > 0) throw new BackupError('DAMAGED', 'The backup holds documents and no database.');
    return;
  }
  const inspection = inspectBackup(join(folder, DATABASE_FILE));
  try {
    checkDatabase(inspection);
    if (inspection.lastStep() !== extracted.manifest.schema) {
      throw new BackupError(
        'DAMAGED',
        'The table of contents of the backup states another schema than its database has.',
      );
    }
    await checkSealed(inspection.db, masterKey, random);
    await checkDocuments(inspection.db, extracted);
  } finally {
    await inspection.close();
  }
}

function checkTrust(folder: string): void {
  try {
    readTrustStoreFile(join(folder, TRUST_STORE_FILE));
  } catch (error) {
    if (!(error instanceof TrustStoreError)) throw error;
    throw new BackupError('DAMAGED', 'The trust store in the backup cannot be understood.');
  }
}

function inspectBackup(file: string): Inspection {
  try {
    return inspectDatabase(file);
  } catch {
    throw new BackupError('DAMAGED', 'The database in the backup cannot be opened.');
  }
}

function checkDatabase(inspection: Inspection): void {
  const faults = inspection.schemaFaults().filter(({ kind }) => kind !== 'older');
  if (faults.some(({ kind }) => kind === 'newer')) {
    throw new BackupError('REFUSED', 'The backup was made by a newer version of this program. Please update.');
  }
  const broken = [...inspection.integrityFaults(), ...inspection.foreignKeyFaults()];
  if (faults.length > 0 || broken.length > 0) {
    throw new BackupError('DAMAGED', 'The database in the backup is damaged: it was so when it was saved.');
  }
}

async function checkSealed(db: Db, masterKey: Uint8Array, random: Random): Promise<void> {
  const check = await readSetting(db, 'vault_check');
  if (check === null || !opensCheck(masterKey, check, random)) {
    throw new BackupError('DAMAGED', 'The master key in the backup does not belong to its database.');
  }
  const { closed } = await tryEnvelopes(db, masterKey, random);
  if (closed.length > 0) throw new BackupError('DAMAGED', `In the backup does not open: ${closed[0]}.`);
}

async function checkDocuments(db: Db, { documents, manifest }: Extracted): Promise<void> {
  const missing = new Set(manifest.missing);
  let found = 0;
  for (const { file, size, isInRows } of await documentFiles(db)) {
    if (documents.get(file) === size) found++;
    else if (isInRows) continue;
    else if (documents.has(file) || !missing.has(file)) {
      throw new BackupError('DAMAGED', `Document ${file} in the backup is missing or has another size.`);
    }
  }
  if (found !== documents.size) {
    throw new BackupError('DAMAGED', 'The backup holds documents that its database does not know.');
  }
}

export interface Preparation {
  /** The new contents. */
  readonly fresh: string;
  /** Room for a copy of the present database. */
  readonly stage: string;
  /** The database that is replaced and whose revocations stay; null where there is none. */
  readonly presentFile: string | null;
  readonly facts: RestoreFacts;
  /** Of the new contents; null where nothing was ever sealed in them. */
  readonly masterKey: Uint8Array | null;
}

/**
 * Brings the restored database to the present schema, carries over the revocations of the one that it replaces, and runs
 * `afterRestore`. The database that is replaced is read from a copy and stays as it is. Answers how many large documents the
 * restored one holds.
 */
export async function bringUpToDate(preparation: Preparation): Promise<number> {
  const { fresh, stage, presentFile, facts, masterKey } = preparation;
  let documents: number;
  const present = presentFile === null ? null : await openPresent(presentFile, join(stage, 'present.db'));
  const replaced = present === null || presentFile === null ? null : { dataDir: dirname(presentFile), present };
  try {
    const restored = openDatabase(join(fresh, DATABASE_FILE));
    const vault = masterKey === null ? null : createVault(masterKey, systemRandom);
    // What is revoked by the restore stays genuine. A row that is not was so when it was saved: the server tells of it.
    if (vault !== null) attachSealer(restored, vault);
    try {
      if (replaced !== null && vault !== null) await requireBelievable(replaced, restored, vault);
      const told = present === null ? null : await toldRevocations(present, restored);
      const mark = await write(restored, async (transaction) => {
        if (present !== null && told !== null) await keepRevocations(transaction, present, told);
        await afterRestore(transaction, facts);
        return vault === null ? null : beginSeries(transaction, vault, systemRandom);
      });
      // The restored database belongs to this mark, so that it is served in this folder alone.
      if (vault !== null && mark !== null) writeMark(fresh, vault, mark);
      ({ documents } = await piecesInAll(restored));
    } finally {
      vault?.close();
      await restored.destroy();
    }
  } finally {
    await present?.destroy();
    for (const name of ['present.db', ...journalsOf('present.db')]) rmSync(join(stage, name), { force: true });
  }
  if (journalsOf(DATABASE_FILE).some((name) => holdsCommits(name) && isThere(join(fresh, name))))
    throw new TypeError('internal: the restored database is still open');
  return documents;
}

async function openPresent(file: string, copy: string): Promise<Db> {
  try {
    const moments = openMoments(file);
    try {
      await moments.take().copyTo(copy, () => undefined);
    } finally {
      moments.close();
    }
    return openDatabase(copy);
  } catch (error) {
    throw unreadable('database', error);
  }
}

/** Throws BackupError REFUSED where the present trust store cannot be read, so that its revocations would be lost. */
export function requireReadableTrust(dataDir: string): void {
  try {
    readTrustStoreFile(join(dataDir, TRUST_STORE_FILE));
  } catch (error) {
    throw unreadable('trust store', error);
  }
}

function unreadable(what: string, error: unknown): BackupError {
  const reason = error instanceof Error ? error.message : 'unknown reason';
  return new BackupError(
    'REFUSED',
    `The present ${what} cannot be read (${reason}), so its revocations cannot be kept. Repair it, or say that they are to be forgotten.`,
  );
}
