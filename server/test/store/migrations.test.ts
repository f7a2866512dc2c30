import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/migrations.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { migrate, migrationHash } from '../../src/store/sqlite/schema.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** SHA-256 of every published step. A line here is never changed, only added. */
const PUBLISHED: Readonly<Record<number, string>> = {
  1: 'e16899b8b2294a164edfcf1062be143621e097530ec40e8d7b6bc45245bef0d0',
  2: 'dd9eba6349f9d7b84d1853cb63512abaa2bbd8f78aff6a66e65b4156f51a698e',
  3: '1b023560e48883725c066b5a6561c825b87b44278237ded244ce14de8409f469',
  4: '0fe6030914196c66665dc3382f5024e0d1c4b5e4754edb95e2eb6fc95cfb2b8a',
  5: '2bc9f1e7b88c1137b8eb35c232ef47acf9f0f676ae0fe90988c72cfc35ca89ae',
  6: 'bd3d3389e94144cbea1f5a5837c81b801932ff83703e5655091e9158bd5aae74',
  7: '10358af5035f51e3afe6d763353d4af0c5d14fddee5984fa1307bf6ec1f98185',
  8: 'e7f9bcab95d82dba1727e447cda8fca39e81392f99aa9c446301941eed11740b',
  9: '1426278c979e757a484cdf8bfac638454313fe2924aa292b1a2763b6fd297c71',
  10: 'f116f71c06c58c1b3f893510b818a040aa7c247a53e8fdf849947644ec8dfa14',
  11: '8e025de2d531e4188e2d266e3d09025b8c73b661306bac5a8c9f5f376e0c9304',
  12: '968a4d04475a8a8935ed09227577373008af31b9aebc8d71b8496fbcc596468c',
  13: 'd66ed9f5d35834e8f2dca307bd1070e650329d402c36f668920378681853836b',
  14: 'b795e3e9d3342e0adb685fad724854e863e49c728ba885009154b7dedb26c700',
  15: 'd6bbc8315274dc6671a16df446ad70787ec7be5afeae6f18065116ed76e3beeb',
  16: 'fe3913e3eba002d2014b738b6b1de9ab81edb36b4922ba7f68148db658415ad5',
  17: 'c33a1a76b42fc8c3fd0e4be9e55fff154a03fc9e0ee0ebc91512227095640cef',
  18: '0922f2344380ccd9525fb3a467ecdce51c80d6a949f5a7f2b1d94eec6c209d29',
  19: 'da7b8589f6382c330bacfff781675f8827ed6f0434df838d03e879c13f2ef2a4',
  20: '7d37b1bc245166313da9595bcf519e574ab53dffc11e31ea4fe399d77ff49115',
  21: '87487b1bf76d06d28987079348ab4a03d880992decc5d05a55b28233d05a2cff',
  22: 'a409149a2c6fae00bc9ac98e06ce71ab6bbae45b155145ded19da59db1cfe95a',
  23: 'be09b68f3b3376b80d9f36788e8a9562d98b6441dda77dfe19e7bf6a5def2082',
  24: '03e3db73bca958e2eb6a45ebba771a5c4663d0dd027efa9bc5bc0049c6f8ba13',
  25: 'd51cac42bdc5589d90c6c97709acce4ad3dd08194e65c0c415c15c55dc1788b7',
  26: 'a6137733d604041ad5811ea1c53df97b02b94d52f0fbc23de030c5bc0d451de2',
  27: 'ebc0c659f54902b75f99529384cbe45e2987d4b79f6ec7f0a7ed921307d73a56',
  28: '80ba266c0cc86b6a0acff088e5b049028b715078f1f596fc85f5c54f2d6eacd0',
  29: 'acc670cb96231986f618f128c5409f2e23cf4dda2ec087f8ac761e423dc1df1e',
  30: 'daf85203f3bdf5e44447282cec3ef513638dc323cce320fad2ab7c749689830d',
  31: '9d4b4ae481e8e073fd3b9c5836ef9aeaadce10bf039ebb11b3bace0e39c1028f',
  32: 'ff87c0fe3736375ea140928b7fed55c563a64413ee012c9bd5cc31321338637d',
  33: 'ed287d876225c6aacab0bcad042032946763c811cb5797fb0bc9f361eddf11e5',
  34: 'b5263c42d4fa1ae0d01537575ae3253ac32bd6a8ce1c2b4c46adc9f7b48d47c7',
  35: '2ab5ff74ce2d838444e410bab364281fa444331c9ce16dedf0aa01739b34b01b',
  37: '2cf57a2742533777be4c98c7f5f6169cd0d988713069921208525783df1a7d60',
  38: '486730401a23f8dc5abe78c56640efccdae0ac523eedd1daa4b81543b67f960e',
  39: 'ca2a0756eafa5701ac451f9444933edddc66571ae38b9a75e9fa78980b31ef67',
  40: '4e41553fd16b62cd9df45582247b27fc68aa57e327b52b4f4d99e48b80127a88',
  41: 'f29c43acee5f8850a521a528287bd300d9ea4c34939809cff0aad9851a6b41f5',
};

