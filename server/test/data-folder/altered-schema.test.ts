/** S35: a trigger that another process puts into the database while the server runs must not undo what the service writes. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let sqlite: SqliteDatabase.Database;
beforeEach(async () => {
  server = await openTestServer();
  sqlite = new SqliteDatabase(join(server.dataDir, 'touchstone.db'));
});
afterEach(async () => {
  sqlite.close();
  await server.close();
});

const status = async (key: string) => (await server.call('GET', '/v1/keys', { token: key })).status;
const health = async () => {
  const answer = await server.call('GET', '/health');
  return [answer.at('status'), answer.at('details.storage.cause')];
};

test('S35: a revocation that a new trigger would undo is refused, named in log and health, and goes through afterwards', async () => {
  const { key, keyId } = await server.newKey();
  const revoke = () => server.call('DELETE', `/api/v1/admin/keys/${keyId}`, { token: server.admin });
  sqlite.exec(`CREATE TRIGGER quiet AFTER UPDATE ON api_keys BEGIN
    UPDATE api_keys SET revoked_at = old.revoked_at, seal = old.seal WHERE id = old.id; END`);
  for (let times = 0; times < 2; times++) {
    const refused = await revoke();
    expect([refused.status, refused.code]).toEqual([500, 'INTERNAL']);
    expect(refused.message).toContain('Another program changed the schema of the database');
  }
  const named = server.logged.map((line) => JSON.parse(line)).filter(({ cause }) => cause === 'altered');
  const fault = { level: 50, code: 'SCHEMA_CHANGED', detail: 'trigger quiet (foreign)' };
  expect(named).toEqual([expect.objectContaining(fault)]);
  expect(await health()).toEqual(['degraded', 'altered']);
  // What only reads is answered.
  expect((await server.call('GET', '/api/v1/admin/accounts', { token: server.admin })).status).toBe(200);

  sqlite.exec('DROP TRIGGER quiet');
  expect((await revoke()).status).toBeLessThan(300);
  expect(await status(key)).toBe(401);
  await expect.poll(health, { interval: 300 }).toEqual(['ok', undefined]);
});

test('S36: nothing is written to a database in whose place another file stands, and it goes on when that one is back', async () => {
  const issue = () =>
    server.call('POST', '/api/v1/admin/keys', { token: server.admin, json: { project_id: 'prj_local' } });
  const file = join(server.dataDir, 'touchstone.db');
  renameSync(file, `${file}.kept`);
  // None at all, then another one.
  for (let times = 0; times < 2; times++) {
    expect((await issue()).code).toBe('INTERNAL');
    writeFileSync(file, 'another file');
  }
  expect(await health()).toEqual(['degraded', 'altered']);
  renameSync(`${file}.kept`, file);
  expect((await issue()).status).toBe(200);
});
