import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

function admin(method: string, path: string, json?: unknown, headers: Record<string, string> = {}) {
  return server.call(method, `/api/v1/admin${path}`, {
    token: server.admin,
    headers,
    ...(json === undefined ? {} : { json }),
  });
}

test('an account is opened, found, changed, suspended and opened again', async () => {
  const opened = await admin('POST', '/accounts', { email: 'Grace@Example.com', plan: 'pro', credits: 50 });
  expect(opened.body).toMatchObject({ email: 'grace@example.com', plan: 'pro', credits: 50, status: 'active' });
  expect((await admin('POST', '/accounts', { email: 'grace@example.com' })).code).toBe('CONFLICT');
  const path = `/accounts/${opened.at('id')}`;

  const issued = await admin('POST', '/keys', { project_id: opened.at('project_id'), scopes: ['sign'] });
  const token = String(issued.at('api_key'));
  const sign = () => server.call('POST', '/api/svc-key/sign/3key', { token, json: { data: 'x' } });
  expect((await sign()).status).toBe(200);

  const changed = await admin('PATCH', path, { plan: 'business', credits: 500 });
  expect(changed.body).toMatchObject({ plan: 'business', credits: 500, status: 'active' });
  expect((await sign()).headers['x-ratelimit-limit']).toBe('400');

  expect((await admin('PATCH', path, { status: 'suspended' })).at('status')).toBe('suspended');
  expect((await sign()).code).toBe('INVALID_KEY');
  expect((await admin('POST', '/keys', { project_id: opened.at('project_id') })).code).toBe('CONFLICT');
  await admin('PATCH', path, { status: 'active' });
  expect((await sign()).status).toBe(200);

  const read = await admin('GET', path);
  expect(read.body).toMatchObject({ credits: 498, spent: 3, granted: 501 });
  expect(read.at('projects.0')).toMatchObject({ id: opened.at('project_id'), active_keys: 1 });
});

test('what does not exist or must not be is refused', async () => {
  expect((await admin('GET', '/accounts/acc_none')).code).toBe('NOT_FOUND');
  expect((await admin('PATCH', '/accounts/acc_none', { credits: 1 })).code).toBe('NOT_FOUND');
  for (const body of [{ plan: 'golden' }, { credits: -1 }, { credits: 1.5 }, { status: 'gone' }, { email: 'a@b.cc' }]) {
    expect((await admin('PATCH', '/accounts/acc_local', body)).code).toBe('INVALID_REQUEST');
  }
  expect((await admin('PATCH', '/accounts/acc_local', { status: 'suspended' })).code).toBe('CONFLICT');
  expect((await admin('PATCH', '/accounts/acc_local', { plan: 'free' })).code).toBe('CONFLICT');
  expect((await admin('PATCH', '/accounts/acc_local', { credits: 5_000 })).at('credits')).toBe(5_000);
});

test('S1: no key administers, whatever its scopes', async () => {
  const { key } = await server.newKey({ plan: 'enterprise_plus' });
  for (const [method, path, json] of [
    ['GET', '/accounts'],
    ['PATCH', '/accounts/acc_local', { credits: 1 }],
    ['POST', '/keys', { project_id: 'prj_local' }],
    ['GET', '/audit'],
    ['PATCH', '/settings', { anonymous_keys: false }],
  ] as const) {
    const answer = await server.call(method, `/api/v1/admin${path}`, {
      token: key,
      ...(json === undefined ? {} : { json }),
    });
    expect([path, answer.code]).toEqual([path, 'INVALID_SCOPE']);
  }
});

test('console and administrator act for another account where a header names its project', async () => {
  const { key, projectId } = await server.newKey();
  const made = await server.call('POST', '/api/auth/keys', { token: key, json: { label: 'of the user' } });
  const list = (headers: Record<string, string>) =>
    server.call('GET', '/api/auth/keys', { token: server.admin, headers });
  const ids = async (headers: Record<string, string>) =>
    ((await list(headers)).at('items') as { key_id: string }[]).map(({ key_id }) => key_id);
  expect(await ids({ 'x-svc-project': projectId })).toContain(made.at('key_id'));
  expect(await ids({})).not.toContain(made.at('key_id'));
  // The calls are the local account's: those of the account's programs are not spent by whoever looks at it.
  const limit = async (headers: Record<string, string>) => (await list(headers)).headers['x-ratelimit-limit'];
  expect(await limit({ 'x-svc-project': projectId })).toBe(await limit({}));
  expect((await list({ 'x-svc-project': 'prj_none' })).code).toBe('INVALID_REQUEST');
  // The header is the administrator's: a key stays in its project.
  const asked = await server.call('GET', '/api/auth/keys', { token: key, headers: { 'x-svc-project': 'prj_local' } });
  expect((asked.at('items') as { project_id: string }[]).every(({ project_id }) => project_id === projectId)).toBe(
    true,
  );
});

test('usage is listed by account, day and operation', async () => {
  const { key, projectId } = await server.newKey();
  await server.call('POST', '/api/svc-key/sign/3key', { token: key, json: { data: 'x' } });
  await server.call('POST', '/api/svc-key/sign/3key', { token: key, json: { data: 'y' } });
  const accounts = (await admin('GET', '/accounts')).at('accounts') as { id: string }[];
  const details = await Promise.all(accounts.map(({ id }) => admin('GET', `/accounts/${id}`)));
  const own = details.find((answer) => (answer.at('projects') as { id: string }[]).some(({ id }) => id === projectId));
  const usage = await admin('GET', `/usage?account_id=${own?.at('id')}`);
  expect(usage.at('usage')).toEqual([
    {
      account_id: own?.at('id'),
      day: new Date(server.deps.clock()).toISOString().slice(0, 10),
      operation: 'signing.svc-key.sign-3key',
      calls: 2,
      units: 2,
    },
  ]);
  expect(usage.at('total_units')).toBe(2);
  for (const day of ['from=2026-13-01', 'to=2026-02-30']) {
    expect(await admin('GET', `/usage?${day}`)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
  }
  expect((await admin('GET', `/usage?account_id=${own?.at('id')}&to=2020-01-01`)).at('total_calls')).toBe(0);
});
