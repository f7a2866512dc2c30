/** The settings of `core/src/settings.ts` as this data folder has them. Read once, and anew after a change. */
import { SETTINGS, type SettingKey, type Settings } from '@touchstone/core/api/settings.ts';
import { changed, type Db } from '../store/engine.ts';
import { createMemory, createReadModel } from '../store/memories.ts';
import { readSealedSetting, writeSetting } from './store.ts';

export interface SettingsAccess {
  /** Must not be asked within a transaction. */
  read(): Promise<Settings>;
  /** Stores changes within the caller's transaction; they are in force once it is committed. */
  store(transaction: Db, change: Partial<Settings>): Promise<void>;
}

const settings = createMemory('settings/settings', () => createReadModel<Settings>('settings', load));

/** Reads them for the first time: what was changed behind the service is told at its start. */
export async function openSettings(db: Db): Promise<SettingsAccess> {
  const read = () => settings.of(db).read(db);
  await read();
  return {
    read,
    async store(transaction, change) {
      changed(transaction, 'settings');
      for (const name of names()) {
        const value = change[name];
        if (value !== undefined) await writeSetting(transaction, `setting.${name}`, JSON.stringify(value));
      }
    },
  };
}

/**
 * A stored value that is out of bounds, because the bounds changed, counts as never set. One that was changed behind the service
 * opens nothing (S35): a switch is off, a time as short as may be, a count as it was at first.
 */
async function load(db: Db): Promise<Settings> {
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
  return present;
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
