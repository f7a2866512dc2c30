import type { Logger } from 'pino';
import { readSetting, writeSetting } from '../settings/store.ts';
import { type Db, write } from '../store/engine.ts';
import { createRowSealer } from '../store/row-seal.ts';
import { attachSealer, sealRowsOfBefore } from '../store/sealed-rows.ts';
import type { Vault } from '../vault/envelope.ts';
import { newVaultCheck, vaultCheckVersion } from '../vault/vault-check.ts';

/** From here on rows that open doors are sealed and judged (S35). Those of a folder from before are sealed once. */
export async function sealRows(db: Db, vault: Vault, log: Logger): Promise<void> {
  attachSealer(db, createRowSealer(vault), (table, row) =>
    log.error({ table, row }, 'a row was changed outside of the service, and opens nothing'),
  );
  const check = await readSetting(db, 'vault_check');
  if (check === null || vaultCheckVersion(vault, check) !== 1) return;
  await write(db, async (transaction) => {
    const wereSealed = await sealRowsOfBefore(transaction);
    await writeSetting(transaction, 'vault_check', newVaultCheck(vault));
    if (wereSealed) log.info('rows that open doors were sealed');
    else log.error('the record that rows were sealed was taken back, outside of the service');
  });
}
