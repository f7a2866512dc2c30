/** S35: a schema that another process changes while the database is open. Nothing is committed then. */

import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Db } from '../../src/store/engine.ts';
import { erase, write as writeTogether } from '../../src/store/engine.ts';
import { storageFaultOf } from '../../src/store/storage-fault.ts';
import { openShared, type SharedDatabase, write } from './shared-database.ts';

let db: SharedDatabase['db'];
let other: SharedDatabase['other'];
let close: SharedDatabase['close'];
beforeEach(() => {
  ({ db, other, close } = openShared());
});
afterEach(() => close());

const names = (on: Db) => on.selectFrom('settings').select('name').orderBy('name').execute();
const stored = async (on: Db) => (await names(on)).map(({ name }) => name);

/** Every way in which the program writes. */
const WAYS: readonly (readonly [string, (name: string) => Promise<unknown>])[] = [
  ['alone', (name) => write(db, name)],
  ['in a transaction', (name) => db.transaction().execute((inside) => write(inside, name))],
  ['together with others', (name) => writeTogether(db, (inside) => write(inside, name))],
];

const detailOf = (error: unknown) => {
  const fault = storageFaultOf(error);
  return fault?.cause === 'altered' ? fault.detail : `another error: ${error}`;
};

const TRIGGER = `CREATE TRIGGER quiet AFTER INSERT ON settings BEGIN
  UPDATE settings SET value = 'of somebody else' WHERE name = new.name; END`;

const CHANGES: readonly (readonly [string, readonly string[], string])[] = [
  ['a trigger', [TRIGGER], 'trigger quiet (foreign)'],
  ['a table', ['CREATE TABLE later (a TEXT) STRICT'], 'table later (foreign)'],
  ['a further column', ['ALTER TABLE api_keys ADD COLUMN zz TEXT'], 'table api_keys (changed)'],
  ['a guard that is gone', ['DROP TRIGGER agent_nodes_stay'], 'trigger agent_nodes_stay (missing)'],
  [
    'a trigger behind a step of a newer version',
    [TRIGGER, "INSERT INTO schema_migrations VALUES (999, 'later', '00')"],
    'schema step 999 (newer)',
  ],
  ['steps that are gone', ['DELETE FROM schema_migrations WHERE version > 22'], 'index api_keys_by_maker (foreign)'],
];

test.each(CHANGES)(
  'S35: after %s nothing is written in any way, and reading goes on',
  async (_what, changes, detail) => {
    await write(db, 'before');
    for (const change of changes) other.exec(change);
    for (const [, way] of WAYS) {
      const error = await way('after').catch((reason: unknown) => reason);
      expect(detailOf(error)).toContain(detail);
    }
    expect(await stored(db)).toEqual(['before']);
  },
);

test.each(WAYS)(
  "S35: a trigger is noticed although SQLite's number of the schema was put back: %s",
  async (_how, way) => {
    const number = other.pragma('schema_version', { simple: true });
    other.exec(TRIGGER);
    // The connection learns of the trigger while the number is another one, and keeps it.
    await stored(db);
    other.pragma(`schema_version = ${number}`);
    await expect(way('after')).rejects.toThrow('schema');
    expect(await stored(db)).toEqual([]);
  },
);

test('S35: a trigger that comes in the middle of a transaction', async () => {
  const written = db.transaction().execute(async (inside) => {
    await stored(inside);
    other.exec(TRIGGER);
    await write(inside, 'after');
  });
  await expect(written).rejects.toThrow();
  expect(await stored(db)).toEqual([]);
  const error = await write(db, 'after').catch((reason: unknown) => reason);
  expect(detailOf(error)).toBe('trigger quiet (foreign)');
});

test('a transaction that only reads goes on beside a changed schema', async () => {
  await write(db, 'before');
  other.exec(TRIGGER);
  expect(await db.transaction().execute(stored)).toEqual(['before']);
});

test('S35: once the schema is as it was, writes go on', async () => {
  other.exec(TRIGGER);
  await expect(write(db, 'a')).rejects.toThrow('schema');
  other.exec('DROP TRIGGER quiet');
  for (const [name, way] of WAYS) await way(name);
  expect(await stored(db)).toHaveLength(WAYS.length);
});

test('what leaves the schema as it is keeps nobody from writing', async () => {
  await write(db, 'a');
  other.exec("INSERT INTO settings (name, value) VALUES ('b', 'b')");
  await write(db, 'c');
  other.exec('VACUUM');
  other.exec('ANALYZE');
  await write(db, 'd');
  await erase(db);
  other.pragma('wal_checkpoint(TRUNCATE)');
  for (const [name, way] of WAYS) await way(name);
  expect(await stored(db)).toHaveLength(4 + WAYS.length);
});

test('a statement alone that fails is taken back, and the next one runs', async () => {
  await write(db, 'a');
  await expect(write(db, 'a')).rejects.toThrow(SqliteDatabase.SqliteError);
  await write(db, 'b');
  expect(await stored(db)).toEqual(['a', 'b']);
});
