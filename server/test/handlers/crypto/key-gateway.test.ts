/** The gateway against a real service on this machine: targets and calls (issue 4, item 4; S23). */
import { toHex } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { expectRefused, type GatewayBench, KEY, openGatewayBench } from '../../gateway/gateway-bench.ts';
import type { Upstream } from '../../outbound/upstream.ts';

let bench: GatewayBench;
beforeAll(async () => {
  bench = await openGatewayBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.reset());

describe('configure and targets', () => {
  test('what was described is listed, and no key with it', async () => {
    const before = await bench.credits();
    const json = {
      target_id: 'listed',
      base_url: 'https://api.example.com/v2',
      auth_header: 'X-Api-Key',
      auth_template: '{{key}}',
      allowed_paths: ['/a', '/b/*'],
      allowed_methods: ['POST', 'GET'],
      allowed_headers: ['Notion-Version'],
      rate_limit: 60,
    };
    const made = await bench.configure(json);
    expect(made.body).toEqual({ target_id: 'listed', status: 'configured', created_at: expect.any(String) });
    const listed = (await bench.targets()).find(({ target_id }) => target_id === 'listed');
    expect(listed).toEqual({
      ...json,
      allowed_methods: ['GET', 'POST'],
      status: 'configured',
      allow_private: false,
      total_proxied: 0,
      created_at: made.at('created_at'),
    });
    expect(await bench.credits()).toBe(before);
  });

  test('S1: each project has its own', async () => {
    const other = await bench.server.newKey({ plan: 'business' });
    const name = await bench.newTarget();
    expect(await bench.targets(other.key)).toEqual([]);
    expectRefused(await bench.proxy(name, {}, other.key), 'NOT_FOUND');
  });

  test.each([
    ['base_url', { base_url: 'http://example.com' }],
    ['base_url', { base_url: 'http://localhost:8080' }],
    ['base_url', { base_url: 'https://user:pass@example.com' }],
    ['base_url', { base_url: 'https://example.com/a?b' }],
    ['base_url', { base_url: 'https://example.com/a#b' }],
    ['base_url', { base_url: 'https://example.com/a/../b' }],
    ['base_url', { base_url: 'https://example.com/a%2fb' }],
    ['base_url', { base_url: 'https://example.com/{{key}}' }],
    ['base_url', { base_url: 'https://{{key}}.example.com/' }],
    ['base_url', { base_url: 'https://example.com\\@evil.example' }],
    ['base_url', { base_url: 'ftp://example.com' }],
    ['base_url', { base_url: 'https://' }],
    ['auth_header', { auth_header: 'Host' }],
    ['auth_header', { auth_header: 'Proxy-Authorization' }],
    ['auth_header', { auth_header: 'Content-Type' }],
    ['auth_header', { auth_header: 'X Key' }],
    ['auth_header', { auth_header: 'X-{{key}}' }],
    ['auth_template', { auth_template: 'Bearer' }],
    ['auth_template', { auth_template: '{{key}} {{key}}' }],
    ['auth_template', { auth_template: 'Bearer {{key}}\r\nX: y' }],
    ['auth_template', { auth_template: 'Bearer {{ key }}' }],
    ['allowed_paths', { allowed_paths: [] }],
    ['allowed_paths', { allowed_paths: ['v1'] }],
    ['allowed_paths', { allowed_paths: ['/a/*/b'] }],
    ['allowed_paths', { allowed_paths: ['/a', '/../b'] }],
    ['allowed_paths', { allowed_paths: ['/a/%2e%2e/*'] }],
    ['allowed_paths', { allowed_paths: ['/{{key}}'] }],
    ['allowed_methods', { allowed_methods: [] }],
    ['allowed_methods', { allowed_methods: ['TRACE'] }],
    ['allowed_methods', { allowed_methods: ['CONNECT'] }],
    ['allowed_headers', { allowed_headers: ['Authorization'] }],
    ['allowed_headers', { allowed_headers: ['X-Forwarded-For'] }],
    ['allowed_headers', { allowed_headers: ['X-Http-Method-Override'] }],
    ['rate_limit', { rate_limit: 0 }],
    ['rate_limit', { rate_limit: 1.5 }],
    ['target_id', { target_id: '../x' }],
  ])('%s %j is refused', async (field, change) => {
    const good = {
      target_id: 'bad',
      base_url: 'https://example.com',
      auth_header: 'Authorization',
      auth_template: 'Bearer {{key}}',
      allowed_paths: ['/a'],
      rate_limit: 1,
    };
    expectRefused(await bench.configure({ ...good, ...change }), 'INVALID_REQUEST', `\`${field}`);
    expect((await bench.targets()).some(({ target_id }) => target_id === 'bad')).toBe(false);
  });
});

describe('proxy', () => {
  test('the key arrives in its header, the rest as the caller said, and the answer comes back', async () => {
    const name = await bench.newTarget();
    const before = await bench.credits();
    bench.upstream.answer = (_request, response) =>
      void response
        .writeHead(201, {
          'content-type': 'application/json; charset=utf-8',
          'x-request-id': 'up-1',
          'set-cookie': 'sid=1',
        })
        .end('{"id":"ch_1","nested":{"n":1}}');
    const body = { amount: 4_200, currency: 'eur' };
    const answer = await bench.proxy(name, {
      method: 'POST',
      path: '/v1/customers/1?expand=a',
      headers: { 'Idempotency-Key': '7', 'X-Custom': 'y' },
      body,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      status: 201,
      headers: { 'content-type': 'application/json; charset=utf-8', 'x-request-id': 'up-1' },
      body: { id: 'ch_1', nested: { n: 1 } },
      headers_not_sent: ['X-Custom'],
      proxy_latency_ms: expect.any(Number),
    });
    expect(answer.at('headers')).not.toHaveProperty('set-cookie');
    expect(Number(answer.at('proxy_latency_ms'))).toBeGreaterThan(0);
    expect(bench.upstream.seen).toHaveLength(1);
    const [seen] = bench.upstream.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/v1/customers/1?expand=a', body: JSON.stringify(body) });
    expect(seen?.headers).toEqual({
      authorization: `Bearer ${KEY}`,
      'idempotency-key': '7',
      'content-type': 'application/json',
      host: `127.0.0.1:${bench.upstream.port}`,
      'accept-encoding': 'identity',
      connection: 'close',
      'content-length': String(JSON.stringify(body).length),
    });
    expect(await bench.credits()).toBe(before - 35);
    expect((await bench.targets()).find(({ target_id }) => target_id === name)?.total_proxied).toBe(1);
    const status = await bench.server.call('GET', `/v1/key/status/${bench.keyId}`, { token: bench.token });
    expect(Number(status.at('total_operations'))).toBeGreaterThanOrEqual(1);
    expect(status.at('last_used')).not.toBe(null);
  });

  test('every method; bodies not with GET and HEAD; nothing comes back as null', async () => {
    const name = await bench.newTarget();
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']) {
      expect((await bench.proxy(name, { method })).at('status')).toBe(200);
      expect(bench.upstream.seen.at(-1)?.method).toBe(method);
      expect(bench.upstream.seen.at(-1)?.headers).not.toHaveProperty('content-type');
    }
    for (const method of ['GET', 'HEAD'])
      expectRefused(await bench.proxy(name, { method, body: {} }), 'INVALID_REQUEST', '`body`');
    bench.upstream.answer = (_request, response) => void response.writeHead(204).end();
    expect((await bench.proxy(name, { method: 'DELETE' })).body).toMatchObject({ status: 204, body: null });
    bench.upstream.answer = (_request, response) =>
      void response.writeHead(500, { 'content-type': 'text/html' }).end('<b>no</b>');
    expect((await bench.proxy(name)).body).toMatchObject({ status: 500, body: '<b>no</b>' });
  });

  test('hk_ and key_ name one key, and the answer repeats the form', async () => {
    const name = await bench.newTarget();
    const form = bench.keyId.replace('key_', 'hk_');
    expect((await bench.proxy(name, { key_id: form })).at('tee_attestation.key_id')).toBe(form);
  });

  test.each([
    ['path', { path: '/v1/other' }],
    ['path', { path: '/v1/charges/' }],
    ['path', { path: '/v1/customers/../charges' }],
    ['path', { path: '/v1/customers/%2e%2e/%2e%2e/admin' }],
    ['path', { path: '/v1/customers/..%2f..%2fadmin' }],
    ['path', { path: '/v1/customers/%252e%252e%252fadmin' }],
    ['path', { path: '/v1/customers/..;/admin' }],
    ['path', { path: '/v1/customers/..\\admin' }],
    ['path', { path: '//evil.example/v1/charges' }],
    ['path', { path: 'https://evil.example/v1/charges' }],
    ['path', { path: '@evil.example/v1/charges' }],
    ['path', { path: '/v1/charges\r\nHost: evil.example' }],
    ['path', { path: '/v1/charges HTTP/1.1\r\n\r\nGET /admin' }],
    ['path', { path: '/v1/customers/%0d%0aX:%20y' }],
    ['path', { path: '/v1/charges#x' }],
    ['path', { path: '/v1/customers/{{key}}' }],
    ['path', { path: '/v1/charges?key={{key}}' }],
    ['headers', { headers: { Host: 'evil.example' } }],
    ['headers', { headers: { authorization: 'Bearer mine' } }],
    ['headers', { headers: { AUTHORIZATION: 'x' } }],
    ['headers', { headers: { 'Transfer-Encoding': 'chunked' } }],
    ['headers', { headers: { 'Content-Length': '5' } }],
    ['headers', { headers: { Connection: 'keep-alive, Authorization' } }],
    ['headers', { headers: { 'Proxy-Authorization': 'x' } }],
    ['headers', { headers: { Forwarded: 'for=1' } }],
    ['headers', { headers: { 'X-Forwarded-Host': 'evil.example' } }],
    ['headers', { headers: { accept: 'a\r\nX: y' } }],
    ['headers', { headers: { accept: '{{key}}' } }],
    ['headers', { headers: { 'a\r\nb': 'x' } }],
    ['headers', { headers: { 'content-type': 'text/plain' } }],
    ['method', { method: 'DELETE' }],
    ['method', { method: 'TRACE' }],
  ])('S23: %s %j is refused, and nothing is sent', async (field, change) => {
    const name = await bench.newTarget({ allowed_methods: ['GET', 'POST'] });
    expectRefused(await bench.proxy(name, change), 'INVALID_REQUEST', `\`${field}`);
    expect(bench.upstream.connections()).toBeGreaterThanOrEqual(0);
    expect(bench.upstream.seen).toEqual([]);
  });

  test('redirects are answered, not followed', async () => {
    const name = await bench.newTarget();
    bench.upstream.answer = (_request, response) =>
      void response.writeHead(302, { location: `http://127.0.0.1:${bench.upstream.port}/elsewhere` }).end();
    const answer = await bench.proxy(name);
    expect(answer.body).toMatchObject({ status: 302, headers: { location: expect.stringContaining('/elsewhere') } });
    expect(bench.upstream.seen.map(({ url }) => url)).toEqual(['/v1/charges']);
  });

  test('S23: an echo is blanked in headers and body, in every encoding, across pieces', async () => {
    const name = await bench.newTarget();
    const base64 = Buffer.from(`Authorization: Bearer ${KEY}`).toString('base64');
    const echo = {
      plain: KEY,
      base64,
      hex: Buffer.from(KEY).toString('hex'),
      percent: encodeURIComponent(KEY),
      [KEY]: [KEY],
    };
    bench.upstream.answer = async (_request, response) => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'x-echo': `got ${KEY}`,
        'x-base64': base64,
        location: `/?k=${encodeURIComponent(KEY)}`,
      });
      for (const letter of JSON.stringify(echo).match(/.{1,7}/g) ?? []) {
        response.write(letter);
        await new Promise((resolve) => setImmediate(resolve));
      }
      response.end();
    };
    const answer = await bench.proxy(name);
    expect(answer.status).toBe(200);
    expect(answer.at('headers.x-echo')).toBe('got ********');
    for (const form of [
      KEY,
      base64,
      Buffer.from(KEY).toString('hex'),
      Buffer.from(KEY).toString('base64').slice(3, 30),
    ]) {
      expect(answer.text).not.toContain(form);
    }
    for (const type of ['text/plain', 'application/octet-stream']) {
      bench.upstream.answer = (_request, response) =>
        void response.writeHead(200, { 'content-type': type }).end(`a ${KEY} b`);
      expect((await bench.proxy(name)).at('body')).toBe('a ******** b');
    }
    // Large: read by a worker, and answered the same.
    bench.upstream.answer = (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ a: 'x'.repeat(100_000), b: `.${KEY}` }));
    const large = await bench.proxy(name);
    expect(large.at('body.b')).toBe('.********');
    expect(String(large.at('body.a')).length).toBe(100_000);
  });

  test('a large body arrives whole, and its hash is in the attestation', async () => {
    const name = await bench.newTarget();
    const body = { text: 'é'.repeat(60_000) };
    const answer = await bench.proxy(name, { method: 'POST', body });
    expect(bench.upstream.seen[0]?.body).toBe(JSON.stringify(body));
    expect(answer.at('tee_attestation.request_hash')).toBe(toHex(sha3_256(canonicalBytes(body))));
  });

  test('services that fail are 502, cost nothing and are not counted', async () => {
    const name = await bench.newTarget();
    const before = await bench.credits();
    const broken: [string, Upstream['answer']][] = [
      ['broke off', (_request, response) => void response.destroy()],
      ['packed', (_request, response) => void response.writeHead(200, { 'content-encoding': 'gzip' }).end('x')],
      [
        'too large',
        (_request, response) => {
          response.writeHead(200);
          response.on('error', () => undefined);
          for (let i = 0; i < 17; i++) response.write(Buffer.alloc(1024 * 1024, 'x'));
          response.end();
        },
      ],
    ];
    for (const [words, answer] of broken) {
      bench.upstream.answer = answer;
      const failed = await bench.proxy(name);
      expectRefused(failed, 'UPSTREAM_FAILED', words);
      expect(failed.status).toBe(502);
      expect(failed.text).not.toContain(KEY);
    }
    expect(await bench.credits()).toBe(before);
    expect((await bench.targets()).find(({ target_id }) => target_id === name)?.total_proxied).toBe(0);
    const nowhere = await bench.newTarget({ base_url: 'http://127.0.0.1:1' });
    expectRefused(await bench.proxy(nowhere), 'UPSTREAM_FAILED', 'reached');
  });

  test('the rate of each target', async () => {
    const [slow, other] = [await bench.newTarget({ rate_limit: 2 }), await bench.newTarget({ rate_limit: 2 })];
    bench.server.tick = 0;
    try {
      expect([(await bench.proxy(slow)).status, (await bench.proxy(slow)).status]).toEqual([200, 200]);
      const over = await bench.proxy(slow);
      expectRefused(over, 'RATE_LIMITED');
      expect(Number(over.headers['retry-after'])).toBeGreaterThan(0);
      // What is refused here does not count.
      for (let i = 0; i < 3; i++) expectRefused(await bench.proxy(other, { path: '/no' }), 'INVALID_REQUEST');
      await bench.permit(other, { allow_private: false });
      for (let i = 0; i < 3; i++) expectRefused(await bench.proxy(other), 'CONFLICT');
      await bench.permit(other);
      expect((await bench.proxy(other)).status).toBe(200);
      expect(bench.upstream.seen.length).toBe(3);
      bench.server.advance(Number(over.headers['retry-after']) * 1000);
      expect((await bench.proxy(slow)).status).toBe(200);
    } finally {
      bench.server.tick = 1_000;
    }
  });

  test('keys that no header can carry are CONFLICT', async () => {
    const name = await bench.newTarget();
    for (const material of ['with space', 'line\nbreak', 'x\r\nX-Evil: 1', 'é', 'x'.repeat(9_000)]) {
      const id = await bench.newKey(material);
      const answer = await bench.proxy(name, { key_id: id });
      expectRefused(answer, 'CONFLICT', 'visible ASCII');
      expect(answer.text).not.toContain(material.slice(0, 9));
    }
    expect(bench.upstream.seen).toEqual([]);
  });

  test('keys and targets that are not there', async () => {
    const name = await bench.newTarget();
    expectRefused(await bench.proxy(name, { key_id: 'key_0000000000000000' }), 'NOT_FOUND');
    expectRefused(await bench.proxy('nowhere'), 'NOT_FOUND');
  });
});
