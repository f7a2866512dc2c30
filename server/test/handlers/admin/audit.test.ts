import { SETTINGS } from '@touchstone/core/api/settings.ts';
import { nobleArgon2id } from '@touchstone/core/keys/passphrase.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { systemClock } from '@touchstone/core/time.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { afterRestore } from '../../../src/backup/after-restore.ts';
import { examineDataFolder } from '../../../src/doctor/doctor.ts';
import { write } from '../../../src/store/engine.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeEach(async () => {
  // A restore, which is run here, changes a database that nobody else has yet: it locks in an order of its own.
  server = await openTestServer({ rehearsesWrites: false });
});
afterEach(() => server.close());

function admin(method: string, path: string, json?: unknown) {
  return server.call(method, `/api/v1/admin${path}`, { token: server.admin, ...(json === undefined ? {} : { json }) });
}

/** What `touchstone doctor` says about the chain, beside the running server. */
async function doctorOnAudit(): Promise<readonly string[]> {
  const { findings } = await examineDataFolder({
    dataDir: server.dataDir,
    kdf: nobleArgon2id,
    random: systemRandom,
    clock: systemClock,
  });
  return findings.filter(({ check }) => check === 'admin-audit').map(({ status, message }) => `${status}: ${message}`);
}

const verdict = async () => (await admin('POST', '/audit/verify')).body;

test('S5: every change is a signed entry that names the one before, and any change of the chain is found', async () => {
  await server.newKey();
  const opened = await admin('POST', '/accounts', { email: 'a@example.com' });
  await admin('PATCH', `/accounts/${opened.at('id')}`, { credits: 7 });
  await admin('PATCH', '/settings', { api_key_grace_seconds: 60 });
  const listed = await admin('GET', '/audit');
  const actions = (listed.at('items') as { action: string }[]).map(({ action }) => action);
  expect(actions).toEqual(['settings.changed', 'account.changed', 'account.opened', 'key.issued']);
  expect(listed.at('items.0')).toMatchObject({ position: 4, actor: { kind: 'administrator', key_id: null } });
  expect(listed.at('items.3')).toMatchObject({ position: 1, previous: null, actor: { kind: 'anonymous' } });
  expect(await verdict()).toMatchObject({ intact: true, entries: 4, broken_at: null });
  expect((await admin('GET', `/audit?account_id=${opened.at('id')}&limit=1`)).body).toMatchObject({
    items: [{ action: 'account.changed' }],
    next_cursor: '3',
  });

  const { db } = server.deps;
  const entry = await db.selectFrom('audit_entries').selectAll().where('position', '=', 2).executeTakeFirstOrThrow();
  const other = await db.selectFrom('audit_entries').selectAll().where('position', '=', 3).executeTakeFirstOrThrow();
  const put = (change: object) => db.updateTable('audit_entries').set(change).where('position', '=', 2).execute();
  for (const change of [
    { body: entry.body.replace('a@example.com', 'b@example.com') },
    { body: '{' },
    { signature: other.signature },
    { action: 'key.issued' },
    { account_id: null },
    { keyset_id: 'another' },
    { created_at: entry.created_at + 1 },
    { body: other.body, signature: other.signature, action: other.action },
  ]) {
    await put(change);
    expect(await verdict(), JSON.stringify(change)).toMatchObject({ intact: false, entries: 1, broken_at: 2 });
    await put(entry);
  }
  expect(await doctorOnAudit()).toEqual(['ok: The audit of the administration is intact (4 entries).']);
  await db.deleteFrom('audit_entries').where('position', '=', 2).execute();
  expect(await verdict()).toMatchObject({ intact: false, broken_at: 2 });
  expect(await doctorOnAudit()).toEqual([
    expect.stringContaining('problem: The audit of the administration is broken at entry 2'),
  ]);
});