test('published steps are never edited', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(
    MIGRATIONS.map(({ version }) => version).toSorted((one, other) => one - other),
  );
  for (const migration of MIGRATIONS) expect(migrationHash(migration)).toBe(PUBLISHED[migration.version]);
});

test('an empty file becomes the present schema: strict tables, safe settings', async () => {
  const path = join(folder, 'a.db');
  await openDatabase(path).destroy();
  const db = openDatabase(path);
  await db.destroy();
  expect(statSync(path).mode & 0o777).toBe(0o600);
  const sqlite = new SqliteDatabase(path);
  const tables = sqlite.pragma('table_list') as { schema: string; name: string; strict: number }[];
  const own = tables.filter(({ schema, name }) => schema === 'main' && !name.startsWith('sqlite_'));
  expect(own.length).toBeGreaterThan(5);
  for (const { name, strict } of own) expect([name, strict]).toEqual([name, 1]);
  expect(sqlite.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(sqlite.pragma('foreign_key_check')).toEqual([]);
  sqlite.close();
});

test('a step that fails leaves nothing behind', () => {
  const sqlite = new SqliteDatabase(join(folder, 'b.db'));
  const broken = {
    version: 2,
    name: 'broken',
    sql: 'CREATE TABLE half (a TEXT) STRICT; CREATE TABLE half (a TEXT) STRICT;',
  };
  expect(() => migrate(sqlite, [...MIGRATIONS, broken])).toThrow('already exists');
  expect(sqlite.prepare("SELECT name FROM sqlite_master WHERE name = 'half'").all()).toEqual([]);
  expect(sqlite.prepare('SELECT max(version) AS version FROM schema_migrations').get()).toEqual({
    version: MIGRATIONS.at(-1)?.version,
  });
  sqlite.close();
});

test('a newer, an altered and a foreign file are refused', async () => {
  const path = join(folder, 'c.db');
  await openDatabase(path).destroy();
  const sqlite = new SqliteDatabase(path);
  sqlite.prepare("INSERT INTO schema_migrations VALUES (99, 'later', 'x')").run();
  expect(() => openDatabase(path)).toThrow('newer version');
  sqlite.exec("DELETE FROM schema_migrations WHERE version = 99; UPDATE schema_migrations SET sha256 = 'x'");
  expect(() => openDatabase(path)).toThrow('another form');
  sqlite.close();
  writeFileSync(join(folder, 'd.db'), 'this is not a database at all, only text that is long enough to be read as one');
  expect(() => openDatabase(join(folder, 'd.db'))).toThrow('not a database');
});

test('foreign keys and checks hold', async () => {
  const db = openDatabase(join(folder, 'e.db'));
  const orphan = db.insertInto('projects').values({ id: 'p', account_id: 'nobody', created_at: 0 }).execute();
  await expect(orphan).rejects.toThrow('FOREIGN KEY');
  const account = { id: 'a', email: 'e', plan: 'free', credits: -1, status: 'active', created_at: 0 };
  await expect(db.insertInto('accounts').values(account).execute()).rejects.toThrow('CHECK');
  await db.destroy();
});

test('two servers cannot share a folder', () => {
  const path = join(folder, 'server.lock');
  const database = join(folder, 'none.db');
  const lock = lockFolder(path, database);
  expect(() => lockFolder(path, database)).toThrow('Another Touchstone server');
  lock.release();
  lockFolder(path, database).release();
});
