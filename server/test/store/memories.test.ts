/** What a process remembers and others may change is read anew after a change, whoever has made it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeSetting } from '../../src/settings/store.ts';
import { changed, write } from '../../src/store/engine.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('settings', async () => {
  const { db, settings } = server.deps;
  const { ledger_depth: before } = await settings.read();
  const store = (says: boolean, depth: number) =>
    write(db, async (transaction) => {
      await writeSetting(transaction, 'setting.ledger_depth', JSON.stringify(depth));
      if (says) changed(transaction, 'settings');
    });
  await store(false, 5);
  expect((await settings.read()).ledger_depth).toBe(before);
  await store(true, 6);
  expect((await settings.read()).ledger_depth).toBe(6);
});

test('key sets', async () => {
  const { db, keySets } = server.deps;
  expect(await keySets.verifying('receipt')).toHaveLength(1);
  const revoke = (says: boolean) =>
    write(db, async (transaction) => {
      const sets = transaction.updateTable('key_sets').set({ state: 'revoked' });
      await sets.where('keyset_use', '=', 'receipt').execute();
      if (says) changed(transaction, 'key-sets');
    });
  await revoke(false);
  expect(await keySets.verifying('receipt')).toHaveLength(1);
  await revoke(true);
  expect(await keySets.verifying('receipt')).toEqual([]);
});
