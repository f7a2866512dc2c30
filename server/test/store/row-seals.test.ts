/** Rows that open doors, changed behind the service (S35): by somebody who has the database file and no master key. */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ReadablePatient } from '../../src/doctor/check.ts';
import { rowSeals } from '../../src/doctor/row-seals.ts';
import { readSetting } from '../../src/settings/store.ts';
import { changed, write } from '../../src/store/engine.ts';
import { createRowSealer, SEALED, SEALED_NAMES } from '../../src/store/row-seal.ts';
import { inspectDatabase } from '../../src/store/sqlite/inspect.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/migrations.ts';
import { createVault, type Vault } from '../../src/vault/envelope.ts';
import { newVaultCheck, vaultCheckVersion } from '../../src/vault/vault-check.ts';
import { agentCalls } from '../agents/flow.ts';
import { temporaryFolder } from '../backup/folder.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
let sqlite: SqliteDatabase.Database;
async function open(): Promise<void> {
  server = await openTestServer({ dataDir: temporaryFolder() });
  sqlite = new SqliteDatabase(join(server.dataDir, 'touchstone.db'));
}
async function close(): Promise<void> {
  sqlite.close();
  await server.close();
  rmSync(server.dataDir, { recursive: true, force: true });
}
beforeAll(open);
afterAll(close);

/** As another process does it. Reads of one turn of the event loop see one state, so what comes after is another turn's. */
const change = async (sql: string, ...values: readonly unknown[]) => {
  const { changes } = sqlite.prepare(sql).run(...values);
  expect(changes).toBeGreaterThan(0);
  server.deps.identity.forget();
  await nextTurn();
};
const accountOf = (projectId: string) =>
  sqlite.prepare('SELECT account_id FROM projects WHERE id = ?').pluck().get(projectId);
const status = async (token: string, path = '/api/auth/keys') => (await server.call('GET', path, { token })).status;

/** What `touchstone doctor` says of the seals, and of one row where it is named. */
async function problems(row = ''): Promise<readonly string[]> {
  const inspection = inspectDatabase(join(server.dataDir, 'touchstone.db'));
  try {
    const findings = await server.deps.vault.lendMasterKey(async (masterKey) =>
      rowSeals.run({ inspection, masterKey, random: systemRandom } as ReadablePatient),
    );
    return findings.filter(({ status, message }) => status !== 'ok' && message.includes(row)).map((f) => f.message);
  } finally {
    await inspection.close();
  }
}

const logged = (row: string) =>
  server.logged.some((line) => line.includes(row) && line.includes('changed outside of the service'));

