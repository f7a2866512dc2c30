import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

const open = (start_token: string) => server.call('POST', '/api/v1/console/session', { json: { start_token } });
const accounts = (token: string) => server.call('GET', '/api/v1/admin/accounts', { token });

test('S2: a start token works once, and the session is a bearer token that ends', async () => {
  const start = server.deps.sessions.newStartToken();
  expect((await open(`${start}0`)).code).toBe('INVALID_KEY');
  const session = await open(start);
  expect(session.headers).not.toHaveProperty('set-cookie');
  expect((await open(start)).code).toBe('INVALID_KEY');
  const token = String(session.at('session_token'));
  expect((await accounts(token)).status).toBe(200);
  expect((await server.call('POST', '/api/svc-key/sign/3key', { token, json: { data: 'x' } })).status).toBe(200);
  server.advance(Date.parse(String(session.at('expires_at'))) - server.deps.clock() + 1);
  expect((await accounts(token)).code).toBe('INVALID_KEY');
});

test('S2: a start token lives ten minutes, and a new one replaces it', async () => {
  const late = server.deps.sessions.newStartToken();
  server.advance(600_001);
  expect((await open(late)).code).toBe('INVALID_KEY');
  const replaced = server.deps.sessions.newStartToken();
  server.deps.sessions.newStartToken();
  expect((await open(replaced)).code).toBe('INVALID_KEY');
});

test('a session opens even where the next start token cannot be laid out', async () => {
  const onStartTokenSpent = () => {
    throw new Error('the disk is full');
  };
  const other = await openTestServer({ onStartTokenSpent });
  try {
    const json = { start_token: other.deps.sessions.newStartToken() };
    expect((await other.call('POST', '/api/v1/console/session', { json })).status).toBe(200);
    expect(other.logged.join()).toContain('the disk is full');
  } finally {
    await other.close();
  }
});

test('S2, S25: tokens are not in the log, nor are query strings', async () => {
  await server.call('GET', '/v1/artifacts?cursor=secret-cursor', { token: server.admin });
  const log = server.logged.join('\n');
  expect(log).toContain('/v1/artifacts');
  for (const secret of [server.admin, 'secret-cursor', 'cs_']) expect(log).not.toContain(secret);
});

test('12.29: on a folder with a passphrase an expired session is dead, and so is one that was locked; unlocking opens another', async () => {
  const passphrase = 'the one passphrase';
  const locked = await openTestServer({ masterKey: { kind: 'passphrase', passphrase } });
  const asConsole = { host: 'localhost:7433', origin: 'http://localhost:7433' };
  const unlock = async () => {
    const options = { headers: asConsole, json: { passphrase } };
    const answer = await locked.call('POST', '/api/v1/console/unlock', options);
    expect(answer.status, answer.text).toBe(200);
    return { token: String(answer.at('session_token')), end: Date.parse(String(answer.at('expires_at'))) };
  };
  const codeFor = async (token: string) => (await locked.call('GET', '/api/v1/admin/accounts', { token })).code;
  try {
    const first = await unlock();
    expect(await codeFor(first.token)).toBeNull();
    locked.advance(first.end - locked.deps.clock() + 1);
    expect(await codeFor(first.token)).toBe('INVALID_KEY');
    const second = await unlock();
    expect([await codeFor(second.token), await codeFor(first.token)]).toEqual([null, 'INVALID_KEY']);
    // What the console does when it locks, by hand or after some minutes.
    await locked.call('DELETE', '/api/v1/console/session', { token: second.token, headers: asConsole });
    expect(await codeFor(second.token)).toBe('INVALID_KEY');
    const third = await unlock();
    expect(await Promise.all([first, second, third].map(({ token }) => codeFor(token)))).toEqual([
      'INVALID_KEY',
      'INVALID_KEY',
      null,
    ]);
  } finally {
    await locked.close();
  }
});