test('a change that fails leaves no entry, and an entry that fails leaves no change', async () => {
  const before = (await admin('GET', '/accounts')).at('total');
  expect((await admin('PATCH', '/accounts/acc_none', { credits: 5 })).code).toBe('NOT_FOUND');
  expect((await admin('GET', '/audit')).at('items')).toEqual([]);
  const { db } = server.deps;
  await db.schema.alterTable('audit_entries').renameTo('hidden').execute();
  expect((await admin('POST', '/accounts', { email: 'a@example.com' })).code).toBe('INTERNAL');
  await db.schema.alterTable('hidden').renameTo('audit_entries').execute();
  expect((await admin('GET', '/accounts')).at('total')).toBe(before);
});

test('concurrent changes make one chain', async () => {
  await Promise.all(Array.from({ length: 12 }, () => server.newKey()));
  expect(await verdict()).toMatchObject({ intact: true, entries: 12 });
});

test('settings are kept, bounded and in force', async () => {
  const initial = Object.entries(SETTINGS).map(([name, row]) => [name, row.initial]);
  expect((await admin('GET', '/settings')).body).toEqual(Object.fromEntries(initial));
  for (const wrong of [{ api_key_grace_seconds: -1 }, { console_session_seconds: 1 }, { anonymous_keys: 'no' }]) {
    expect((await admin('PATCH', '/settings', wrong)).code).toBe('INVALID_REQUEST');
  }
  expect((await admin('PATCH', '/settings', { anonymous_keys: false })).at('anonymous_keys')).toBe(false);
  const ask = () => server.call('POST', '/api/auth/request', { json: { email: 'x@example.com' } });
  expect((await ask()).code).toBe('INVALID_SCOPE');
  await admin('PATCH', '/settings', { anonymous_keys: true });
  expect((await ask()).status).toBe(200);
});

test('details state times in ISO 8601 and scopes as the list that they are', async () => {
  const { db, audit } = server.deps;
  await admin('POST', '/keys', { project_id: 'prj_local', scopes: ['sign'], label: 'build' });
  await admin('POST', '/keys', { project_id: 'prj_local', scopes: ['*', 'reveal', 'approve'] });
  const facts = { restoredAt: Date.UTC(2026, 3, 2), backupCreatedAt: Date.UTC(2026, 3, 1) };
  await write(db, (transaction) => afterRestore(transaction, facts));
  await audit.tellRestore();
  const items = (await admin('GET', '/audit')).at('items') as { action: string; details: unknown }[];
  expect(items.map(({ action, details }) => [action, details])).toEqual([
    ['restored', { restored_at: '2026-04-02T00:00:00.000Z', backup_created_at: '2026-04-01T00:00:00.000Z' }],
    ['key.issued', { project_id: 'prj_local', scopes: '*', label: '', created_by: null, expires_at: null }],
    ['key.issued', { project_id: 'prj_local', scopes: ['sign'], label: 'build', created_by: null, expires_at: null }],
  ]);
});

test('what changes nothing leaves no entry', async () => {
  const key = await admin('POST', '/keys', { project_id: 'prj_local', scopes: ['sign'], label: 'build' });
  const { api_key_grace_seconds } = await server.deps.settings.read();
  const count = async () => ((await admin('GET', '/audit')).at('items') as unknown[]).length;
  const before = await count();
  for (const [path, bodies] of [
    ['/accounts/acc_local', [{}, { plan: 'enterprise_plus', status: 'active' }]],
    [`/keys/${key.at('key_id')}`, [{}, { label: 'build' }, { scopes: ['sign'] }]],
    ['/settings', [{}, { api_key_grace_seconds }]],
  ] as const) {
    for (const body of bodies) expect((await admin('PATCH', path, body)).status).toBe(200);
  }
  expect(await count()).toBe(before);
  await admin('PATCH', `/keys/${key.at('key_id')}`, { label: 'nightly' });
  expect(await count()).toBe(before + 1);
});
