import { SCOPES } from '@touchstone/core/api/plans.ts';
import { describe, expect, it } from 'vitest';
import { lengthWords } from '../../../../src/lib/text/length-words.ts';
import { keyView, typedNameOf } from '../../../../src/pages/administration/accounts/key-items.ts';
import { graceEnd, readExpiry } from '../../../../src/pages/administration/accounts/key-times.ts';
import type { KeyItem } from '../../../../src/pages/administration/accounts/queries.ts';
import { isSameScopes, SCOPE_LIST, scopesText } from '../../../../src/pages/administration/accounts/scope-words.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

describe('readExpiry', () => {
  it('reads lengths and days', () => {
    expect(readExpiry('never', '', NOW)).toEqual({ ok: true, expiresAt: null });
    expect(readExpiry('30', '', NOW)).toEqual({ ok: true, expiresAt: '2026-12-21T12:00:00.000Z' });
    expect(readExpiry('date', ' 2028-02-29 ', NOW)).toEqual({ ok: true, expiresAt: '2028-02-29T23:59:59.999Z' });
    expect(readExpiry('date', '2026-11-21', NOW)).toMatchObject({ ok: true });
  });

  it('refuses days that are over, do not exist, or are written otherwise', () => {
    expect(readExpiry('date', '2026-11-20', NOW)).toEqual({ ok: false, message: 'This day is over.' });
    expect(readExpiry('date', '2027-02-29', NOW)).toEqual({ ok: false, message: 'There is no such day.' });
    for (const text of ['', '31.12.2027', '2027-1-1', '2027-01-01T00:00:00Z']) {
      expect(readExpiry('date', text, NOW), text).toMatchObject({ ok: false });
    }
  });
});

describe('graceEnd', () => {
  it('ends after the grace period, or when the key ends anyway', () => {
    expect(graceEnd(NOW, 3_600, null)).toBe(NOW + 3_600_000);
    expect(graceEnd(NOW, 3_600, '2026-11-21T12:30:00.000Z')).toBe(NOW + 1_800_000);
    expect(graceEnd(NOW, 3_600, '2027-11-21T12:30:00.000Z')).toBe(NOW + 3_600_000);
    expect(graceEnd(NOW, 0, null)).toBe(NOW);
  });
});

it('says lengths of time in their largest whole unit', () => {
  expect([0, 1, 59, 60, 3_600, 5_400, 86_400, 172_800, 90_000].map(lengthWords)).toEqual([
    'no time',
    '1 second',
    '59 seconds',
    '1 minute',
    '1 hour',
    '90 minutes',
    '1 day',
    '2 days',
    '25 hours',
  ]);
});

describe('scopes', () => {
  it('explains every one, and knows which have operations in this version', () => {
    expect(SCOPE_LIST.map(({ scope }) => scope)).toEqual(SCOPES);
    expect(SCOPE_LIST.find(({ scope }) => scope === 'sign')?.operations).toBeGreaterThan(0);
    for (const { meaning } of SCOPE_LIST) expect(meaning).toMatch(/^[A-Z].{20,}\.$/);
  });

  it('compares whatever the order', () => {
    expect(isSameScopes(['sign', 'keys'], ['keys', 'sign'])).toBe(true);
    expect(isSameScopes(['sign'], ['keys'])).toBe(false);
    expect(isSameScopes(['sign'], ['sign', 'keys'])).toBe(false);
    expect(isSameScopes('*', [...SCOPES])).toBe(false);
    expect(isSameScopes('*', '*')).toBe(true);
    expect(scopesText('*')).toBe('all');
  });
});

function key(changes: Partial<KeyItem>): KeyItem {
  return {
    key_id: 'ak_0123456789abcdef',
    project_id: 'prj_0123456789abcdef',
    label: 'build server',
    scopes: ['sign'],
    status: 'active',
    created_at: '2026-01-01T00:00:00.000Z',
    expires_at: null,
    revoked_at: null,
    rotated_to: null,
    created_by: null,
    account_id: 'acc_1',
    email: 'ada@example.com',
    ...changes,
  };
}

describe('the list of keys', () => {
  it('leaves ended keys out unless they are asked for, and puts keys that never end last', () => {
    const never = key({ key_id: 'ak_1' });
    const late = key({ key_id: 'ak_2', expires_at: '2027-01-01T00:00:00.000Z', status: 'rotated' });
    const gone = key({ key_id: 'ak_3', status: 'revoked', expires_at: '2026-02-01T00:00:00.000Z' });
    expect(orderList([never, late, gone], keyView('', 'working', 'expires', false))).toEqual([late, never]);
    expect(orderList([never, late, gone], keyView('', 'all', 'expires', false))).toEqual([gone, late, never]);
    expect(orderList([never, late, gone], keyView('AK_3', 'all', 'expires', false))).toEqual([gone]);
  });

  it('asks for a name that can be typed', () => {
    expect(typedNameOf(key({}))).toBe('build server');
    // A look-alike letter, an invisible character, blanks at the end, nothing.
    for (const label of ['buіld', 'build\u200b', 'build ', '']) {
      expect(typedNameOf(key({ label })), label).toBe('ak_0123456789abcdef');
    }
  });
});
