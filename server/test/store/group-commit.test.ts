/** Writes that share a transaction: each takes back its own, and all are on the disk or none. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSetting } from '../../src/settings/store.ts';
import { type Db, openDatabase } from '../../src/store/db.ts';
import { atCommit, togetherAtCommit, writeTogether } from '../../src/store/group-commit.ts';
import { remove, temporaryFolder } from '../backup/folder.ts';

let root: string;
let db: Db;
beforeEach(() => {
  root = temporaryFolder();
  db = openDatabase(join(root, 'touchstone.db'));
});
afterEach(async () => {
  await db.destroy();
  remove(root);
});

async function stored(): Promise<readonly string[]> {
  const rows = await db.selectFrom('settings').select('value').orderBy('value').execute();
  return rows.map(({ value }) => value);
}

/** Writes a row, then answers or throws. */
const write = (name: string, fails = false) =>
  writeTogether(db, async (transaction) => {
    await writeSetting(transaction, name as Parameters<typeof writeSetting>[1], name);
    if (fails) throw new Error(`${name} fails`);
    return name;
  });

test('one that fails takes back what it wrote, and nothing else', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `row ${String(index).padStart(2, '0')}`);
  const outcomes = await Promise.allSettled(names.map((name, index) => write(name, index % 3 === 0)));
  expect(outcomes.map(({ status }) => status)).toEqual(
    names.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
  expect(await stored()).toEqual(names.filter((_, index) => index % 3 !== 0));
  expect(await write('alone')).toBe('alone');
  await expect(write('alone and failing', true)).rejects.toThrow('alone and failing fails');
  expect(await stored()).not.toContain('alone and failing');
});

test('nobody is answered before what was left for the commit is done; where it fails, nothing is stored', async () => {
  const told: string[] = [];
  const withWork = (name: string, work: () => Promise<void>) =>
    writeTogether(db, async (transaction) => {
      await writeSetting(transaction, name as Parameters<typeof writeSetting>[1], name);
      await atCommit(transaction, work);
    }).then(
      () => told.push(`${name} is stored`),
      () => told.push(`${name} failed`),
    );
  await Promise.all([
    withWork('a', async () => {
      await setTimeout(20);
      told.push('the work of a');
    }),
    withWork('b', async () => void told.push('the work of b')),
  ]);
  expect(told).toEqual(['the work of a', 'the work of b', 'a is stored', 'b is stored']);
  told.length = 0;
  await Promise.all([withWork('c', async () => undefined), withWork('d', () => Promise.reject(new Error('no')))]);
  expect(told.sort()).toEqual(['c failed', 'd failed']);
  expect(await stored()).toEqual(['a', 'b']);
  // What a member that failed has left is not done.
  const skipped = writeTogether(db, async (transaction) => {
    await atCommit(transaction, async () => void told.push('never'));
    throw new Error('no');
  });
  await expect(Promise.all([withWork('e', async () => undefined), skipped])).rejects.toThrow('no');
  expect(await stored()).toEqual(['a', 'b', 'e']);
  expect(told).not.toContain('never');
});

test('a database that gives the whole transaction up fails all, and goes on afterwards', async () => {
  const { sql } = await import('kysely');
  const givenUp = writeTogether(db, async (transaction) => {
    await sql`ROLLBACK`.execute(transaction);
    throw new Error('the disk is full');
  });
  const outcomes = await Promise.allSettled([write('before'), givenUp, write('after')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await stored()).toEqual([]);
  expect(await write('later')).toBe('later');
  expect(await stored()).toEqual(['later']);
});

test('in a transaction of its own, work is done at once', async () => {
  const told: string[] = [];
  await db.transaction().execute(async (transaction) => {
    await atCommit(transaction, async () => void told.push('work'));
    told.push('after');
  });
  expect(told).toEqual(['work', 'after']);
});

test('work that is done together gets what the members left that did not fail, in their order', async () => {
  const batches: (readonly string[])[] = [];
  async function work(transaction: Db, items: readonly string[]) {
    batches.push(items);
    for (const item of items) await writeSetting(transaction, item as Parameters<typeof writeSetting>[1], item);
  }
  const leave = (name: string, fails: boolean) =>
    writeTogether(db, async (transaction) => {
      await togetherAtCommit(transaction, work, name);
      if (fails) throw new Error(`${name} fails`);
    });
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const outcomes = await Promise.allSettled(names.map((name) => leave(name, name === 'c')));
  expect(outcomes.filter(({ status }) => status === 'rejected').length).toBe(1);
  expect(batches.flat()).toEqual(['a', 'b', 'd', 'e', 'f']);
  expect(batches.length).toBeLessThan(5);
  expect(await stored()).toEqual(['a', 'b', 'd', 'e', 'f']);
  // Where it fails, nobody's is stored.
  const failing = (name: string) =>
    writeTogether(db, async (transaction) => {
      await writeSetting(transaction, name as Parameters<typeof writeSetting>[1], name);
      await togetherAtCommit(transaction, () => Promise.reject(new Error('no room')), name);
    });
  await expect(failing('g')).rejects.toThrow('no room');
  // In a transaction of one's own it is done at once.
  await db.transaction().execute(async (transaction) => {
    await togetherAtCommit(transaction, work, 'h');
    expect(batches.at(-1)).toEqual(['h']);
  });
  expect(await stored()).toEqual(['a', 'b', 'd', 'e', 'f', 'h']);
});

test('whoever comes in the same turn of the event loop is a member of the same transaction', async () => {
  const groups: (readonly string[])[] = [];
  const gather = async (_transaction: Db, names: readonly string[]) => void groups.push(names);
  const leave = (name: string) => writeTogether(db, (transaction) => togetherAtCommit(transaction, gather, name));
  const early = leave('early');
  for (let step = 0; step < 50; step++) await null;
  await Promise.all([early, leave('late')]);
  await leave('next turn');
  expect(groups).toEqual([['early', 'late'], ['next turn']]);
});
