/** S35: another ledger, or the mark of a restore, does not begin because the settings say so. */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { beginRestoredLedger } from '../../src/ledger/origin.ts';
import { write } from '../../src/store/engine.ts';
import { StoreError } from '../../src/store/store-error.ts';
import { kdf, makeFolder, NOW, remove, temporaryFolder } from '../backup/folder.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = temporaryFolder();
  await makeFolder(dataDir);
});
afterEach(() => remove(dataDir));

async function served(action: (server: TestServer) => Promise<unknown>): Promise<void> {
  const server = await openTestServer({ dataDir });
  try {
    await action(server);
  } finally {
    await server.close();
  }
}

function withDatabase<T>(action: (sqlite: SqliteDatabase.Database) => T): T {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  try {
    return action(sqlite);
  } finally {
    sqlite.close();
  }
}

/** Whether doctor names a change of the settings, and a start refuses it. */
async function seen(sql: string): Promise<readonly boolean[]> {
  const id = withDatabase((sqlite) => {
    const [found] = sqlite.prepare("SELECT value FROM settings WHERE name = 'ledger_id'").pluck().all();
    sqlite.exec(sql);
    return found;
  });
  const options = { dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 1e12 };
  const { findings } = await examineDataFolder(options);
  const isNamed = findings.some(({ status, message }) => status === 'problem' && message.includes('ledger_id'));
  const started = await served(async () => undefined).catch((error: unknown) => error);
  withDatabase((sqlite) =>
    sqlite.prepare("INSERT OR REPLACE INTO settings (name, value) VALUES ('ledger_id', ?)").run(id),
  );
  return [isNamed, started instanceof StoreError];
}

test('where blocks are of another ledger, and where the last restore began another', async () => {
  await served(async ({ deps: { db, chains } }) => {
    await write(db, (transaction) => chains.get('ethereum').anchor(transaction, 'document', 'ab'.repeat(32)));
    await chains.makeBlocks();
  });
  const changed = "UPDATE settings SET value = 'led_ffffffffffffffff' WHERE name = 'ledger_id'";
  const removed = "DELETE FROM settings WHERE name = 'ledger_id'";
  for (const sql of [changed, removed]) expect(await seen(sql)).toEqual([true, true]);

  const told = { restored_at: '2026-04-02T00:00:00.000Z', backup_created_at: '2026-04-01T00:00:00.000Z' };
  await served(({ deps: { db } }) => write(db, (transaction) => beginRestoredLedger(transaction, told, systemRandom)));
  for (const sql of [changed, removed]) expect(await seen(sql)).toEqual([true, true]);
  await served(async ({ deps: { chains } }) => expect(await chains.makeBlocks()).toBe(10));
  for (const sql of [changed, removed]) expect(await seen(sql)).toEqual([true, true]);
  // What an earlier version wrote there is not read, whatever it is.
  expect(await seen("INSERT INTO settings (name, value) VALUES ('ledger_restored', '{')")).toEqual([false, false]);
});
