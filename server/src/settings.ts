/** The settings of `core/src/settings.ts` as this data folder has them. Kept in memory, so that reading costs nothing. */
import { SETTINGS, type SettingKey, type Settings } from '@touchstone/core/api/settings.ts';
import type { Db } from './store/db.ts';
import { readSetting, writeSetting } from './store/settings.ts';

export interface SettingsAccess {
  read(): Settings;
  /** Stores changes within the caller's transaction; `keep` then puts them in force. */
  store(db: Db, change: Partial<Settings>): Promise<void>;
  keep(change: Partial<Settings>): void;
}

/** Reads all settings. A stored value that is out of bounds, because the bounds changed, counts as never set. */
export async function openSettings(db: Db): Promise<SettingsAccess> {
  let present = initial();
  for (const name of names()) {
    const stored = await readSetting(db, `setting.${name}`);
    const value: unknown = stored === null ? null : JSON.parse(stored);
    if (isValid(name, value)) present = { ...present, [name]: value };
  }
  return {
    read: () => present,
    async store(transaction, change) {
      for (const name of names()) {
        const value = change[name];
        if (value !== undefined) await writeSetting(transaction, `setting.${name}`, JSON.stringify(value));
      }
    },
    keep(change) {
      present = { ...present, ...change };
    },
  };
}

function names(): readonly SettingKey[] {
  return Object.keys(SETTINGS) as SettingKey[];
}

function initial(): Settings {
  return Object.fromEntries(Object.entries(SETTINGS).map(([name, row]) => [name, row.initial])) as Settings;
}

function isValid(name: SettingKey, value: unknown): boolean {
  const row = SETTINGS[name];
  if (row.kind === 'switch') return typeof value === 'boolean';
  return Number.isSafeInteger(value) && Number(value) >= row.least && Number(value) <= row.most;
}
