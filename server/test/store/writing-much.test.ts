/** Large writes: what they leave in the journal is moved by somebody else, and SQLite does it again afterwards. */
import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addressOf, type Db, syncAhead, write, writingMuch } from '../../src/store/engine.ts';
import { moveJournal } from '../../src/store/sqlite/writing-much.ts';
import { openShared, type SharedDatabase, write as writeSetting } from './shared-database.ts';

const SQLITES_OWN = 1000;
const MUCH = 8 * 1024 * 1024;

let db: SharedDatabase['db'];
let close: SharedDatabase['close'];
beforeEach(() => {
  ({ db, close } = openShared());
});
afterEach(() => close());

async function movedFrom(on: Db): Promise<number | undefined> {
  return (await sql<{ wal_autocheckpoint: number }>`PRAGMA wal_autocheckpoint`.execute(on)).rows[0]?.wal_autocheckpoint;
}

const writeMuch = () => write(db, (transaction) => writeSetting(transaction, 'x'.repeat(MUCH)));
const sizeOfFile = () => statSync(addressOf(db)).size;

test('who settles gets the address once the write is committed; SQLite moves nothing meanwhile, and does again then', async () => {
  const settled: string[] = [];
  let meanwhile: number | undefined;
  await writingMuch(
    db,
    async (address) => {
      expect(sizeOfFile()).toBeLessThan(MUCH);
      settled.push(address);
      moveJournal(address);
    },
    async () => {
      meanwhile = await movedFrom(db);
      await writeMuch();
    },
  );
  expect(meanwhile).toBe(0);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(settled).toEqual([addressOf(db)]);
  expect(sizeOfFile()).toBeGreaterThan(MUCH);
  expect(await movedFrom(db)).toBe(SQLITES_OWN);
});

test('where the write or the settling fails, SQLite moves as ever', async () => {
  const none = async () => undefined;
  const failing = writingMuch(db, none, () => Promise.reject(new Error('no room')));
  await expect(failing).rejects.toThrow('no room');
  await writingMuch(db, () => Promise.reject(new Error('no worker')), writeMuch);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(await movedFrom(db)).toBe(SQLITES_OWN);
});

test('of two at once, the last one gives it back', async () => {
  const first = Promise.withResolvers<void>();
  const one = writingMuch(
    db,
    async () => undefined,
    () => first.promise,
  );
  await writingMuch(db, async () => undefined, writeMuch);
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(await movedFrom(db)).toBe(0);
  first.resolve();
  await one;
  for (let turn = 0; turn < 10; turn++) await nextTurn();
  expect(await movedFrom(db)).toBe(SQLITES_OWN);
});

test('syncing ahead belongs into a transaction, and a large write around one', async () => {
  expect(() => syncAhead(db)).toThrow('belongs into a transaction');
  await write(db, async (transaction) => {
    await syncAhead(transaction);
    expect(() => writingMuch(transaction, async () => undefined, writeMuch)).toThrow('within a transaction');
  });
});
