import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepared } from '../../src/store/prepared.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-prepared-'));
const db = openDatabase(join(folder, 'touchstone.db'));

afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const insert = prepared<{ name: string; value: string }>()((build, value) =>
  build.insertInto('settings').values({ name: value('name'), value: value('value') }),
);
const find = prepared<{ name: string }>()((build, value) =>
  build.selectFrom('settings').select(['value']).where('name', '=', value('name')).where('value', '!=', 'never'),
);
const change = prepared<{ from: string; to: string }>()((build, value) =>
  build
    .updateTable('settings')
    .set({ value: value('to') })
    .where('value', '=', value('from')),
);

test('takes each call at its own values, beside the constants of the query', async () => {
  expect(await insert.change(db, { name: 'one', value: 'a' })).toBe(1);
  expect(await insert.change(db, { name: 'two', value: "'; DROP TABLE settings --" })).toBe(1);
  expect(await insert.change(db, { name: 'three', value: 'never' })).toBe(1);
  expect(await find.first(db, { name: 'one' })).toEqual({ value: 'a' });
  expect(await find.all(db, { name: 'two' })).toEqual([{ value: "'; DROP TABLE settings --" }]);
  expect(await find.first(db, { name: 'three' })).toBeNull();
  expect(await find.first(db, { name: 'four' })).toBeNull();
});

test('tells how many rows changed, and takes part in a transaction', async () => {
  const undone = db.transaction().execute(async (transaction) => {
    expect(await change.change(transaction, { from: 'a', to: 'b' })).toBe(1);
    expect(await change.change(transaction, { from: 'a', to: 'c' })).toBe(0);
    expect(await find.first(transaction, { name: 'one' })).toEqual({ value: 'b' });
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await find.first(db, { name: 'one' })).toEqual({ value: 'a' });
});

test('refuses a call without one of its values', async () => {
  const values: { name: string } = JSON.parse('{}');
  await expect(find.first(db, values)).rejects.toThrow('no value for name');
});