describe('reliability 1: a key of ones own does not become another key', () => {
  test('salt and hash copied into the row of another key', async () => {
    const own = await server.newKey();
    const victim = await server.newKey();
    expect([await status(own.key), await status(victim.key)]).toEqual([200, 200]);
    await change(
      `UPDATE api_keys SET (salt, secret_hash) = (SELECT salt, secret_hash FROM api_keys WHERE id = ?) WHERE id = ?`,
      own.keyId,
      victim.keyId,
    );
    const taken = `svc_live_${victim.keyId.slice(3)}_${own.key.split('_').at(-1)}`;
    expect([await status(taken), await status(victim.key), await status(own.key)]).toEqual([401, 401, 200]);
    expect(logged(victim.keyId)).toBe(true);
    expect(logged(own.key.split('_').at(-1) ?? '')).toBe(false);
    expect(await problems(victim.keyId)).toEqual([expect.stringContaining(`Row ${victim.keyId} of api_keys`)]);
  });

  test('a whole row that was put there, with the seal of another row or none', async () => {
    const own = await server.newKey();
    const victim = await server.newKey();
    for (const [name, seal] of [
      ['1'.repeat(16), 'seal'],
      ['2'.repeat(16), 'NULL'],
    ] as const) {
      await change(
        `INSERT INTO api_keys (id, project_id, salt, secret_hash, scopes, created_at, label, seal)
         SELECT 'ak_${name}', ?, salt, secret_hash, '"*"', created_at, 'x', ${seal} FROM api_keys WHERE id = ?`,
        victim.projectId,
        own.keyId,
      );
      expect(await status(`svc_live_${name}_${own.key.split('_').at(-1)}`)).toBe(401);
      expect((await problems()).join()).toContain(`Row ak_${name} of api_keys`);
    }
  });

  test.each([
    ['scopes', `UPDATE api_keys SET scopes = '["sign"]' WHERE id = ?`],
    ['project', `UPDATE api_keys SET project_id = 'prj_local' WHERE id = ?`],
    ['end', 'UPDATE api_keys SET expires_at = 99999999999999 WHERE id = ?'],
    ['no seal', 'UPDATE api_keys SET seal = NULL WHERE id = ?'],
    ['another version', "UPDATE api_keys SET seal = CAST(x'02' || substr(seal, 2) AS BLOB) WHERE id = ?"],
  ])('%s of a key', async (_name, sql) => {
    const { key, keyId } = await server.newKey();
    await change(sql, keyId);
    expect(await status(key)).toBe(401);
    expect((await problems()).join()).toContain(`Row ${keyId} of api_keys`);
  });

  test('a key that was revoked stays revoked, and a revocation does not bless what was changed', async () => {
    const { key, keyId } = await server.newKey();
    const admin = { token: server.admin };
    await change(`UPDATE api_keys SET scopes = '["sign"]' WHERE id = ?`, keyId);
    const path = `/api/v1/admin/keys/${keyId}`;
    expect((await server.call('PATCH', path, { ...admin, json: { label: 'mine' } })).code).toBe('CONFLICT');
    expect(await status(key)).toBe(401);
    expect((await server.call('POST', `${path}/rotate`, { ...admin, json: {} })).code).toBe('CONFLICT');
    expect((await server.call('DELETE', path, admin)).status).toBeLessThan(300);
    await change('UPDATE api_keys SET revoked_at = NULL WHERE id = ?', keyId);
    expect(await status(key)).toBe(401);
  });

  test.each([
    ['plan', "UPDATE accounts SET plan = 'enterprise_plus' WHERE id = (SELECT account_id FROM projects WHERE id = ?)"],
    ['email', "UPDATE accounts SET email = 'x@y.z' WHERE id = (SELECT account_id FROM projects WHERE id = ?)"],
    ['account of the project', "UPDATE projects SET account_id = 'acc_local' WHERE id = ?"],
  ])('%s', async (name, sql) => {
    const { key, projectId } = await server.newKey();
    const account = accountOf(projectId);
    expect(await status(key)).toBe(200);
    await change(sql, projectId);
    expect(await status(key)).toBe(401);
    const acting = { token: server.admin, headers: { 'x-svc-project': projectId } };
    expect((await server.call('GET', '/v1/keys', acting)).code).toBe('INVALID_REQUEST');
    expect(await problems(String(name === 'account of the project' ? projectId : account))).toHaveLength(1);
  });

  test('a second account that is opened for the former address has nothing of the first, which doctor names', async () => {
    const email = 'former@example.com';
    const { key, projectId } = await server.newKey({ email });
    const account = accountOf(projectId);
    await change("UPDATE accounts SET email = 'eve@example.com' WHERE id = ?", account);
    const second = await server.newKey({ email });
    expect(accountOf(second.projectId)).not.toBe(account);
    expect(await status(key)).toBe(401);
    const listed = await server.call('GET', '/api/auth/keys', { token: second.key });
    expect(listed.text).not.toContain(projectId);
    expect(await problems(String(account))).toHaveLength(1);
  });

  test('a suspended account that was made active again', async () => {
    const { key, projectId } = await server.newKey();
    const account = sqlite.prepare('SELECT account_id FROM projects WHERE id = ?').pluck().get(projectId);
    const path = `/api/v1/admin/accounts/${account}`;
    const suspended = await server.call('PATCH', path, { token: server.admin, json: { status: 'suspended' } });
    expect(suspended.status).toBe(200);
    await change("UPDATE accounts SET status = 'active' WHERE id = ?", account);
    expect(await status(key)).toBe(401);
    expect((await problems()).join()).toContain(`Row ${account} of accounts`);
  });

  test('what was changed outside is not changed further, and gets no keys', async () => {
    const { keyId, projectId } = await server.newKey();
    const account = accountOf(projectId);
    await change('UPDATE accounts SET email = ? WHERE id = ?', 'other@example.com', account);
    const answers = [
      await server.call('PATCH', `/api/v1/admin/accounts/${account}`, { token: server.admin, json: { credits: 5 } }),
      await server.call('PATCH', `/api/v1/admin/keys/${keyId}`, { token: server.admin, json: { label: 'x' } }),
      await server.call('POST', '/api/v1/admin/keys', { token: server.admin, json: { project_id: projectId } }),
    ];
    expect(answers.map(({ status, code }) => [status, code])).toEqual(Array(3).fill([409, 'CONFLICT']));
    expect(sqlite.prepare('SELECT credits FROM accounts WHERE id = ?').pluck().get(account)).not.toBe(5);
  });

  test('units may be spent: balances are not sealed', async () => {
    const { key, keyId, projectId } = await server.newKey();
    expect((await server.call('POST', '/v1/receipts', { token: key, json: { payload: 'x' } })).status).toBe(200);
    server.deps.identity.forget();
    expect(await status(key)).toBe(200);
    for (const row of [keyId, projectId, String(accountOf(projectId))]) expect(await problems(row)).toEqual([]);
  });
});

