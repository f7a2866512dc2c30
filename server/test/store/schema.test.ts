/** S35: a trigger of somebody else could undo what the service writes, with every seal of a row genuine. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/migrations.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { migrate } from '../../src/store/sqlite/schema.ts';
import { kdf, remove, temporaryFolder } from '../backup/folder.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = temporaryFolder();
  file = join(folder, 'touchstone.db');
  await openDatabase(file).destroy();
});
afterEach(() => remove(folder));

function edit(...statements: readonly string[]): void {
  const sqlite = new SqliteDatabase(file);
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
}

const UNDO = `AFTER UPDATE ON api_keys BEGIN
  UPDATE api_keys SET revoked_at = old.revoked_at, seal = old.seal WHERE id = old.id; END`;

test.each([
  [
    "a trigger in another's place",
    ['DROP TRIGGER agent_nodes_stay', `CREATE TRIGGER agent_nodes_stay ${UNDO}`],
    'trigger agent_nodes_stay (changed)',
  ],
  ['a new trigger', [`CREATE TRIGGER quiet ${UNDO}`], 'trigger quiet (foreign)'],
  [
    "a trigger with a name of SQLite's own",
    [
      `CREATE TRIGGER quiet ${UNDO}`,
      'PRAGMA writable_schema = ON',
      "UPDATE sqlite_schema SET name = 'sqlite_quiet', sql = replace(sql, 'quiet', 'sqlite_quiet') WHERE name = 'quiet'",
    ],
    'trigger sqlite_quiet (foreign)',
  ],
  ['no trigger', ['DROP TRIGGER agent_nodes_stay'], 'trigger agent_nodes_stay (missing)'],
  ['a further column', ['ALTER TABLE api_keys ADD COLUMN zz TEXT'], 'table api_keys (changed)'],
  ['a renamed column', ['ALTER TABLE api_keys RENAME COLUMN label TO labels'], 'table api_keys (changed)'],
  ['a view', ['CREATE VIEW v AS SELECT 1'], 'view v (foreign)'],
])('S35: with %s the server does not start, and doctor names it', async (_what, statements, named) => {
  const sqlite = new SqliteDatabase(file);
  sqlite.unsafeMode(true);
  for (const statement of statements) sqlite.exec(statement);
  sqlite.close();
  expect(() => openDatabase(file)).toThrow(named);
  const options = { dataDir: folder, kdf, random: systemRandom, clock: Date.now, freeBytes: () => 2 ** 40 };
  const { findings } = await examineDataFolder(options);
  const found = findings.filter(({ check, status }) => check === 'database-schema' && status === 'problem');
  expect(found.map(({ message }) => message).join()).toContain(named.split(' (')[0]);
});

test('S35: what a migration finds is judged before it runs; an older schema as it was made goes on', async () => {
  rmSync(file);
  const sqlite = new SqliteDatabase(file);
  migrate(sqlite, MIGRATIONS.slice(0, 12));
  sqlite.close();
  edit('CREATE TABLE later (a TEXT) STRICT');
  expect(() => openDatabase(file)).toThrow('table later (foreign)');
  edit('DROP TABLE later', 'VACUUM', 'ANALYZE');
  await openDatabase(file).destroy();
});
