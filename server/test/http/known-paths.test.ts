import { METHODS } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

/** CONNECT never becomes a request. */
const OTHERS = METHODS.filter((method) => !['CONNECT', 'GET', 'HEAD', 'POST'].includes(method));

test.each([
  ['/v1/receipts', 'POST, GET, HEAD', 'request_id'],
  ['/v1/v1/receipts/rcp_1?x=/', 'GET, HEAD', 'request_id'],
  ['/api/v1/agents/sessions/start', 'POST', 'request_id'],
  ['/v1/auth/register', 'POST', 'requestId'],
  ['/docs', 'GET, HEAD', 'request_id'],
])('%s takes %s, and every other method is 405', async (path, allow, inside) => {
  const refusals = await Promise.all(OTHERS.map((method) => server.call(method, path)));
  for (const [at, refusal] of refusals.entries()) {
    const { status, code, headers, text } = refusal;
    expect([OTHERS[at], status, code]).toEqual([OTHERS[at], 405, 'METHOD_NOT_ALLOWED']);
    expect(String(headers.allow).split(', ').sort()).toEqual(allow.split(', ').sort());
    expect(text).toContain(`"${inside}":`);
  }
});

test.each(['/v1/nothing', '/v1/receipts/a/b', '/v1/', '/assets/a.js'])(
  '%s is no path: 404 for every method',
  async (path) => {
    const answers = await Promise.all(OTHERS.map((method) => server.call(method, path)));
    expect(new Set(answers.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['404 NOT_FOUND']));
  },
);