describe('S35: other doors', () => {
  test('a policy that was changed permits nothing until it is set again', async () => {
    const admin = { token: server.admin };
    const policies = '/api/v1/admin/policies/organisation';
    const set = () => server.call('PUT', policies, { ...admin, json: { denied_actions: ['pay'] } });
    expect((await set()).status).toBe(200);
    const { key } = await server.newKey();
    const calls = agentCalls(server, key);
    const ids = await calls.start();
    const evaluate = () => calls.post('/policy/evaluate', { ...ids, action_type: 'read', target_resource: 'x' });
    expect((await evaluate()).status).toBe(200);
    await change("UPDATE agent_policies SET policy = '{}'");
    await write(server.deps.db, async (db) => changed(db, 'agent-policies'));
    expect((await evaluate()).code).toBe('CONFLICT');
    expect((await problems()).join()).toContain('Row organisation of agent_policies');
    expect((await set()).status).toBe(200);
    expect((await evaluate()).status).toBe(200);
    expect(await problems('agent_policies')).toEqual([]);
  });

  test('a setting that was changed or put there opens nothing', async () => {
    const { dataDir } = server;
    const put = { token: server.admin, json: { anonymous_keys: false } };
    expect((await server.call('PATCH', '/api/v1/admin/settings', put)).status).toBe(200);
    await change("UPDATE settings SET value = 'true' WHERE name = 'setting.anonymous_keys'");
    await change("INSERT INTO settings (name, value) VALUES ('setting.console_session_seconds', '2592000')");
    expect(await problems('of settings')).toHaveLength(2);
    await server.close();
    server = await openTestServer({ dataDir });
    expect(await server.deps.settings.read()).toMatchObject({ anonymous_keys: false, console_session_seconds: 300 });
    expect(logged('setting.anonymous_keys')).toBe(true);
  });

  test('a notice does not go to an address that was changed', async () => {
    const { deliverDue, queueNotice } = await import('../../src/webhooks/webhooks.ts');
    const json = { url: 'https://hooks.example/a' };
    expect((await server.call('PUT', '/api/v1/admin/webhooks', { token: server.admin, json })).status).toBe(200);
    const sent: string[] = [];
    const outbound = {
      deliver: async (url: string) => {
        sent.push(url);
        return { status: 200 };
      },
    } as unknown as Parameters<typeof deliverDue>[0]['outbound'];
    const { db, clock, random } = server.deps;
    const notice = { event: 'key.revoked', projectId: 'prj_local', facts: {} } as const;
    const queue = () => write(db, (transaction) => queueNotice(transaction, notice, clock(), random));
    await queue();
    expect(await deliverDue({ ...server.deps, outbound })).toEqual({ delivered: 1, failed: 0 });
    await change("UPDATE webhooks SET url = 'https://evil.example/a'");
    await queue();
    expect(await deliverDue({ ...server.deps, outbound })).toEqual({ delivered: 0, failed: 1 });
    expect(sent).toEqual([json.url]);
    expect((await problems()).join()).toContain('of webhooks');
  });
});

