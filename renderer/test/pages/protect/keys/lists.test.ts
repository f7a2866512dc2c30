import { describe, expect, it } from 'vitest';
import {
  endOf,
  type ManagedKey,
  managedCsv,
  managedView,
  readSort,
  sortText,
  typedNameOf,
  untilNextEnd,
} from '../../../../src/pages/protect/keys/managed-items.ts';
import type { WrappedKey } from '../../../../src/pages/protect/keys/queries.ts';
import { wrappedCsv, wrappedView } from '../../../../src/pages/protect/keys/wrapped-items.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

const KEY: ManagedKey = {
  key_id: 'key_a',
  label: 'Payment provider',
  status: 'active',
  tier: 'key-2',
  created_at: '2026-01-01T00:00:00.000Z',
  last_used: null,
  total_operations: 3,
  rotated_from: null,
  rotated_to: null,
  grace_period_ends: null,
  revoked_at: null,
};
const ROTATED: ManagedKey = {
  ...KEY,
  key_id: 'key_b',
  label: 'mail',
  status: 'rotated',
  created_at: '2026-01-02T00:00:00.000Z',
  grace_period_ends: '2026-02-01T00:00:00.000Z',
};
const idsOf = (items: readonly ManagedKey[]) => items.map(({ key_id }) => key_id);

describe('the list of managed keys', () => {
  it('finds by label and by both forms of an id, and filters by state', () => {
    const find = (text: string, state: ManagedKey['status'] | null = null) =>
      idsOf(orderList([KEY, ROTATED], managedView(text, state, readSort(undefined))));
    expect(find('')).toEqual(['key_b', 'key_a']);
    expect(find('PAYMENT')).toEqual(['key_a']);
    expect(find('hk_b')).toEqual(['key_b']);
    expect(find('', 'rotated')).toEqual(['key_b']);
    expect(find('payment', 'rotated')).toEqual([]);
  });

  it('orders keys without an end after those with one', () => {
    const view = managedView('', null, { by: 'ends', descending: false });
    expect(idsOf(orderList([KEY, ROTATED], view))).toEqual(['key_b', 'key_a']);
    expect(endOf({ ...ROTATED, revoked_at: '2026-01-03T00:00:00.000Z' })).toBe('2026-01-03T00:00:00.000Z');
  });

  it('keeps the order in the address and drops unknown ones', () => {
    expect(readSort('-label')).toEqual({ by: 'label', descending: true });
    expect(readSort('constructor')).toEqual({ by: 'created', descending: true });
    expect(sortText({ by: 'created', descending: true })).toBeUndefined();
    expect(sortText({ by: 'tier', descending: false })).toBe('tier');
  });

  it('asks for a label that can be typed, else for the id', () => {
    expect(typedNameOf(KEY)).toBe('Payment provider');
    expect(typedNameOf({ ...KEY, label: 'pаyment' })).toBe('key_a');
  });

  it('looks again when the next grace period is over, and never where none runs', () => {
    const now = Date.parse('2026-01-31T23:59:58.000Z');
    expect(untilNextEnd([KEY, ROTATED], now)).toBe(2_500);
    expect(untilNextEnd([ROTATED], now + 10_000)).toBe(500);
    expect(untilNextEnd([ROTATED], now - 86_400_000)).toBe(600_000);
    expect(untilNextEnd([KEY, { ...ROTATED, status: 'expired' }], now)).toBe(false);
  });

  it('exports no formula', () => {
    expect(managedCsv([{ ...KEY, label: '=1+1' }])).toContain(`"'=1+1"`);
  });
});

describe('the list of wrapped keys', () => {
  const wrapped: WrappedKey = {
    wrapped_key_id: 'wk_1',
    wrapping_tier: 'key-1',
    envelope_version: 2,
    key_id: 'key_a',
    holder: 'service',
    created_at: '2026-01-01T00:00:00.000Z',
    rotated_at: null,
  };

  it('finds a wrapped key by its id and by the key that it obeys', () => {
    expect(orderList([wrapped], wrappedView('KEY_A', 'id', false))).toHaveLength(1);
    expect(orderList([wrapped], wrappedView('key_b', 'id', false))).toHaveLength(0);
    expect(wrappedCsv([wrapped]).split('\r\n')[1]).toContain('"wk_1","key-1",2,"key_a"');
  });
});
