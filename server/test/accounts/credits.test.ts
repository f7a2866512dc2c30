import { expect, test } from 'vitest';
import { type Charge, createCredits } from '../../src/accounts/credits.ts';
import { findAccount, insertAccount, listUsage } from '../../src/accounts/store/accounts.ts';
import { write } from '../../src/store/engine.ts';
import { openTestServer } from '../harness.ts';

test('usage that cannot be written is counted again, and closing does not fail', async () => {
  const server = await openTestServer();
  try {
    const { db, clock } = server.deps;
    const logged: unknown[] = [];
    let isBroken = true;
    const sometimes = new Proxy(db, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name === 'connection' && isBroken) {
          return () => ({ execute: () => Promise.reject(new Error('database is locked')) });
        }
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    const credits = createCredits(sometimes, clock, { error: (...words: unknown[]) => void logged.push(words) });
    credits.count('acc_local', 'x.y.z');
    await credits.close();
    expect(JSON.stringify(logged)).toContain('database is locked');
    credits.count('acc_local', 'x.y.z');
    isBroken = false;
    await credits.close();
    const usage = await listUsage(db, { accountId: 'acc_local' });
    expect(usage.filter(({ operation }) => operation === 'x.y.z')).toMatchObject([{ calls: 2 }]);
  } finally {
    await server.close();
  }
});

/** Who has less than what is asked of it at once. */
const POOR = { plan: 'pro', credits: 5, status: 'active', createdAt: 0 } as const;
const UNITS = [2, 2, 2, 1];

test('of charges that come together exactly those fail that the balance does not reach, in their order', async () => {
  const server = await openTestServer();
  try {
    const { db, clock, log } = server.deps;
    const credits = createCredits(db, clock, log);
    const ways = {
      together: credits.settleTogether,
      writing: (charge: Charge) => write(db, (transaction) => credits.settle(transaction, charge)),
    };
    for (const [operation, settle] of Object.entries(ways)) {
      const accountId = `acc_${operation}`;
      await write(db, (transaction) =>
        insertAccount(transaction, { ...POOR, id: accountId, email: `${operation}@example.org` }),
      );
      const outcomes = await Promise.allSettled(UNITS.map((units) => settle({ accountId, operation, units })));
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
      expect(outcomes[2]).toMatchObject({ reason: { code: 'INSUFFICIENT_CREDITS' } });
      expect(await findAccount(db, accountId)).toMatchObject({ credits: 0 });
      expect(await listUsage(db, { accountId })).toMatchObject([{ operation, calls: 3, units: 5 }]);
    }
    await credits.close();
  } finally {
    await server.close();
  }
});

test('usage belongs to the day on which it was charged, in UTC', async () => {
  const server = await openTestServer();
  try {
    const { db, log } = server.deps;
    let now = Date.UTC(2027, 0, 31, 23, 59, 59, 999);
    const credits = createCredits(db, () => now, log);
    const charge = { accountId: 'acc_local', operation: 'x.y.z', units: 0 };
    await credits.settleTogether(charge);
    now += 1;
    await credits.settleTogether(charge);
    await credits.close();
    const usage = await listUsage(db, { accountId: 'acc_local' });
    const days = usage.filter(({ operation }) => operation === 'x.y.z').map(({ day, calls }) => `${day} ${calls}`);
    expect(days).toEqual(['2027-01-31 1', '2027-02-01 1']);
  } finally {
    await server.close();
  }
});
