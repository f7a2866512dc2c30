import { CONSOLE_STATE } from '@touchstone/core/api/console-state.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function newSession(): Promise<string> {
  const json = { start_token: server.deps.sessions.newStartToken() };
  return String((await server.call('POST', '/api/v1/console/session', { json })).at('session_token'));
}
const read = async (token: string) => (await server.call('GET', '/api/v1/console/state', { token })).body;
const keep = (token: string, json: unknown) => server.call('PATCH', '/api/v1/console/state', { token, json });

test('12.26: what the console keeps stands on the server, for all sessions or for the one that asks', async () => {
  const [first, second] = [await newSession(), await newSession()];
  expect(await read(first)).toEqual({});
  expect(
    (await keep(first, { preferences: '{"theme":"dark"}', acting_for: '{}', recent_verifications: '[]' })).status,
  ).toBe(200);
  expect(await read(first)).toEqual({ preferences: '{"theme":"dark"}', acting_for: '{}', recent_verifications: '[]' });
  expect(await read(second)).toEqual({ preferences: '{"theme":"dark"}' });
  expect((await keep(second, { preferences: null, acting_for: null })).status).toBe(200);
  expect(await read(first)).toEqual({ acting_for: '{}', recent_verifications: '[]' });
  await server.call('DELETE', '/api/v1/console/session', { token: first });
  expect(await read(await newSession())).toEqual({});
});

test('12.26: it is bounded, of known names, and for the console and the administrator alone', async () => {
  const token = await newSession();
  for (const [name, { most }] of Object.entries(CONSOLE_STATE)) {
    expect((await keep(token, { [name]: 'x'.repeat(most) })).status, name).toBe(200);
    expect((await keep(token, { [name]: 'x'.repeat(most + 1) })).code, name).toBe('INVALID_REQUEST');
    expect((await keep(token, { [name]: null })).status).toBe(200);
  }
  for (const wrong of [{ other: 'x' }, { preferences: 1 }, { __proto__x: 'x' }, [], 'x']) {
    expect((await keep(token, wrong)).code).toBe('INVALID_REQUEST');
  }
  expect((await keep(server.admin, { preferences: '{}' })).status).toBe(200);
  expect((await keep(server.admin, { preferences: '{}', acting_for: '{}' })).code).toBe('INVALID_REQUEST');
  const { key } = await server.newKey();
  expect((await keep(key, { preferences: '{}' })).code).toBe('INVALID_SCOPE');
  expect((await server.call('GET', '/api/v1/console/state', { token: key })).code).toBe('INVALID_SCOPE');
});

test('12.28: an ended session opens nothing; others go on; the administrator token is no session', async () => {
  const [ended, other] = [await newSession(), await newSession()];
  const end = (token: string) => server.call('DELETE', '/api/v1/console/session', { token });
  expect((await end(ended)).body).toEqual({ ended: true });
  expect((await end(ended)).code).toBe('INVALID_KEY');
  expect((await server.call('GET', '/api/v1/admin/accounts', { token: ended })).code).toBe('INVALID_KEY');
  expect((await server.call('GET', '/api/v1/admin/accounts', { token: other })).status).toBe(200);
  expect((await end(server.admin)).body).toEqual({ ended: false });
  expect((await server.call('GET', '/api/v1/admin/accounts', { token: server.admin })).status).toBe(200);
  expect((await end((await server.newKey()).key)).code).toBe('INVALID_SCOPE');
});
