/** The shell's settings: one small JSON file, one row per setting, repaired setting by setting when it is damaged. */
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import type { ShellSettings } from '@touchstone/core/shell.ts';

export interface WindowState {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isMaximized: boolean;
}

export interface Settings extends ShellSettings {
  /** Null until the window has been moved or sized. */
  readonly window: WindowState | null;
  /** Where the last dialog was; Electron would begin in Downloads each time. */
  readonly lastFolder: string | null;
}

interface Row<T> {
  readonly byDefault: T;
  /** The value, or undefined when it is none. */
  readonly read: (value: unknown) => T | undefined;
}

type Schema = { readonly [Name in keyof Settings]: Row<Settings[Name]> };

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readWindow(value: unknown): WindowState | null | undefined {
  if (value === null) return null;
  if (!isRecord(value)) return undefined;
  const { x, y, width, height, isMaximized } = value;
  const isInt = (n: unknown): n is number => Number.isInteger(n) && Math.abs(n as number) < 100_000;
  if (!isInt(x) || !isInt(y) || !isInt(width) || !isInt(height) || typeof isMaximized !== 'boolean') return undefined;
  return width >= 360 && height >= 240 ? { x, y, width, height, isMaximized } : undefined;
}

export const SETTINGS: Schema = {
  theme: {
    byDefault: 'system',
    read: (value) => (['system', 'light', 'dark'] as const).find((known) => known === value),
  },
  shareOnThisMachine: { byDefault: false, read: (value) => (typeof value === 'boolean' ? value : undefined) },
  sharePort: {
    byDefault: 7433,
    read: (value) =>
      typeof value === 'number' && Number.isInteger(value) && value >= 1024 && value <= 65535 ? value : undefined,
  },
  window: { byDefault: null, read: readWindow },
  lastFolder: {
    byDefault: null,
    read: (value) => (value === null || (typeof value === 'string' && path.isAbsolute(value)) ? value : undefined),
  },
};

const NAMES = Object.keys(SETTINGS) as (keyof Settings)[];
/** The settings that the page may see and change. */
export const PAGE_SETTINGS = [
  'theme',
  'shareOnThisMachine',
  'sharePort',
] as const satisfies readonly (keyof ShellSettings)[];

export interface ParsedSettings {
  readonly settings: Settings;
  /** Names of settings that were damaged and fell back to their default. */
  readonly repaired: readonly string[];
}

/** Reads the file's text. Never fails: what cannot be read has its default and is named in `repaired`. */
export function parseSettings(text: string | null): ParsedSettings {
  let stored: unknown = {};
  const repaired: string[] = [];
  try {
    stored = text === null ? {} : JSON.parse(text);
  } catch {
    repaired.push('the whole file');
  }
  const members = isRecord(stored) ? stored : {};
  const member = <K extends keyof Settings>(name: K): Settings[K] => {
    const { byDefault, read }: Row<Settings[K]> = SETTINGS[name];
    if (!Object.hasOwn(members, name)) return byDefault;
    const value = read(members[name]);
    if (value === undefined) repaired.push(name);
    return value === undefined ? byDefault : value;
  };
  const settings: Settings = {
    theme: member('theme'),
    shareOnThisMachine: member('shareOnThisMachine'),
    sharePort: member('sharePort'),
    window: member('window'),
    lastFolder: member('lastFolder'),
  };
  return { settings, repaired };
}

/** Lays a change over the settings; a wrong or unknown member throws a RangeError that names it. */
export function changeSettings(settings: Settings, change: Readonly<Record<string, unknown>>): Settings {
  let next = settings;
  for (const [name, value] of Object.entries(change)) {
    const known = NAMES.find((each) => each === name);
    const read = known === undefined ? undefined : SETTINGS[known].read(value);
    if (known === undefined || read === undefined) {
      throw new RangeError(`The setting ${JSON.stringify(name)} does not take this value.`);
    }
    next = { ...next, [known]: read };
  }
  return next;
}

/** Only what the page may see. */
export function pageSettings({ theme, shareOnThisMachine, sharePort }: Settings): ShellSettings {
  return { theme, shareOnThisMachine, sharePort };
}

export interface SettingsFile {
  readonly current: () => Settings;
  /** Changes settings and writes the file; later changes wait for earlier ones. */
  readonly change: (change: Readonly<Record<string, unknown>>) => Promise<Settings>;
  /** Resolves when no change waits to be written; one that could not be has rejected where it was asked for. */
  readonly written: () => Promise<void>;
}

/** Opens the settings file; a missing one is all defaults. `onRepair` hears what was damaged. */
export async function openSettings(file: string, onRepair: (names: readonly string[]) => void): Promise<SettingsFile> {
  const text = await readFile(file, 'utf8').catch(() => null);
  const { settings, repaired } = parseSettings(text);
  if (repaired.length > 0) onRepair(repaired);
  let current = settings;
  let writing: Promise<void> = Promise.resolve();
  return {
    current: () => current,
    change: async (change) => {
      current = changeSettings(current, change);
      const write = writing.then(() => writeAtomically(file, `${JSON.stringify(current, null, 2)}\n`));
      writing = write.catch(() => {});
      await write;
      return current;
    },
    written: () => writing,
  };
}

/** Writes beside the file, flushes and renames, so that a crash leaves either the old or the new contents. */
async function writeAtomically(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const beside = `${file}.new`;
  const handle = await open(beside, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(beside, file);
}
