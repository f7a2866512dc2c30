import { hash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../examples.ts';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('the page names every operation, and nothing in it runs or loads', async () => {
  const answer = await server.call('GET', '/docs');
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  for (const { id } of operations) expect(answer.text).toContain(`<details id="${id}">`);
  expect(answer.text).not.toMatch(/<script|<img|<link|<iframe|javascript:| on\w+="|src=/i);
  const style = /<style>(.*?)<\/style>/s.exec(answer.text)?.[1] ?? '';
  expect(answer.headers['content-security-policy']).toContain(`'sha256-${hash('sha256', style, 'base64')}'`);
});

test('other methods and foreign pages are refused', async () => {
  expect((await server.call('POST', '/docs', { json: {} })).code).toBe('METHOD_NOT_ALLOWED');
  expect((await server.call('GET', '/docs', { headers: { origin: 'http://evil.example' } })).code).toBe(
    'FORBIDDEN_ORIGIN',
  );
});