describe('S35: folders of before', () => {
  let common: readonly [TestServer, SqliteDatabase.Database];
  beforeEach(async () => {
    common = [server, sqlite];
    await open();
  });
  afterEach(async () => {
    await close();
    [server, sqlite] = common;
  });

  /** Takes all seals and the record away, as a folder from before has none. */
  const unseal = (check: string) => {
    for (const table of SEALED_NAMES) sqlite.prepare(`UPDATE ${table} SET seal = NULL`).run();
    sqlite.prepare("UPDATE settings SET value = ? WHERE name = 'vault_check'").run(check);
  };
  const withVault = <T>(action: (vault: Vault) => T): Promise<T> =>
    server.deps.vault.lendMasterKey(async (masterKey) => {
      const vault = createVault(masterKey, systemRandom);
      try {
        return action(vault);
      } finally {
        vault.close();
      }
    });
  const oldCheck = () =>
    withVault((vault) => {
      const place = { kind: 'vault-check', project: '', object: 'vault', column: 'check', version: 1 };
      return Buffer.from(vault.seal(place, Buffer.from('touchstone'))).toString('hex');
    });
  const reopen = async () => {
    const { dataDir } = server;
    await server.close();
    server = await openTestServer({ dataDir });
  };

  test('their rows are sealed once, and keys go on working', async () => {
    const { key } = await server.newKey();
    unseal(await oldCheck());
    expect(await problems()).toEqual([expect.stringContaining('from an older version')]);
    await reopen();
    expect(await status(key)).toBe(200);
    expect(await problems()).toEqual([]);
    const check = await readSetting(server.deps.db, 'vault_check');
    expect(await withVault((vault) => vaultCheckVersion(vault, check ?? ''))).toBe(3);
  });

  test('a row that lost its seal afterwards gets no other one', async () => {
    const { key, keyId } = await server.newKey();
    await change('UPDATE api_keys SET seal = NULL WHERE id = ?', keyId);
    await reopen();
    expect(await status(key)).toBe(401);
    expect((await problems()).join()).toContain(keyId);
  });

  test('a record that was put back while some seal remains seals nothing', async () => {
    const { key, keyId } = await server.newKey();
    const check = await oldCheck();
    await change("UPDATE settings SET value = ? WHERE name = 'vault_check'", check);
    await change('UPDATE api_keys SET seal = NULL WHERE id = ?', keyId);
    await reopen();
    expect(await status(key)).toBe(401);
    expect((await problems()).join()).toContain(keyId);
    expect(server.logged.join()).toContain('was taken back');
  });

  test('S36: a record that was deleted excuses no row, and no start makes another one or another key', async () => {
    const { keyId } = await server.newKey();
    await change('UPDATE api_keys SET seal = NULL WHERE id = ?', keyId);
    await change("DELETE FROM settings WHERE name = 'vault_check'");
    expect((await problems()).join()).toContain(`Row ${keyId} of api_keys`);
    const { dataDir } = server;
    await server.close();
    await expect(openTestServer({ dataDir })).rejects.toThrow('vault_check');
    rmSync(join(dataDir, 'master-key.json'));
    await expect(openTestServer({ dataDir })).rejects.toThrow('vault_check');
    expect(readdirSync(dataDir)).not.toContain('master-key.json');
    server = await openTestServer({ dataDir: temporaryFolder() });
    rmSync(dataDir, { recursive: true });
  });

  test('a record of another master key is refused', async () => {
    const other = createVault(systemRandom(32), systemRandom);
    unseal(newVaultCheck(other));
    other.close();
    const { dataDir } = server;
    await server.close();
    await expect(openTestServer({ dataDir })).rejects.toThrow('master key');
    server = await openTestServer({ dataDir: temporaryFolder() });
    rmSync(dataDir, { recursive: true });
  });
});

test('S35: every column of a table with seals is sealed, or stated as not sealed', () => {
  const columns = (table: string) =>
    (sqlite.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name).toSorted();
  for (const table of SEALED_NAMES) {
    const { key, covered, uncovered } = SEALED[table];
    expect([table, [...key, ...covered, ...uncovered, 'seal'].toSorted()]).toEqual([table, columns(table)]);
  }
  const names = sqlite.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all() as string[];
  // A request opens no door: its seal is its own, and `handlers/agents/repeats.test.ts` holds it.
  const sealed = names.filter((name) => columns(name).includes('seal') && name !== 'requests');
  expect(sealed.toSorted()).toEqual([...SEALED_NAMES].toSorted());
  expect(MIGRATIONS.length).toBeGreaterThan(20);
});

test('S35: a seal binds table, row and every column; it does not open under another master key', () => {
  const vault = createVault(new Uint8Array(32).fill(7), systemRandom);
  const sealer = createRowSealer(vault);
  const row = { id: 'prj_1', account_id: 'acc_1', created_at: 5 };
  const sealed = { ...row, seal: sealer.seal('projects', row) };
  expect(sealer.holds('projects', sealed)).toBe(true);
  expect(sealer.holds('projects', { ...sealed, account_id: 'acc_2' })).toBe(false);
  expect(sealer.holds('projects', { ...sealed, id: 'prj_2' })).toBe(false);
  expect(sealer.holds('projects', { ...row, seal: null })).toBe(false);
  const setting = { name: 'setting.x', value: 'true' };
  expect(sealer.holds('settings', { ...setting, seal: sealed.seal })).toBe(false);
  const other = createRowSealer(createVault(new Uint8Array(32).fill(8), systemRandom));
  expect(other.holds('projects', sealed)).toBe(false);
});
