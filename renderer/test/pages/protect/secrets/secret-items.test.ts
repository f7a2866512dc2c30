import { shield } from '@touchstone/core/api/crypto/shield.ts';
import { describe, expect, it } from 'vitest';
import { NEWEST_FIRST, readSecretsSearch, readSort, sortText } from '../../../../src/pages/protect/secrets/search.ts';
import { readTags, tagsTrouble, valueTrouble } from '../../../../src/pages/protect/secrets/secret-draft.ts';
import {
  policyOfDays,
  policyWords,
  secretsCsv,
  secretsJson,
  secretView,
  valuesOf,
} from '../../../../src/pages/protect/secrets/secret-items.ts';
import { lineTrouble } from '../../../../src/parts/form/line-trouble.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';
import type { SecretItem } from '../../../../src/parts/secret/rotation.ts';

const NOW = Date.parse('2026-06-15T12:00:00.000Z');

function item(name: string, changes: Partial<SecretItem> = {}): SecretItem {
  return {
    id: `id-${name}`,
    name,
    provider: 'stripe',
    environment: 'production',
    vault: 'payments',
    tags: [],
    masked_display: 'sk_********4242',
    status: 'active',
    version: 1,
    rotation_policy: 'none',
    rotation_due_at: null,
    created_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

const OVER = item('over', { rotation_due_at: '2026-06-13T11:00:00.000Z', vault: 'mail' });
const SOON = item('soon', { rotation_due_at: '2026-06-16T12:00:00.000Z', tags: ['Billing'] });
const LATER = item('later', { rotation_due_at: '2026-09-15T12:00:00.000Z', environment: 'staging' });
const NEVER = item('never', { created_at: '2026-02-01T00:00:00.000Z', version: 3 });
const ALL = [OVER, SOON, LATER, NEVER];
const ANY = { text: '', vault: null, environment: null, provider: null, rotation: null } as const;

describe('rotations', () => {
  it('have policies in plain words', () => {
    expect(['none', '1d', '90d', 'weekly'].map(policyWords)).toEqual(['never', 'every day', 'every 90 days', 'weekly']);
    expect([' 45 ', '9999', '0', '10000', '1.5', ''].map(policyOfDays)).toEqual([
      '45d',
      '9999d',
      null,
      null,
      null,
      null,
    ]);
  });
});

describe('the list', () => {
  const shown = (changes: Partial<Parameters<typeof secretView>[0]>, sort = NEWEST_FIRST) =>
    orderList(ALL, secretView({ ...ANY, ...changes }, sort, NOW)).map(({ name }) => name);

  it('is filtered by text, vault, environment and rotation', () => {
    expect(shown({ text: 'BILLING' })).toEqual(['soon']);
    expect(shown({ vault: 'mail' })).toEqual(['over']);
    expect(shown({ environment: 'staging' })).toEqual(['later']);
    expect(shown({ rotation: 'overdue' })).toEqual(['over']);
    expect(shown({ provider: 'aws' })).toEqual([]);
    expect(valuesOf(ALL, 'vault')).toEqual(['mail', 'payments']);
  });

  it('is sorted by what is due first; what is never due comes last', () => {
    expect(shown({}, { by: 'rotation', descending: false })).toEqual(['over', 'soon', 'later', 'never']);
    expect(shown({})[0]).toBe('never');
  });

  it('is exported without a character of a value', () => {
    expect(secretsCsv(ALL)).not.toContain('4242');
    expect(secretsJson(ALL)).not.toContain('4242');
    expect(JSON.parse(secretsJson(ALL)).secrets).toHaveLength(4);
  });
});

describe('the address', () => {
  it('keeps filters and drops what it does not know', () => {
    expect(
      readSecretsSearch({ vault: 2026, status: 'all', rotation: 'soon', view: 'audit', action: 'reveal' }),
    ).toEqual({
      vault: '2026',
      status: 'all',
      rotation: 'soon',
      view: 'audit',
      action: 'reveal',
    });
    expect(readSecretsSearch({ secret: '../x', status: 'active', view: 'x', rotation: 1, action: 'boil' })).toEqual({});
    expect(readSort(sortText({ by: 'rotation', descending: true }))).toEqual({ by: 'rotation', descending: true });
    expect(readSort('nothing')).toEqual(NEWEST_FIRST);
    expect(sortText(NEWEST_FIRST)).toBeUndefined();
  });
});

describe('a draft', () => {
  it('refuses values that cannot be stored, in words', () => {
    expect(valueTrouble('x')).toBe('');
    expect(valueTrouble('ü'.repeat(32_768))).toBe('');
    expect(valueTrouble('ü'.repeat(32_769))).toContain('65,538 bytes');
    expect(valueTrouble('')).toContain('Enter');
    expect(valueTrouble('\ud800')).toContain('half of a character pair');
  });

  it('counts characters as the server does', () => {
    const { vault } = shield.store.body.properties;
    expect(lineTrouble('𝒳'.repeat(100), 'vault', vault)).toBe('');
    expect(lineTrouble('x'.repeat(101), 'vault', vault)).toContain('these are 101');
    expect(lineTrouble('  ', 'vault', vault)).toBe('Enter the vault.');
  });

  it('reads tags once each', () => {
    expect(readTags(' a, b,, a ,c')).toEqual(['a', 'b', 'c']);
    expect(tagsTrouble(['x'.repeat(100)])).toBe('');
    expect(tagsTrouble(['x'.repeat(101)])).toContain('at most 100');
    expect(tagsTrouble(Array.from({ length: 51 }, (_, index) => String(index)))).toContain('At most 50');
  });
});
