import { join } from 'node:path';
import type { Random } from '@touchstone/core/random.ts';
import type { Logger } from 'pino';
import { readSetting, writeSetting } from '../settings/store.ts';
import { type Db, write } from '../store/engine.ts';
import { attachSealer, sealRowsOfBefore } from '../store/sealed-rows.ts';
import { storageFaultOf } from '../store/storage-fault.ts';
import { StoreError } from '../store/store-error.ts';
import type { Vault } from '../vault/envelope.ts';
import { vaultCheckVersion } from '../vault/vault-check.ts';
import { ROLLBACK_MARK_FILE, type RollbackMark, readMark, writeMark } from './mark.ts';
import { beginMarks, beginSeries, judgeMark, newerMarks, RolledBackError, rowDigestFault } from './rollback.ts';

interface Folder {
  readonly dataDir: string;
  readonly db: Db;
  readonly vault: Vault;
  readonly random: Random;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

/**
 * From here on rows that open doors are sealed and judged (S35), and the database is held against its mark (S36). A folder from
 * before either gets it once. Throws RolledBackError, unless `accepts` says to go on; the audit is told of that.
 */
export async function openRows(folder: Folder, accepts: boolean): Promise<void> {
  const { dataDir, db, vault, random, log } = folder;
  attachSealer(db, vault, (table, row) =>
    log.error({ table, row }, 'a row was changed outside of the service, and opens nothing'),
  );
  const mark = readMark(dataDir, vault);
  const behind = await judgeMark(db, vault, mark);
  if (behind !== null && !accepts) throw new RolledBackError(dataDir, behind);
  const check = await readSetting(db, 'vault_check');
  const version = check === null ? null : vaultCheckVersion(vault, check);
  if (version === 3 && behind === null) {
    const fault = await rowDigestFault(db, vault, mark);
    if (fault !== null) log.error({ fault }, 'rows that open doors were changed outside of the service');
    const newer = await newerMarks(db, vault, mark);
    if (newer > 0) log.warn({ newer }, 'the mark beside the database is an older one, or could not be written');
    return;
  }
  const accepted = await write(db, async (transaction) => {
    if (version === 1) {
      const wereSealed = await sealRowsOfBefore(transaction);
      if (wereSealed) log.info('rows that open doors were sealed');
      else log.error('the record that rows were sealed was taken back, outside of the service');
    }
    if (behind === null) {
      await beginMarks(transaction, vault);
      return null;
    }
    // Signing takes keys that may not be there yet.
    await writeSetting(transaction, 'rollback_accepted', JSON.stringify(behind));
    return beginSeries(transaction, vault, random);
  });
  if (accepted !== null) putInPlace(folder, accepted);
}

/** Where this fails, the database is refused again, since it does not belong to the mark that is there. */
function putInPlace({ dataDir, vault }: Folder, mark: RollbackMark): void {
  try {
    writeMark(dataDir, vault, mark);
  } catch (error) {
    if (storageFaultOf(error) !== null) throw error;
    const reason = error instanceof Error ? error.message : 'unknown reason';
    const path = join(dataDir, ROLLBACK_MARK_FILE);
    throw new StoreError(
      `The database was not accepted, because its mark cannot be written to ${path} (${reason}). Move away what stands there.`,
    );
  }
}
