import { SCOPES } from '@touchstone/core/api/plans.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallOptions, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const LIST = '/v1/artifacts';

function admin(method: string, path: string, json?: unknown) {
  return server.call(method, `/api/v1/admin/keys${path}`, {
    token: server.admin,
    ...(json === undefined ? {} : { json }),
  });
}

function works(token: string, options: CallOptions = {}): Promise<boolean> {
  return server.call('GET', LIST, { token, ...options }).then(({ status }) => status === 200);
}

test('a key is issued with scopes and a label, shown once, narrowed and widened', async () => {
  const issued = await admin('POST', '', { project_id: 'prj_local', scopes: ['agents'], label: 'robot' });
  const token = String(issued.at('api_key'));
  expect(issued.body).toMatchObject({ label: 'robot', scopes: ['agents'], status: 'active', expires_at: null });
  expect((await server.call('GET', LIST, { token })).code).toBe('INVALID_SCOPE');
  await admin('PATCH', `/${issued.at('key_id')}`, { scopes: ['sign', 'agents'] });
  expect(await works(token)).toBe(true);
  const listed = await admin('GET', '?project_id=prj_local');
  expect(listed.text).not.toContain(token);
  expect(listed.text).not.toContain(token.split('_').at(-1));
  expect(listed.at('items.0')).toMatchObject({
    key_id: issued.at('key_id'),
    email: 'local',
    scopes: ['sign', 'agents'],
  });
  expect((await admin('POST', '', { project_id: 'prj_none' })).code).toBe('NOT_FOUND');
  const all = await admin('POST', '', { project_id: 'prj_local', scopes: ['*'] });
  expect([all.status, all.at('scopes')]).toEqual([
    200,
    SCOPES.filter((scope) => !['reveal', 'approve'].includes(scope)),
  ]);
  expect((await admin('PATCH', `/${all.at('key_id')}`, { scopes: ['sign'] })).at('scopes')).toEqual(['sign']);
  expect((await admin('PATCH', `/${all.at('key_id')}`, { scopes: ['reveal', '*', 'approve'] })).at('scopes')).toBe('*');
  expect((await admin('POST', '', { project_id: 'prj_local', scopes: ['admin'] })).code).toBe('INVALID_REQUEST');
  expect((await admin('POST', '', { project_id: 'prj_local', scopes: [] })).code).toBe('INVALID_REQUEST');
});

test('rotation: both keys work through the grace period, then only the new one', async () => {
  const { key, keyId } = await server.newKey();
  const rotated = await admin('POST', `/${keyId}/rotate`, { grace_period_seconds: 120 });
  const fresh = String(rotated.at('api_key'));
  server.tick = 0;
  expect([await works(key), await works(fresh)]).toEqual([true, true]);
  const old = (await admin('GET', '')).at('items') as { key_id: string; status: string; rotated_to: string | null }[];
  expect(old.find(({ key_id }) => key_id === keyId)).toMatchObject({
    status: 'rotated',
    rotated_to: rotated.at('key_id'),
  });
  server.advance(121_000);
  server.tick = 1_000;
  expect((await server.call('GET', LIST, { token: key })).code).toBe('INVALID_KEY');
  expect(await works(fresh)).toBe(true);
  expect((await admin('POST', `/${keyId}/rotate`, {})).code).toBe('CONFLICT');
  const at_once = await admin('POST', `/${rotated.at('key_id')}/rotate`, { grace_period_seconds: 0 });
  expect([await works(fresh), await works(String(at_once.at('api_key')))]).toEqual([false, true]);
});

test('a rotation never lengthens the life of a key', async () => {
  const expires_at = new Date(server.deps.clock() + 60_000).toISOString();
  const issued = await admin('POST', '', { project_id: 'prj_local', expires_at });
  const fresh = await admin('POST', `/${issued.at('key_id')}/rotate`, { grace_period_seconds: 86_400 });
  expect(fresh.at('expires_at')).toBe(expires_at);
  server.advance(61_000);
  expect([await works(String(issued.at('api_key'))), await works(String(fresh.at('api_key')))]).toEqual([false, false]);
  const past = new Date(server.deps.clock() - 1).toISOString();
  expect((await admin('POST', '', { project_id: 'prj_local', expires_at: past })).code).toBe('INVALID_REQUEST');
});

