/** The form of the server's settings, whichever there are: texts as typed, what they mean, and what is wrong with them. */
import type { settings } from '@touchstone/core/api/admin/settings.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { SETTINGS, type SettingKey } from '@touchstone/core/api/settings.ts';
import { lengthWords, readLength } from '../../../lib/text/length-words.ts';
import { words } from '../../../words/administration/settings.ts';

export type SettingsValues = OutputOf<typeof settings.read>;

export type SwitchKey = {
  [K in SettingKey]: (typeof SETTINGS)[K]['kind'] extends 'switch' ? K : never;
}[SettingKey];
export type NumberKey = Exclude<SettingKey, SwitchKey>;

const KEYS = Object.keys(SETTINGS) as readonly SettingKey[];
export const SWITCH_KEYS: readonly SwitchKey[] = KEYS.filter(
  (key): key is SwitchKey => SETTINGS[key].kind === 'switch',
);
export const NUMBER_KEYS: readonly NumberKey[] = KEYS.filter(
  (key): key is NumberKey => SETTINGS[key].kind !== 'switch',
);

/** Numbers as they are typed; lengths of time with their unit. */
export type SettingsDraft = Readonly<Record<SwitchKey, boolean> & Record<NumberKey, string>>;

export function draftOf(values: SettingsValues): SettingsDraft {
  const typed = NUMBER_KEYS.map((key) => [key, typedText(key, values[key])]);
  return { ...values, ...(Object.fromEntries(typed) as Record<NumberKey, string>) };
}

function typedText(key: NumberKey, value: number): string {
  if (SETTINGS[key].kind !== 'seconds') return String(value);
  return value === 0 ? words.server.noTime : lengthWords(value);
}

/** A value in force, for people. */
export function valueText(key: SettingKey, values: SettingsValues): string {
  const value = values[key];
  if (typeof value === 'boolean') return value ? words.server.on : words.server.off;
  if (SETTINGS[key].kind === 'seconds') return lengthWords(value);
  return key === 'cache_project_mebibytes' ? words.server.mebibytes(value) : String(value);
}

export interface SettingsRead {
  /** Only what differs from the values in force. */
  readonly changes: Partial<SettingsValues>;
  readonly problems: Partial<Record<NumberKey, string>>;
}

export function settingsFrom(draft: SettingsDraft, values: SettingsValues): SettingsRead {
  const changes: { -readonly [K in keyof SettingsValues]?: SettingsValues[K] } = {};
  const problems: Partial<Record<NumberKey, string>> = {};
  for (const key of SWITCH_KEYS) if (draft[key] !== values[key]) changes[key] = draft[key];
  for (const key of NUMBER_KEYS) {
    const number = readNumber(key, draft[key]);
    if (number === null) problems[key] = boundsText(key);
    else if (number !== values[key]) changes[key] = number;
  }
  return { changes, problems };
}

function readNumber(key: NumberKey, text: string): number | null {
  const { kind, least, most } = SETTINGS[key];
  const number = kind === 'seconds' ? readLength(text) : /^\d{1,9}$/.test(text.trim()) ? Number(text) : null;
  return number !== null && number >= least && number <= most ? number : null;
}

/** "From 5 minutes to 30 days …", or "A whole number from 1 to 60." */
export function boundsText(key: NumberKey): string {
  const { kind, least, most } = SETTINGS[key];
  if (kind !== 'seconds') return words.server.numberFrom(least, most);
  return words.server.lengthFrom(least === 0 ? words.server.noTime : lengthWords(least), lengthWords(most));
}

/** The values of those settings that a change names: what undoing it writes back, and nothing that others changed. */
export function sameMembers(values: SettingsValues, changes: Partial<SettingsValues>): Partial<SettingsValues> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => Object.hasOwn(changes, key)));
}
