import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
  server.tick = 0;
});
afterAll(() => server.close());

test('a remembered key ends when it expires, and a rotated one with its grace period', async () => {
  const { key } = await server.newKey({ plan: 'enterprise_plus' });
  const soon = new Date(server.deps.clock() + 1_000).toISOString();
  const brief = await server.call('POST', '/api/auth/keys', { token: key, json: { expires_at: soon } });
  const rotated = await server.call('POST', '/api/auth/keys', { token: key, json: {} });
  const rotate = `/api/auth/keys/${String(rotated.at('key_id'))}/rotate`;
  await server.call('POST', rotate, { token: key, json: { grace_period_seconds: 1 } });
  const uses = [brief, rotated].map(
    (issued) => () => server.call('GET', '/v1/receipts', { token: String(issued.at('api_key')) }),
  );
  for (const use of uses) expect((await use()).status).toBe(200);
  server.advance(999);
  for (const use of uses) expect((await use()).status).toBe(200);
  server.advance(1);
  for (const use of uses) expect((await use()).code).toBe('INVALID_KEY');
});
