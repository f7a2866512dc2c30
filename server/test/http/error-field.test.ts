import { errorFieldHeader } from '@touchstone/core/api/errors.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

describe('12.30: X-Error-Field names the member in both envelopes', () => {
  const field = async (path: string, raw: string, token?: string) => {
    const answer = await server.call('POST', path, {
      raw,
      contentType: 'application/json',
      ...(token === undefined ? {} : { token }),
    });
    return [answer.code, answer.headers['x-error-field']];
  };

  test('of document 2 and of document 3', async () => {
    expect(await field('/api/auth/request', '{"email":"x"}')).toEqual(['INVALID_REQUEST', 'email']);
    const { key } = await server.newKey({ plan: 'pro' });
    const platform = await server.call('POST', '/v1/auth/register', { token: key, json: { größe: 1 } });
    expect(platform.headers['x-error-field']).toBe(errorFieldHeader(String(platform.at('error.details.field'))));
    expect(platform.headers['x-error-field']).toMatch(/^[a-z]/);
    const nested = '{"project_id":"prj_local","scopes":["sign","x"]}';
    expect((await field('/api/v1/admin/keys', nested, server.admin))[1]).toMatch(/^scopes/);
  });

  test('of names that are no plain text, of any length, and of none', async () => {
    const names = ['__proto__', 'größe', 'a b', 'x\\r\\nSet-Cookie: a=b', '\\u0000', `n${'x'.repeat(100_000)}`];
    for (const name of names) {
      const [code, value] = await field('/api/auth/request', `{"email":"ada@example.com","${name}":1}`);
      expect(code).toBe('INVALID_REQUEST');
      expect(String(value)).toMatch(/^[!-~]{1,200}$/);
    }
    expect(await field('/api/auth/request', '{')).toEqual(['INVALID_REQUEST', undefined]);
    expect((await server.call('GET', '/v1/receipts')).headers['x-error-field']).toBe(undefined);
  });
});
