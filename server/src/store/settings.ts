import type { Db } from './db.ts';

/** `installation_id` names this data folder; `vault_check` tells a wrong master key. */
export type SettingName = 'installation_id' | 'vault_check';

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
