import type { SettingKey } from '@touchstone/core/api/settings.ts';
import type { Db } from './db.ts';

/** `installation_id` names this data folder; `vault_check` tells a wrong master key; `setting.…` is the administrator's; `restored` waits to be
 * told in the audit, which takes a key that only a running server has. `ledger_id` names the ledger, and `ledger_restored` says
 * that it goes on from a backup. */
export type SettingName =
  | 'installation_id'
  | 'vault_check'
  | 'restored'
  | 'ledger_id'
  | 'ledger_restored'
  | `setting.${SettingKey}`;

export async function readSetting(db: Db, name: SettingName): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

export async function writeSetting(db: Db, name: SettingName, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function deleteSetting(db: Db, name: SettingName): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}
