/** Writes without a sync on the event loop: others see them, failures leave nothing, and every other write keeps its sync. */
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Db, writeSoon } from '../../src/store/engine.ts';
import { openShared, type SharedDatabase, write } from './shared-database.ts';

const NORMAL = 1;
const FULL = 2;

let db: SharedDatabase['db'];
let other: SharedDatabase['other'];
let close: SharedDatabase['close'];
beforeEach(() => {
  ({ db, other, close } = openShared());
});
afterEach(() => close());

/** Settings by name, as somebody else sees them. */
function seen(): readonly unknown[] {
  return other.prepare('SELECT name FROM settings ORDER BY name').pluck().all();
}

async function levelOf(on: Db): Promise<number | undefined> {
  return (await sql<{ synchronous: number }>`PRAGMA synchronous`.execute(on)).rows[0]?.synchronous;
}

test('a write that nobody was promised commits without waiting for the disk; the next one waits again', async () => {
  for (const name of ['a', 'b']) {
    let level: number | undefined;
    await writeSoon(db, async (transaction) => {
      await write(transaction, name);
      level = await levelOf(transaction);
    });
    expect(level).toBe(NORMAL);
    expect(await levelOf(db)).toBe(FULL);
  }
  expect(seen()).toEqual(['a', 'b']);
});

test('what others write meanwhile waits for its end, and is synced as ever', async () => {
  const levels: (number | undefined)[] = [];
  const durable = () =>
    db.transaction().execute(async (transaction) => {
      levels.push(await levelOf(transaction));
    });
  let during: Promise<void> | null = null;
  await Promise.all([
    durable(),
    writeSoon(db, async (transaction) => {
      during = durable();
      await write(transaction, 'a');
    }),
    durable(),
  ]);
  await during;
  expect(levels).toEqual([FULL, FULL, FULL]);
});

test('one that fails leaves nothing, and the next write is synced', async () => {
  const failing = writeSoon(db, async (transaction) => {
    await write(transaction, 'a');
    throw new Error('taken back');
  });
  await expect(failing).rejects.toThrow('taken back');
  expect(seen()).toEqual([]);
  expect(await levelOf(db)).toBe(FULL);
});

test('reads of the same turn are no obstacle', async () => {
  await db.selectFrom('settings').select('name').execute();
  await writeSoon(db, async (transaction) => {
    await write(transaction, 'a');
  });
  expect(seen()).toEqual(['a']);
});
