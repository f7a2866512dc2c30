import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { preparedRows } from '../../src/store/prepared-rows.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';

const folder = mkdtempSync(join(tmpdir(), 'touchstone-prepared-rows-'));
const db = openDatabase(join(folder, 'touchstone.db'));
afterAll(async () => {
  await db.destroy();
  rmSync(folder, { recursive: true, force: true });
});

const insert = preparedRows<{ name: string; value: string }>()((build, value, rows) =>
  build
    .insertInto('settings')
    .values(rows.map((at) => ({ name: value('name', at), value: value('value', at) })))
    .returning('name'),
);

const stored = async () => {
  const rows = await db.selectFrom('settings').select(['name', 'value']).execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
};

test.each([0, 1, 2, 16, 17, 40])('inserts %i rows with their own values, in their order', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => ({
    name: `of ${count}: ${at}`,
    value: at === 0 ? "'); DROP TABLE settings; --" : `value ${at}`,
  }));
  expect((await insert(db, rows)).map(({ name }) => name)).toEqual(rows.map(({ name }) => name));
  const found = await stored();
  for (const { name, value } of rows) expect(found.get(name)).toBe(value);
});

test('tells of a row that cannot be inserted', async () => {
  const before = (await stored()).size;
  const twice = [
    { name: 'twice', value: 'a' },
    { name: 'twice', value: 'b' },
  ];
  await expect(insert(db, twice)).rejects.toThrow('UNIQUE');
  expect((await stored()).size).toBe(before);
});
