import { SETTINGS } from '@touchstone/core/api/settings.ts';
import { describe, expect, it } from 'vitest';
import { passphraseHint, repetitionProblem } from '../../../../src/pages/administration/settings/passphrase.ts';
import {
  draftOf,
  type SettingsValues,
  sameMembers,
  settingsFrom,
  valueText,
} from '../../../../src/pages/administration/settings/server-settings-draft.ts';

const INITIAL = Object.fromEntries(Object.entries(SETTINGS).map(([key, { initial }]) => [key, initial]));
const VALUES = { ...INITIAL, console_session_seconds: 3_600 } as SettingsValues;
const DRAFT = draftOf(VALUES);

function draftWith(texts: Partial<typeof DRAFT>) {
  return { ...DRAFT, ...texts };
}

describe('settingsFrom', () => {
  it('finds only what differs', () => {
    expect(settingsFrom(draftOf(VALUES), VALUES)).toEqual({ changes: {}, problems: {} });
    const draft = draftWith({ api_key_grace_seconds: ' 0 seconds ', anonymous_keys: false });
    expect(settingsFrom(draft, VALUES).changes).toEqual({ anonymous_keys: false, api_key_grace_seconds: 0 });
  });

  it('says at each field which bounds it has', () => {
    for (const text of ['', '-1', '1.5', '3600', '91 days', '7776001 s', '9999999999', 'day', '2 weeks']) {
      const { changes, problems } = settingsFrom(draftWith({ api_key_grace_seconds: text }), VALUES);
      expect(problems, text).toEqual({
        api_key_grace_seconds: 'From 0 seconds to 90 days, for example “90 seconds”, “36 hours” or “2 days”.',
      });
      expect(changes).toEqual({});
    }
    expect(settingsFrom(draftWith({ console_session_seconds: '299 seconds' }), VALUES).problems).toHaveProperty(
      'console_session_seconds',
    );
  });

  it('shows lengths of time with their unit, and reads them so', () => {
    expect(DRAFT.api_key_grace_seconds).toBe('1 day');
    expect(DRAFT.secret_challenge_seconds).toBe('5 minutes');
    expect(draftOf({ ...VALUES, api_key_grace_seconds: 0 }).api_key_grace_seconds).toBe('0 seconds');
    for (const [text, seconds] of [
      ['36 hours', 129_600],
      ['90min', 5_400],
      ['2D', 172_800],
      [' 1 s ', 1],
    ] as const) {
      expect(settingsFrom(draftWith({ api_key_grace_seconds: text }), VALUES).changes, text).toEqual({
        api_key_grace_seconds: seconds,
      });
    }
    expect(settingsFrom(draftWith({ ledger_depth: '4' }), VALUES).changes).toEqual({ ledger_depth: 4 });
    expect(valueText('cache_project_mebibytes', VALUES)).toBe('1,024 MiB');
    expect(valueText('anonymous_keys', VALUES)).toBe('On');
  });

  it('undoes only what was changed', () => {
    expect(sameMembers(VALUES, { anonymous_keys: false })).toEqual({ anonymous_keys: true });
    expect(sameMembers(VALUES, { api_key_grace_seconds: 1, console_session_seconds: 400 })).toEqual({
      api_key_grace_seconds: 86_400,
      console_session_seconds: 3_600,
    });
    expect(sameMembers(VALUES, {})).toEqual({});
  });
});

describe('passphraseHint', () => {
  const kindOf = (text: string) => passphraseHint(text).kind;

  it('refuses what the server refuses', () => {
    expect(kindOf('')).toBe('empty');
    expect(kindOf('eleven char')).toBe('refused');
    expect(kindOf('x'.repeat(1_001))).toBe('refused');
  });

  it('points out what is easily guessed', () => {
    expect(kindOf('aaaaaaaaaaaaaaaaaaaaaaaa')).toBe('weak');
    expect(kindOf('abababababababababababab')).toBe('weak');
    expect(kindOf('abcdefghijklmnopqrstuvwx')).toBe('weak');
    expect(kindOf('12345678901234567890')).toBe('weak');
    expect(kindOf('Tr0ub4dor&3xy')).toBe('weak');
  });

  it('finds several words fair', () => {
    expect(kindOf('violet anchor teaspoon harbour')).toBe('fair');
    expect(kindOf('kX9!vq27RmZ0pLw4TbYd')).toBe('fair');
  });
});

it('compares the second typing as it goes', () => {
  expect(repetitionProblem('secret words', '')).toBe('');
  expect(repetitionProblem('secret words', 'secret')).toBe('');
  expect(repetitionProblem('secret words', 'secret words')).toBe('');
  expect(repetitionProblem('secret words', 'secreT')).not.toBe('');
  expect(repetitionProblem('secret words', 'secret words!')).not.toBe('');
});
