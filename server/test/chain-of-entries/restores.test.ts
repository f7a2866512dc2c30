/** S35: what the service signs because a notice stands in the database is believed only where this service wrote it. */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { stateUsage } from '../../src/accounts/usage-statements.ts';
import { addRestore, takeUntold, timeOfRestore } from '../../src/chain-of-entries/restores.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { write } from '../../src/store/engine.ts';
import { kdf, NOW } from '../backup/folder.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

const AT = Date.UTC(2026, 3, 2);
const told = { restored_at: '2026-04-02T00:00:00.000Z', backup_created_at: '2026-04-01T00:00:00.000Z' };

function edit(text: string, ...values: readonly unknown[]): void {
  const sqlite = new SqliteDatabase(join(server.dataDir, 'touchstone.db'));
  sqlite.prepare(text).run(...values);
  sqlite.close();
}
const put = (name: string, value: string) =>
  edit('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)', name, value);

async function problems(): Promise<readonly string[]> {
  const options = { dataDir: server.dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 1e12 };
  const { findings } = await examineDataFolder(options);
  return findings.filter(({ status }) => status === 'problem').map(({ check }) => check);
}

test('the audit signs neither a restore nor an accepted rollback that somebody wrote there', async () => {
  const { audit, db } = server.deps;
  const entries = async () => (await db.selectFrom('audit_entries').selectAll().execute()).length;
  const before = await entries();
  put('rollback_accepted', '{"commits":99,"chains":["x"],"mark":"there"}');
  put('restores', JSON.stringify([{ told, ledger_id: 'led_1', is_told: false }]));
  await audit.tellRestore();
  expect(await entries()).toBe(before);
  expect(await problems()).toContain('row-seals');
  for (const garbage of ['{', '[]', '[{}]', '[{"told":{}}]']) {
    put('restores', garbage);
    put('rollback_accepted', garbage);
    await audit.tellRestore();
  }
  expect(await entries()).toBe(before);
});

test('a genuine restore is told once, and its notices are believed', async () => {
  const { db } = server.deps;
  await write(db, (transaction) => addRestore(transaction, { told, ledgerId: 'led_1', isTold: false }));
  expect([await timeOfRestore(db, AT), await timeOfRestore(db, AT + 1), await timeOfRestore(db, null)]).toEqual([
    AT,
    null,
    null,
  ]);
  expect(await write(db, takeUntold)).toEqual([told]);
  expect(await write(db, takeUntold)).toEqual([]);
  expect(await timeOfRestore(db, AT)).toBe(AT);
  // Changed by hand, it says nothing any more.
  edit("UPDATE settings SET value = replace(value, 'true', 'false') WHERE name = 'restores'");
  expect(await write(db, takeUntold)).toEqual([]);
});

test('a notice of a restore that there was not is named, and nothing is signed because of it', async () => {
  const { db } = server.deps;
  edit('INSERT INTO usage_statement_notices (account_id, restored_at) VALUES (?, ?)', LOCAL.accountId, AT);
  edit(
    'INSERT INTO secret_audit_notices (project_id, restored_at) VALUES (?, ?)',
    LOCAL.projectId,
    Number.MAX_SAFE_INTEGER,
  );
  expect(await problems()).toContain('restore-notices');
  await stateUsage(server.deps);
  const stated = await db.selectFrom('usage_statements').select('body').execute();
  expect(stated.filter(({ body }) => body.includes('restored'))).toEqual([]);
});
