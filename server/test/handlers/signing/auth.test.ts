import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAccounts, listUsage, updateAccount } from '../../../src/accounts/store/accounts.ts';
import { write } from '../../../src/store/engine.ts';
import { changeSealed } from '../../../src/store/sealed-rows.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('S1: every key of an address opens a project of its own; plan and credits are shared', async () => {
  const ask = (email: string, token?: string) =>
    server.call('POST', '/api/auth/request', { json: { email }, ...(token === undefined ? {} : { token }) });
  const first = await ask('ada@example.com');
  const owner = String(first.at('api_key'));
  const second = await ask('Ada@Example.com', owner);
  expect(first.at('plan')).toBe('free');
  expect(first.at('credits')).toBe(1000);
  expect(second.at('project_id')).not.toBe(first.at('project_id'));
  await server.call('POST', '/api/svc-key/sign/3key', { token: String(first.at('api_key')), json: { data: 'x' } });
  expect((await ask('ada@example.com', owner)).at('credits')).toBe(999);
  const accounts = await listAccounts(server.deps.db, { after: null, limit: 1_000 });
  expect(accounts.filter(({ email }) => email === 'ada@example.com')).toHaveLength(1);
});

test('S1: an object of one project is not found from another, even of the same account', async () => {
  const [one, two] = [
    await server.newKey({ email: 'eve@example.com' }),
    await server.newKey({ email: 'eve@example.com' }),
  ];
  const { api } = await import('@touchstone/core/api/api.ts');
  const made = await server.call('POST', '/v1/artifacts', {
    token: one.key,
    json: api.artifacts.artifacts.create.example.body,
  });
  const path = `/v1/artifacts/${made.at('artifact_id')}`;
  expect((await server.call('GET', path, { token: one.key })).status).toBe(200);
  expect((await server.call('GET', path, { token: two.key })).code).toBe('NOT_FOUND');
  expect((await server.call('GET', '/v1/artifacts', { token: two.key })).at('items')).toEqual([]);
});

test('S1: a setting turns anonymous issue off', async () => {
  const closed = await openTestServer({ anonymousKeys: false });
  try {
    expect((await closed.call('POST', '/api/auth/request', { json: { email: 'a@example.com' } })).code).toBe(
      'INVALID_SCOPE',
    );
  } finally {
    await closed.close();
  }
});

test('nobody gets a key of the local account', async () => {
  for (const email of ['local', 'local@localhost', ' a@example.com', 'a@b', 'a@@example.com', 'ä@example.com']) {
    expect((await server.call('POST', '/api/auth/request', { json: { email } })).code).toBe('INVALID_REQUEST');
  }
});

test('X-API-Key is an equal of Authorization', async () => {
  const { key } = await server.newKey();
  expect((await server.call('GET', '/v1/artifacts', { headers: { 'x-api-key': key } })).status).toBe(200);
  expect((await server.call('GET', '/v1/artifacts', { token: key, headers: { 'x-api-key': key } })).status).toBe(200);
  expect((await server.call('GET', '/v1/artifacts', { headers: { 'x-api-key': `${key}0` } })).code).toBe('INVALID_KEY');
});

test('an expired key is refused', async () => {
  const { key, keyId } = await server.newKey();
  const expires_at = server.deps.clock() + 60_000;
  const { db } = server.deps;
  const row = await db.selectFrom('api_keys').selectAll().where('id', '=', keyId).executeTakeFirstOrThrow();
  await changeSealed(db, 'api_keys', row, { expires_at });
  server.deps.identity.forget();
  expect((await server.call('GET', '/v1/artifacts', { token: key })).status).toBe(200);
  server.advance(60_000);
  expect((await server.call('GET', '/v1/artifacts', { token: key })).code).toBe('INVALID_KEY');
});

test('units: exact under concurrency, nothing for refusals, spent and remaining add up', async () => {
  const { key, projectId } = await server.newKey({ email: 'units@example.com' });
  const { db } = server.deps;
  const { account_id: id } = await db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  await write(db, (transaction) =>
    updateAccount(transaction, id, { credits: 5, plan: 'enterprise_plus' }, server.deps.clock()),
  );
  server.deps.identity.forget();
  const send = (json: unknown) => server.call('POST', '/api/svc-key/sign/3key', { token: key, json });
  const bad = await Promise.all(Array.from({ length: 5 }, () => send({ data: 'zz', encoding: 'hex' })));
  expect(bad.map(({ code }) => code)).toEqual(Array(5).fill('INVALID_REQUEST'));
  const answers = await Promise.all(Array.from({ length: 12 }, () => send({ data: 'x' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ code }) => code === 'INSUFFICIENT_CREDITS')).toHaveLength(7);
  const account = (await listAccounts(db, { after: null, limit: 1_000 })).find((entry) => entry.id === id);
  expect(account?.credits).toBe(0);
  const spent = (await listUsage(db, { accountId: id })).reduce((sum, { units }) => sum + units, 0);
  expect(spent).toBe(5);
});
