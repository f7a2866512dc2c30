/** The one connection: queries run at once where it is free, wait where it is not, and reads of a turn share their locks. */
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, erase } from '../../src/store/engine.ts';
import { openReader } from '../../src/store/sqlite/open.ts';
import { openShared, type SharedDatabase, write } from './shared-database.ts';

let file: SharedDatabase['file'];
let db: SharedDatabase['db'];
let other: SharedDatabase['other'];
let close: SharedDatabase['close'];
beforeEach(() => {
  ({ file, db, other, close } = openShared());
});
afterEach(() => close());

async function stored(on: Db): Promise<readonly string[]> {
  const rows = await on.selectFrom('settings').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Whether no connection reads what a checkpoint would take away. */
function isJournalFree(): boolean {
  const [result] = other.pragma('wal_checkpoint(TRUNCATE)') as { busy: number }[];
  return result?.busy === 0;
}

test('a query waits for the end of a transaction that is not its own, and sees it whole or not at all', async () => {
  for (const fails of [false, true]) {
    const name = `fails ${fails}`;
    let waiting: Promise<readonly string[]> | null = null;
    let isRead = false;
    const transaction = db.transaction().execute(async (inside) => {
      await write(inside, name);
      waiting = stored(db).finally(() => {
        isRead = true;
      });
      await turn();
      expect(isRead).toBe(false);
      expect(await stored(inside)).toContain(name);
      if (fails) throw new Error('taken back');
    });
    if (fails) await expect(transaction).rejects.toThrow('taken back');
    else await transaction;
    expect(await waiting).toEqual(['fails false']);
  }
});

test('transactions follow each other in the order in which they were asked for', async () => {
  const told: string[] = [];
  const one = (name: string) =>
    db.transaction().execute(async (inside) => {
      told.push(`${name} begins`);
      await turn();
      await write(inside, name);
      told.push(`${name} ends`);
    });
  await Promise.all([one('a'), one('b'), one('c')]);
  expect(told).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});

test('a query that fails rejects, and harms nobody else', async () => {
  await write(db, 'a');
  await expect(write(db, 'a')).rejects.toThrow('UNIQUE');
  await expect(sql`SELECT * FROM absent`.execute(db)).rejects.toThrow('no such table');
  const failed = db.transaction().execute(async (inside) => {
    await write(inside, 'b');
    await write(inside, 'a');
  });
  await expect(failed).rejects.toThrow('UNIQUE');
  await write(db, 'c');
  expect(await stored(db)).toEqual(['a', 'c']);
});

test('a transaction that has ended takes no more queries', async () => {
  let kept: Db | null = null;
  await db.transaction().execute(async (inside) => {
    kept = inside;
  });
  await expect(async () => stored(kept ?? db)).rejects.toThrow('already committed');
});

test('reads of a turn share a transaction, which ends with the turn', async () => {
  await write(db, 'a');
  expect(await stored(db)).toEqual(['a']);
  other.prepare("INSERT INTO settings (name, value) VALUES ('b', 'b')").run();
  expect(await stored(db)).toEqual(['a']);
  expect(isJournalFree()).toBe(false);
  await turn();
  expect(isJournalFree()).toBe(true);
  expect(await stored(db)).toEqual(['a', 'b']);
});

test("a worker's read ends at once", async () => {
  const reader = openReader(file);
  try {
    await write(db, 'a');
    expect(await stored(reader)).toEqual(['a']);
    expect(isJournalFree()).toBe(true);
    await write(db, 'b');
    expect(await stored(reader)).toEqual(['a', 'b']);
  } finally {
    await reader.destroy();
  }
});

test('it ends before whatever is more than a read', async () => {
  await write(db, 'a');
  await stored(db);
  expect(other.prepare('SELECT count(*) AS count FROM settings').get()).toEqual({ count: 1 });
  // A transaction that had begun before this one would refuse to write after it.
  other.prepare("INSERT INTO settings (name, value) VALUES ('b', 'b')").run();
  await write(db, 'c');
  expect(await stored(db)).toEqual(['a', 'b', 'c']);
  other.prepare("INSERT INTO settings (name, value) VALUES ('d', 'd')").run();
  await db.transaction().execute(async (inside) => {
    await write(inside, 'e');
    expect(await stored(inside)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
  await stored(db);
  expect(await erase(db)).toBe(true);
});

test('a statement that answers rows and writes is no read: others see it at once', async () => {
  await stored(db);
  const { rows } = await sql`INSERT INTO settings (name, value) VALUES ('a', 'a') RETURNING name`.execute(db);
  expect(rows).toEqual([{ name: 'a' }]);
  expect(other.prepare('SELECT name FROM settings').all()).toEqual([{ name: 'a' }]);
});

test('a pragma does what it says each time, also behind reads of the same turn', async () => {
  const level = async () => (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(db)).rows[0]?.synchronous;
  for (const _turn of [1, 2]) {
    await stored(db);
    await sql`PRAGMA synchronous = NORMAL`.execute(db);
    expect(await level()).toBe(1);
    await stored(db);
    await sql`PRAGMA synchronous = FULL`.execute(db);
    expect(await level()).toBe(2);
  }
});

test('the journal is not emptied while somebody reads it, and nobody waits for that', async () => {
  await write(db, 'a');
  other.exec('BEGIN');
  other.prepare('SELECT name FROM settings').all();
  for (const name of ['b', 'c']) {
    await write(db, name);
    // Waiting would hold the event loop for seconds, until the test runs out of time.
    expect(await erase(db)).toBe(false);
  }
  other.exec('COMMIT');
  expect(await erase(db)).toBe(true);
});

test('closes while the reads of a turn share a transaction; what comes later rejects', async () => {
  await stored(db);
  await db.destroy();
  await turn();
  await expect(stored(db)).rejects.toThrow('not open');
});

test('bytes are plain arrays, of which a slice is a copy', async () => {
  const { rows } = await sql<{ bytes: Uint8Array }>`SELECT x'0102' AS bytes`.execute(db);
  const [row] = rows;
  expect(row?.bytes.constructor).toBe(Uint8Array);
  expect([...(row?.bytes ?? [])]).toEqual([1, 2]);
});
