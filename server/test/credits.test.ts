import { expect, test } from 'vitest';
import { createCredits } from '../src/credits.ts';
import { listUsage } from '../src/store/accounts.ts';
import { openTestServer } from './harness.ts';

test('usage that cannot be written is counted again, and closing does not fail', async () => {
  const server = await openTestServer();
  try {
    const { db, clock } = server.deps;
    const logged: unknown[] = [];
    let isBroken = true;
    const sometimes = new Proxy(db, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (name === 'transaction' && isBroken) {
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
