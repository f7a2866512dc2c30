/** The rules of locks, which SQLite does not need and a second engine does: tests hold every transaction to them. */
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CHAINS, type ChainPlace } from '../../src/store/chains.ts';
import { type Db, lockChain, lockRow, takePositions, togetherAtCommit, write } from '../../src/store/engine.ts';
import { LOCK_ORDER } from '../../src/store/lock-order.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { remove, temporaryFolder } from '../backup/folder.ts';

let root: string;
let db: Db;
beforeEach(async () => {
  root = temporaryFolder();
  db = openDatabase(join(root, 'touchstone.db'), { rehearsesWrites: true });
  const account = { id: 'acc_1', email: 'a@example.com', plan: 'free', credits: 9, status: 'active', created_at: 1 };
  await db.insertInto('accounts').values(account).execute();
});
afterEach(async () => {
  await db.destroy();
  remove(root);
});

const accounts = (from: Db) => from.selectFrom('accounts').select(['id', 'credits']).where('id', '=', 'acc_1');
const setCredits = (to: Db, credits: number) =>
  to.updateTable('accounts').set({ credits }).where('id', '=', 'acc_1').execute();

test('the order names no place twice, and the end of every chain that is locked by itself', () => {
  expect(new Set(LOCK_ORDER).size).toBe(LOCK_ORDER.length);
  const chains = Object.entries<ChainPlace>(CHAINS).filter(([, { of }]) => of === undefined);
  const ends = chains.map(([name]) => `end of ${name}`);
  expect(LOCK_ORDER.filter((place) => place.startsWith('end of ')).toSorted()).toEqual(ends.toSorted());
});

describe('what a write changes', () => {
  test('it has read by lockRow', async () => {
    const careless = write(db, async (transaction) => {
      const { credits } = await accounts(transaction).executeTakeFirstOrThrow();
      await setCredits(transaction, credits - 1);
    });
    await expect(careless).rejects.toThrow('accounts is read without a lock and then changed');
    await write(db, async (transaction) => {
      const { credits } = await lockRow(accounts(transaction)).executeTakeFirstOrThrow();
      await setCredits(transaction, credits - 1);
    });
    expect((await accounts(db).executeTakeFirstOrThrow()).credits).toBe(8);
  });

  test('or counts on from what stands there', async () => {
    await write(db, async (transaction) => {
      await accounts(transaction).execute();
      const less = transaction.updateTable('accounts').set((row) => ({ credits: row('credits', '-', 1) }));
      await less.where('id', '=', 'acc_1').execute();
    });
    expect((await accounts(db).executeTakeFirstOrThrow()).credits).toBe(8);
  });
});

describe('the order of locks', () => {
  const lockAccount = (transaction: Db) => lockRow(accounts(transaction)).execute();

  test('holds for rows and chains, and what is held already is no new lock', async () => {
    await write(db, async (transaction) => {
      await lockAccount(transaction);
      await lockChain(transaction, 'audit_entries', {});
      await lockAccount(transaction);
      await setCredits(transaction, 3);
    });
    const turned = write(db, async (transaction) => {
      await lockChain(transaction, 'audit_entries', {});
      await lockAccount(transaction);
    });
    await expect(turned).rejects.toThrow('accounts  is locked after end of audit_entries');
  });

  test('chains of one kind come by their names', async () => {
    const lockBoth = (...keys: readonly string[]) =>
      write(db, async (transaction) => {
        for (const key_id of keys) await lockChain(transaction, 'key_events', { key_id });
      });
    await lockBoth('key_a', 'key_b');
    await expect(lockBoth('key_b', 'key_a')).rejects.toThrow('key_events');
  });

  test('a chain that counts entries of another once more is taken by who holds the end of that one', async () => {
    const scope = { project_id: 'prj_1', action: 'store' };
    const count = (holds: boolean) =>
      write(db, async (transaction) => {
        if (holds) await lockChain(transaction, 'secret_audit', { project_id: 'prj_1' });
        return takePositions(transaction, 'secret_audit_of_action', scope);
      });
    expect(await count(true)).toBe(1);
    await expect(count(false)).rejects.toThrow('without the end of secret_audit');
  });

  test('what writes leave is done in it, whoever left first, and after all that they did', async () => {
    const done: string[] = [];
    const leave = (transaction: Db, place: 'usage' | 'versions') =>
      togetherAtCommit(transaction, place, async () => void done.push(place), null);
    await Promise.all([
      write(db, (transaction) => leave(transaction, 'versions')),
      write(db, (transaction) => leave(transaction, 'usage')),
    ]);
    expect(done.slice(-2)).toEqual(['usage', 'versions']);
    const turned = write(db, async (transaction) => {
      await lockChain(transaction, 'log_leaves', {});
      await togetherAtCommit(transaction, 'versions', lockAccount, null);
    });
    await expect(turned).rejects.toThrow('accounts');
  });
});