test('revocation holds at once and for good', async () => {
  const { key, keyId } = await server.newKey();
  expect(await works(key)).toBe(true);
  const first = await admin('DELETE', `/${keyId}`);
  expect(first.at('status')).toBe('revoked');
  expect(await works(key)).toBe(false);
  expect((await admin('DELETE', `/${keyId}`)).at('revoked_at')).toBe(first.at('revoked_at'));
  expect((await admin('PATCH', `/${keyId}`, { label: 'x' })).code).toBe('CONFLICT');
  expect((await admin('POST', `/${keyId}/rotate`, {})).code).toBe('CONFLICT');
  expect((await admin('DELETE', '/ak_0000000000000000')).code).toBe('NOT_FOUND');
});

test('S1: a key makes keys of its own project only, and none that can more than itself', async () => {
  const owner = await server.newKey();
  const narrow = await server.call('POST', '/api/auth/keys', { token: owner.key, json: { scopes: ['sign'] } });
  const token = String(narrow.at('api_key'));
  expect(narrow.at('project_id')).toBe(owner.projectId);
  const ask = (scopes: unknown) => server.call('POST', '/api/auth/keys', { token, json: { scopes } });
  expect((await ask('*')).code).toBe('INVALID_SCOPE');
  expect((await ask(['sign', 'reveal'])).code).toBe('INVALID_SCOPE');
  expect((await ask(['sign'])).at('scopes')).toEqual(['sign']);
  expect((await ask(['*'])).code).toBe('INVALID_SCOPE');
  expect((await server.call('POST', '/api/auth/keys', { token, json: {} })).at('scopes')).toEqual(['sign']);
  // Nor may it renew or take away a wider one.
  expect((await server.call('POST', `/api/auth/keys/${owner.keyId}/rotate`, { token })).code).toBe('INVALID_SCOPE');
  expect((await server.call('DELETE', `/api/auth/keys/${owner.keyId}`, { token })).code).toBe('INVALID_SCOPE');
  const stranger = await server.newKey();
  expect((await server.call('DELETE', `/api/auth/keys/${owner.keyId}`, { token: stranger.key })).code).toBe(
    'NOT_FOUND',
  );
  // It may renew itself; whoever keeps the old one cannot end the new one.
  const renewed = await server.call('POST', `/api/auth/keys/${narrow.at('key_id')}/rotate`, { token });
  expect(renewed.at('scopes')).toEqual(['sign']);
  expect((await server.call('DELETE', `/api/auth/keys/${renewed.at('key_id')}`, { token })).code).toBe('INVALID_SCOPE');
  const fresh = { token: String(renewed.at('api_key')) };
  const ended = await server.call('DELETE', `/api/auth/keys/${renewed.at('key_id')}`, fresh);
  expect([ended.at('status'), ended.at('revoked_with_it')]).toEqual([
    'revoked',
    expect.arrayContaining([narrow.at('key_id')]),
  ]);
});

test('pages follow one another without gaps', async () => {
  for (let i = 0; i < 5; i++) await admin('POST', '', { project_id: 'prj_local', label: `page ${i}` });
  const all = ((await admin('GET', '?limit=200')).at('items') as { key_id: string }[]).map(({ key_id }) => key_id);
  const paged: string[] = [];
  let cursor: unknown = null;
  do {
    const page = await admin('GET', `?limit=2${cursor === null ? '' : `&cursor=${cursor}`}`);
    paged.push(...(page.at('items') as { key_id: string }[]).map(({ key_id }) => key_id));
    cursor = page.at('next_cursor');
  } while (cursor !== null);
  expect(paged).toEqual(all);
  expect((await admin('GET', '?cursor=nonsense')).code).toBe('INVALID_REQUEST');
});
