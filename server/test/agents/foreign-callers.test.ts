import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStrangersWork, takeTurn } from '../../src/agents/foreign-callers.ts';
import type { Db } from '../../src/store/engine.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';

let folder: string;
let db: Db;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  db = openDatabase(join(folder, 'a.db'));
});
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

test('parts of several works take turns, one at a time, and one that fails holds nobody up', async () => {
  const order: string[] = [];
  let atOnce = 0;
  const part = (name: string) => () =>
    takeTurn(db, async () => {
      expect(++atOnce).toBe(1);
      await Promise.resolve();
      atOnce--;
      order.push(name);
      if (name === 'b1') throw new RangeError('no');
    });
  const long = (async () => {
    for (const name of ['a1', 'a2', 'a3']) await part(name)();
  })();
  const failing = part('b1')();
  const short = part('c1')();
  await expect(failing).rejects.toThrow(RangeError);
  await Promise.all([long, short]);
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
});

test('the same work is done once for all who ask meanwhile, and again afterwards', async () => {
  const once = createStrangersWork<number>('count');
  const other = createStrangersWork<number>('other');
  let done = 0;
  const work = async () => ++done;
  expect(
    await Promise.all([once(db, 'x', work), once(db, 'x', work), once(db, 'y', work), other(db, 'x', work)]),
  ).toEqual([1, 1, 2, 3]);
  expect(await once(db, 'x', work)).toBe(4);
});

test('who comes when too many wait is refused', async () => {
  const once = createStrangersWork<void>('wait');
  const gate = Promise.withResolvers<void>();
  const waiting = Array.from({ length: 32 }, (_, at) => once(db, String(at), () => gate.promise));
  expect(() => once(db, 'more', () => gate.promise)).toThrow(/Too much/);
  expect(once(db, '7', () => gate.promise)).toBe(waiting[7]);
  gate.resolve();
  await Promise.all(waiting);
  await once(db, 'more', () => gate.promise);
});
