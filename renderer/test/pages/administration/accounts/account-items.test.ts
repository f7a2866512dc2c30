import { describe, expect, it } from 'vitest';
import {
  type AccountItem,
  accountsCsv,
  accountView,
} from '../../../../src/pages/administration/accounts/account-items.ts';
import {
  OLDEST_FIRST,
  readAccountsSearch,
  readSort,
  sortText,
} from '../../../../src/pages/administration/accounts/search.ts';
import { orderList } from '../../../../src/parts/list-page/list-order.ts';

function item(email: string, changes: Partial<AccountItem> = {}): AccountItem {
  return {
    id: `acc_${email.slice(0, 1)}`,
    email,
    plan: 'free',
    credits: 10,
    status: 'active',
    created_at: '2026-01-01T00:00:00.000Z',
    ...changes,
  };
}

const ADA = item('ada@example.com', { credits: 9, plan: 'pro', created_at: '2026-01-03T00:00:00.000Z' });
const BOB = item('bob@example.com', { credits: 100, status: 'suspended', created_at: '2026-01-02T00:00:00.000Z' });
const CLEO = item('cleo@example.org', { credits: 20, plan: 'starter' });
const ALL = [ADA, BOB, CLEO];
const ANY = { text: '', plan: null, status: null } as const;

describe('accountView', () => {
  it('filters by text, plan and status', () => {
    expect(orderList(ALL, accountView({ ...ANY, text: 'EXAMPLE.COM' }, OLDEST_FIRST))).toEqual([BOB, ADA]);
    expect(orderList(ALL, accountView({ ...ANY, text: 'acc_c' }, OLDEST_FIRST))).toEqual([CLEO]);
    expect(orderList(ALL, accountView({ ...ANY, plan: 'pro' }, OLDEST_FIRST))).toEqual([ADA]);
    expect(orderList(ALL, accountView({ ...ANY, status: 'suspended' }, OLDEST_FIRST))).toEqual([BOB]);
    expect(orderList(ALL, accountView({ ...ANY, text: 'nobody' }, OLDEST_FIRST))).toEqual([]);
  });

  it('sorts numbers as numbers, and plans by what they allow', () => {
    expect(orderList(ALL, accountView(ANY, { by: 'credits', descending: true }))).toEqual([BOB, CLEO, ADA]);
    expect(orderList(ALL, accountView(ANY, { by: 'plan', descending: false }))).toEqual([BOB, CLEO, ADA]);
  });
});

describe('the address', () => {
  it('keeps orders in both directions', () => {
    for (const sort of [
      { by: 'credits', descending: true },
      { by: 'email', descending: false },
      { by: 'created', descending: true },
    ] as const) {
      expect(readSort(sortText(sort))).toEqual(sort);
    }
    expect(sortText(OLDEST_FIRST)).toBeUndefined();
    expect(readSort('-nonsense')).toEqual(OLDEST_FIRST);
  });

  it('drops what is none of its own', () => {
    const good = { account: 'acc_local', tab: 'keys', key: 'ak_0123456789abcdef', plan: 'pro', status: 'active' };
    expect(readAccountsSearch({ ...good, q: 2026, other: 1 })).toEqual({ ...good, q: '2026' });
    expect(
      readAccountsSearch({
        account: '../../keys',
        tab: 'secrets',
        key: 'a/b',
        plan: 'gold',
        status: 'gone',
        view: 'x',
        of: '',
        action: 'a'.repeat(101),
      }),
    ).toEqual({});
  });
});

describe('accountsCsv', () => {
  it('has a header, one line each, and runs no formula', () => {
    const csv = accountsCsv([item('=cmd@example.com')]);
    expect(csv).toBe(
      `id,email,plan,credits,status,created_at_utc\r\n"acc_=","'=cmd@example.com","free",10,"active","2026-01-01T00:00:00.000Z"\r\n`,
    );
  });
});
