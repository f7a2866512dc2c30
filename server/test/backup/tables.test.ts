/** Fails where somebody adds a table and forgets what a backup means for it. */
import SqliteDatabase from 'better-sqlite3';
import { expect, test } from 'vitest';
import { SEALED_TABLES } from '../../src/backup/envelopes.ts';
import { RESTORE_RULES } from '../../src/backup/store.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/migrations.ts';
import { migrate } from '../../src/store/sqlite/schema.ts';

function fresh(): SqliteDatabase.Database {
  const sqlite = new SqliteDatabase(':memory:');
  migrate(sqlite, MIGRATIONS);
  return sqlite;
}

const tablesOf = (sqlite: SqliteDatabase.Database) =>
  sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").pluck().all() as string[];

test('S27: every table states what a restore makes of it', () => {
  expect(Object.keys(RESTORE_RULES).sort()).toEqual(tablesOf(fresh()));
});

test('every sealed column is tried by restore and doctor', () => {
  const sqlite = fresh();
  const sealed = tablesOf(sqlite).filter(
    (table) => sqlite.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, 'envelope') !== undefined,
  );
  expect(Object.keys(SEALED_TABLES).sort()).toEqual(sealed);
});

test('every column that names a file is known: artifacts have the only one', () => {
  const sqlite = fresh();
  const naming = tablesOf(sqlite).filter(
    (table) => sqlite.prepare('SELECT 1 FROM pragma_table_info(?) WHERE name = ?').get(table, 'file') !== undefined,
  );
  expect(naming).toEqual(['artifacts']);
});
