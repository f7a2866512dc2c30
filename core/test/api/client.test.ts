import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { api } from '../../src/api/api.ts';
import { ApiFailure, type ClientOptions, ConnectionFailure, createClient, pathFor } from '../../src/api/client.ts';

type Answer = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let server: Server;
let answers: Answer[];
let seen: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[];

beforeEach(async () => {
  answers = [];
  seen = [];
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    seen.push({ method: String(request.method), url: String(request.url), headers: request.headers, body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    answer?.(request, response, body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function client(options: Partial<ClientOptions> = {}) {
  const { port } = server.address() as AddressInfo;
  return createClient(api, { baseUrl: `http://127.0.0.1:${port}`, token: 'svc_live_x', fetch, ...options });
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const refusal = (status: number, code: string) => ({ error: { code, message: 'No.', status, request_id: 'req_1' } });
const HEALTH = { status: 'ok', version: '0', uptime_seconds: 0, uptime_secs: 0, pq_families: 4, chains_connected: 0 };

describe('requests', () => {
  test('carry token, JSON body and the contract’s path', async () => {
    answers = [json(200, { signature: 's' })];
    const answer = await client().signing.svcKey.sign3key({ body: { data: 'x', encoding: 'utf8' } });
    expectTypeOf(answer.algorithm).toEqualTypeOf<'SVC-3-Key'>();
    expect(answer.signature).toBe('s');
    expect(seen[0]).toMatchObject({
      method: 'POST',
      url: '/api/svc-key/sign/3key',
      body: '{"data":"x","encoding":"utf8"}',
    });
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer svc_live_x', 'content-type': 'application/json' });
  });

  test('to public operations carry no token; GET carries no body', async () => {
    answers = [json(200, HEALTH)];
    await client().system.health.read();
    expect(seen[0]?.headers).not.toHaveProperty('authorization');
    expect(seen[0]?.headers).not.toHaveProperty('content-type');
  });

  test('fill parameters and query, escaped; a missing parameter is our own mistake', async () => {
    answers = [json(200, { items: [], next_cursor: null })];
    await client().artifacts.artifacts.list({ query: { limit: 5, cursor: 'a&b' } });
    expect(seen[0]?.url).toBe('/v1/artifacts?limit=5&cursor=a%26b');
    expect(pathFor(api.artifacts.artifacts.get, { id: 'a/../b' })).toBe('/v1/artifacts/a%2F..%2Fb');
    expect(() => pathFor(api.artifacts.artifacts.get, {})).toThrow(TypeError);
  });

  test('name the project that the administrator acts for, where a token goes along', async () => {
    answers = [json(200, { accounts: [], total: 0 })];
    const acting = client({ project: () => 'prj_1' });
    await acting.artifacts.artifacts.list({ query: {} });
    await acting.admin.accounts.list({ query: {} });
    await acting.console.find.objects({ query: { text: 'ab' } });
    await acting.system.health.read();
    await client({ project: () => null }).artifacts.artifacts.list({ query: {} });
    const named = seen.map(({ headers }) => headers['x-svc-project']);
    expect(named).toEqual(['prj_1', undefined, 'prj_1', undefined, undefined]);
  });

  test('ask for the token each time', async () => {
    answers = [json(200, { accounts: [], total: 0 })];
    let token: string | null = 'first';
    const asking = client({ token: () => token });
    await asking.admin.accounts.list({ query: {} });
    token = null;
    await asking.admin.accounts.list({ query: {} });
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(['Bearer first', undefined]);
  });
});

describe('refusals', () => {
  test('become ApiFailure, in both envelopes', async () => {
    answers = [json(402, refusal(402, 'INSUFFICIENT_CREDITS'))];
    const call = client().signing.svcKey.sign3key({ body: { data: 'x' } });
    await expect(call).rejects.toMatchObject({
      code: 'INSUFFICIENT_CREDITS',
      status: 402,
      requestId: 'req_1',
      message: 'No.',
    });
    const platform = {
      error: { code: 'NOT_FOUND', message: 'No.', details: { field: '', reason: '' } },
      requestId: 'req_2',
    };
    answers = [json(404, platform)];
    await expect(client().system.health.read()).rejects.toMatchObject({ code: 'NOT_FOUND', requestId: 'req_2' });
  });

  test('of anybody else have the code UNKNOWN', async () => {
    for (const body of ['<html>', '{"error":{"code":"__proto__"}}', '{"error":{"code":"toString"}}', 'null']) {
      answers = [(_request, response) => void response.writeHead(500).end(body)];
      await expect(client().system.health.read()).rejects.toMatchObject({ code: 'UNKNOWN', status: 500 });
    }
  });
});

describe('repetition', () => {
  test('a read is repeated after Retry-After', async () => {
    answers = [json(429, refusal(429, 'RATE_LIMITED'), { 'retry-after': '1' }), json(200, HEALTH)];
    const started = performance.now();
    await client().system.health.read();
    expect(performance.now() - started).toBeGreaterThanOrEqual(990);
    expect(seen).toHaveLength(2);
  });

  test('a read is given up after three attempts, at once for a long Retry-After, and never repeated for other refusals', async () => {
    answers = [json(503, {}, { 'retry-after': '0' })];
    await expect(client().system.health.read()).rejects.toBeInstanceOf(ApiFailure);
    expect(seen).toHaveLength(3);
    answers = [json(429, refusal(429, 'RATE_LIMITED'), { 'retry-after': '3600' })];
    await expect(client().system.health.read()).rejects.toMatchObject({ retryAfterSeconds: 3600 });
    answers = [json(500, refusal(500, 'INTERNAL'))];
    await expect(client().system.health.read()).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(seen).toHaveLength(5);
  });

  test('a write is never repeated', async () => {
    answers = [json(429, refusal(429, 'RATE_LIMITED'), { 'retry-after': '0' })];
    await expect(client().signing.svcKey.sign3key({ body: { data: 'x' } })).rejects.toMatchObject({
      code: 'RATE_LIMITED',
    });
    answers = [(request) => void request.socket.destroy()];
    await expect(client().signing.svcKey.sign3key({ body: { data: 'x' } })).rejects.toMatchObject({
      kind: 'unreachable',
    });
    expect(seen).toHaveLength(2);
  });
});

describe('waiting', () => {
  test('ends at the timeout', async () => {
    answers = [() => undefined];
    const call = client({ timeoutMs: 30 }).signing.svcKey.sign3key({ body: { data: 'x' } });
    await expect(call).rejects.toMatchObject({ name: 'ConnectionFailure', kind: 'timeout' });
  });

  test('ends when the caller gives up, before and during an attempt', async () => {
    answers = [() => undefined];
    const now = client().system.health.read({}, { signal: AbortSignal.abort() });
    await expect(now).rejects.toMatchObject({ kind: 'aborted' });
    const during = client().system.health.read({}, { signal: AbortSignal.timeout(30) });
    await expect(during).rejects.toBeInstanceOf(ConnectionFailure);
    await expect(during).rejects.toMatchObject({ kind: 'aborted' });
  });

  test('ends when the caller gives up between two attempts, before the next is due', async () => {
    // Time stands still: the pause can end by the signal alone.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const timers = vi.spyOn(globalThis, 'setTimeout');
      answers = [json(503, {}, { 'retry-after': '9' })];
      const giveUp = new AbortController();
      const call = client().system.health.read({}, { signal: giveUp.signal });
      call.catch(() => undefined);
      const pauses = () => timers.mock.calls.filter(([, milliseconds]) => milliseconds === 9_000).length;
      await expect.poll(pauses, { timeout: 30_000 }).toBe(1);
      giveUp.abort();
      await expect(call).rejects.toMatchObject({ kind: 'aborted' });
      expect(seen).toHaveLength(1);
    } finally {
      vi.restoreAllMocks();
      vi.useRealTimers();
    }
  });
});
