import type { Logger } from 'pino';
import { readSetting, writeSetting } from '../settings/store.ts';
import { type Db, write } from '../store/engine.ts';
import { attachSealer, sealRowsOfBefore } from '../store/sealed-rows.ts';
import type { Vault } from '../vault/envelope.ts';
import { vaultCheckVersion } from '../vault/vault-check.ts';
import { readMark } from './mark.ts';
import { judgeMark, RolledBackError, renewMark, rowDigestFault } from './rollback.ts';

interface Folder {
  readonly dataDir: string;
  readonly db: Db;
  readonly vault: Vault;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * From here on rows that open doors are sealed and judged (S35), and the database is held against its mark (S36). A folder from
 * before either gets it once. Throws RolledBackError, unless `accepts` says to go on; the audit is told of that.
 */
export async function openRows({ dataDir, db, vault, log }: Folder, accepts: boolean): Promise<void> {
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
    return;
  }
  await write(db, async (transaction) => {
    if (version === 1) {
      const wereSealed = await sealRowsOfBefore(transaction);
      if (wereSealed) log.info('rows that open doors were sealed');
      else log.error('the record that rows were sealed was taken back, outside of the service');
    }
    await renewMark(transaction, vault);
    // Signing takes keys that may not be there yet.
    if (behind !== null) await writeSetting(transaction, 'rollback_accepted', JSON.stringify(behind));
  });
}
