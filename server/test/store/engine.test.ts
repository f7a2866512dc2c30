/** Writes that share a transaction: each takes back its own, and all are on the disk or none. */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeSetting } from '../../src/settings/store.ts';
import {
  changed,
  type Db,
  lastPosition,
  snapshot,
  takePositions,
  togetherAtCommit,
  versionOf,
  write,
} from '../../src/store/engine.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
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
const writeRow = (name: string, fails = false) =>
  write(db, async (transaction) => {
    await writeSetting(transaction, name as Parameters<typeof writeSetting>[1], name);
    if (fails) throw new Error(`${name} fails`);
    return name;
  });

test('one that fails takes back what it wrote, and nothing else', async () => {
  const names = Array.from({ length: 40 }, (_, index) => `row ${String(index).padStart(2, '0')}`);
  const outcomes = await Promise.allSettled(names.map((name, index) => writeRow(name, index % 3 === 0)));
  expect(outcomes.map(({ status }) => status)).toEqual(
    names.map((_, index) => (index % 3 === 0 ? 'rejected' : 'fulfilled')),
  );
  expect(await stored()).toEqual(names.filter((_, index) => index % 3 !== 0));
  expect(await writeRow('alone')).toBe('alone');
  await expect(writeRow('alone and failing', true)).rejects.toThrow('alone and failing fails');
  expect(await stored()).not.toContain('alone and failing');
});

test('nobody is answered before what was left for the commit is done; where it fails, nothing is stored', async () => {
  const told: string[] = [];
  const withWork = (name: string, work: () => Promise<void>) =>
    write(db, async (transaction) => {
      await writeSetting(transaction, name as Parameters<typeof writeSetting>[1], name);
      await togetherAtCommit(transaction, 'settings', work, name);
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
  const skipped = write(db, async (transaction) => {
    await togetherAtCommit(transaction, 'settings', async () => void told.push('never'), null);
    throw new Error('no');
  });
  await expect(Promise.all([withWork('e', async () => undefined), skipped])).rejects.toThrow('no');
  expect(await stored()).toEqual(['a', 'b', 'e']);
  expect(told).not.toContain('never');
});

test('a database that gives the whole transaction up fails all, and goes on afterwards', async () => {
  const { sql } = await import('kysely');
  const givenUp = write(db, async (transaction) => {
    await sql`ROLLBACK`.execute(transaction);
    throw new Error('the disk is full');
  });
  const outcomes = await Promise.allSettled([writeRow('before'), givenUp, writeRow('after')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await stored()).toEqual([]);
  expect(await writeRow('later')).toBe('later');
  expect(await stored()).toEqual(['later']);
});

test('work is left only where somebody does it: not outside of a write', async () => {
  const work = async () => undefined;
  await expect(togetherAtCommit(db, 'settings', work, null)).rejects.toThrow('internal');
  await expect(
    db.transaction().execute((transaction) => togetherAtCommit(transaction, 'settings', work, null)),
  ).rejects.toThrow('internal');
  await expect(snapshot(db, (moment) => togetherAtCommit(moment, 'settings', work, null))).rejects.toThrow('internal');
});

test('a write within a write is refused rather than waited for', async () => {
  await expect(write(db, (transaction) => write(transaction, async () => 'inner'))).rejects.toThrow('internal');
});

test('a snapshot is not written to, and does not see what is written meanwhile', async () => {
  await expect(snapshot(db, (moment) => writeSetting(moment, 'bad' as 'restored', 'bad'))).rejects.toThrow('internal');
  await writeRow('a');
  expect(await snapshot(db, (moment) => moment.selectFrom('settings').select('value').execute())).toHaveLength(1);
});

test('positions are gapless, whoever takes them and whatever is taken back', async () => {
  const take = (count: number, fails = false) =>
    write(db, async (transaction) => {
      const first = await takePositions(transaction, 'log_leaves', {}, count);
      const rows = Array.from({ length: count }, (_, at) => ({ position: first + at, data: new Uint8Array(32) }));
      await transaction.insertInto('log_leaves').values(rows).execute();
      if (fails) throw new Error('taken back');
      return first;
    });
  const outcomes = await Promise.allSettled([take(2), take(3, true), take(1), take(2)]);
  const firsts = outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value : null));
  expect(firsts).toEqual([1, null, 3, 4]);
  expect(await lastPosition(db, 'log_leaves', {})).toBe(5);
  await expect(takePositions(db, 'log_leaves', {})).rejects.toThrow('internal');
});

test('what a write changed of what others remember is another version after its commit, and only then', async () => {
  const say = (fails: boolean) =>
    write(db, async (transaction) => {
      changed(transaction, 'settings');
      expect(versionOf(transaction, 'settings')).toBe(0);
      if (fails) throw new Error('taken back');
    });
  await expect(say(true)).rejects.toThrow('taken back');
  expect(versionOf(db, 'settings')).toBe(0);
  await say(false);
  expect(versionOf(db, 'settings')).toBe(1);
  expect(await db.selectFrom('versions').selectAll().execute()).toEqual([{ topic: 'settings', version: 1 }]);
});

test('work that is done together gets what the members left that did not fail, in their order', async () => {
  const batches: (readonly string[])[] = [];
  async function work(transaction: Db, items: readonly string[]) {
    batches.push(items);
    for (const item of items) await writeSetting(transaction, item as Parameters<typeof writeSetting>[1], item);
  }
  const leave = (name: string, fails: boolean) =>
    write(db, async (transaction) => {
      await togetherAtCommit(transaction, 'settings', work, name);
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
    write(db, async (transaction) => {
      await writeSetting(transaction, name as Parameters<typeof writeSetting>[1], name);
      await togetherAtCommit(transaction, 'settings', () => Promise.reject(new Error('no room')), name);
    });
  await expect(failing('g')).rejects.toThrow('no room');
});

test('whoever comes in the same turn of the event loop is a member of the same transaction', async () => {
  const groups: (readonly string[])[] = [];
  const gather = async (_transaction: Db, names: readonly string[]) => void groups.push(names);
  const leave = (name: string) => write(db, (transaction) => togetherAtCommit(transaction, 'settings', gather, name));
  const early = leave('early');
  for (let step = 0; step < 50; step++) await null;
  await Promise.all([early, leave('late')]);
  await leave('next turn');
  expect(groups).toEqual([['early', 'late'], ['next turn']]);
});
