import type { ConsoleStateName } from '@touchstone/core/api/console-state.ts';
import type { SettingKey } from '@touchstone/core/api/settings.ts';
import { type Db, lockRow } from '../store/engine.ts';
import { mustBeSealed } from '../store/row-seal.ts';
import { changingRows, isGenuine, sealed } from '../store/sealed-rows.ts';

/** `installation_id` names this data folder; `vault_check` tells a wrong master key; `setting.…` is the administrator's; `restored` waits to be
 * told in the audit, which takes a key that only a running server has. `ledger_id` names the ledger, and `ledger_restored` says
 * that it goes on from a backup. `folder_name` is the folder's part of the console's host name; `console.…` is what the console
 * keeps here. `rollback_mark` says which mark stands beside the database (S36), and `rollback_accepted` waits to be told in the audit, as `restored` does; `row_digest` is written by the frame (S35). */
export type SettingName =
  | 'installation_id'
  | 'vault_check'
  | 'restored'
  | 'ledger_id'
  | 'ledger_restored'
  | 'folder_name'
  | 'rollback_mark'
  | 'rollback_accepted'
  | `setting.${SettingKey}`
  | `console.${ConsoleStateName}`;

export async function readSetting(db: Db, name: SettingName): Promise<string | null> {
  return (await readSealedSetting(db, name))?.value ?? null;
}

/** A setting, and whether its row is this service's (S35); null where it was never set. */
export async function readSealedSetting(
  db: Db,
  name: SettingName,
): Promise<{ readonly value: string; readonly isGenuine: boolean } | null> {
  const row = await settingNamed(db, name).executeTakeFirst();
  return row === undefined ? null : { value: row.value, isGenuine: isGenuine(db, 'settings', row) };
}

/** A setting for a transaction that goes on to change it. */
export async function lockSetting(transaction: Db, name: SettingName): Promise<string | null> {
  return (await lockRow(settingNamed(transaction, name)).executeTakeFirst())?.value ?? null;
}

function settingNamed(db: Db, name: SettingName) {
  return db.selectFrom('settings').selectAll().where('name', '=', name);
}

export async function writeSetting(db: Db, name: SettingName, value: string): Promise<void> {
  const row = sealed(db, 'settings', { name, value });
  await changingSetting(db, name, () =>
    db
      .insertInto('settings')
      .values(row)
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, seal: row.seal ?? null }))
      .execute(),
  );
}

/** Writes what stands there already: a trial whether the database can be written. */
export async function rewriteSetting(db: Db, name: SettingName): Promise<void> {
  await db
    .updateTable('settings')
    .set(({ ref }) => ({ value: ref('value') }))
    .where('name', '=', name)
    .execute();
}

export async function deleteSetting(db: Db, name: SettingName): Promise<void> {
  await changingSetting(db, name, () => db.deleteFrom('settings').where('name', '=', name).execute());
}

/** Most settings open no door. */
async function changingSetting(db: Db, name: SettingName, change: () => Promise<unknown>): Promise<void> {
  if (mustBeSealed('settings', { name })) await changingRows(db, [['settings', { name }]], change);
  else await change();
}
