/** The settings of `core/src/settings.ts` as this data folder has them. Kept in memory, so that reading costs nothing. */
import { SETTINGS, type SettingKey, type Settings } from '@touchstone/core/api/settings.ts';
import { changed, type Db } from '../store/engine.ts';
import { readSealedSetting, writeSetting } from './store.ts';

export interface SettingsAccess {
  read(): Settings;
  /** Stores changes within the caller's transaction; `keep` then puts them in force. */
  store(db: Db, change: Partial<Settings>): Promise<void>;
  keep(change: Partial<Settings>): void;
}

/**
 * Reads all settings. A stored value that is out of bounds, because the bounds changed, counts as never set. One that was
 * changed behind the service opens nothing (S35): a switch is off, a time as short as may be, a count as it was at first.
 */
export async function openSettings(db: Db): Promise<SettingsAccess> {
  let present = initial();
  for (const name of names()) {
    const stored = await readSealedSetting(db, `setting.${name}`);
    if (stored?.isGenuine === false) {
      present = { ...present, [name]: leastOpen(name) };
      continue;
    }
    const value: unknown = stored === null ? null : JSON.parse(stored.value);
    if (isValid(name, value)) present = { ...present, [name]: value };
  }
  return {
    read: () => present,
    async store(transaction, change) {
      changed(transaction, 'settings');
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

function leastOpen(name: SettingKey): boolean | number {
  const row = SETTINGS[name];
  if (row.kind === 'switch') return false;
  return row.kind === 'seconds' ? row.least : row.initial;
}

function isValid(name: SettingKey, value: unknown): boolean {
  const row = SETTINGS[name];
  if (row.kind === 'switch') return typeof value === 'boolean';
  return Number.isSafeInteger(value) && Number(value) >= row.least && Number(value) <= row.most;
}
