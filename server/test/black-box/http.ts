/** What a hostile or clumsy HTTP client meets: decisions §1, S2. */
import { describe, expect, test } from 'vitest';
import { type Account, type Service, statusesIn } from './client.ts';

const MIB = 1024 * 1024;

export function httpSuite(service: () => Service, client: () => Account): void {
  const host = () => `Host: 127.0.0.1:${service().port}`;
  const wire = (line: string, headers: readonly string[], body = '') =>
    service().wire(`${line}\r\n${[...headers, 'Connection: close'].join('\r\n')}\r\n\r\n${body}`);
  const issue = (headers: readonly string[], body: string) =>
    wire('POST /api/auth/request HTTP/1.1', [host(), 'Content-Type: application/json', ...headers], body);

  describe('envelopes', () => {
    test('document 2: code, message, status, request_id', async () => {
      const refused = await service().get('/v1/receipts');
      expect(Object.keys(refused.at('error') as object).sort()).toEqual(['code', 'message', 'request_id', 'status']);
      expect([refused.at('error.status'), refused.at('error.request_id')]).toEqual([
        401,
        refused.headers.get('x-request-id'),
      ]);
    });

    test.each([
      ['GET', '/v1/cache/a', 401],
      ['DELETE', '/v1/cache/a', 405],
      ['POST', '/v1/blockchain/audit', 401],
    ])('document 3: %s %s is %i with details and requestId', async (method, path, status) => {
      const refused = await service().call(method, path);
      expect(refused.status).toBe(status);
      expect(Object.keys(refused.at('error') as object).sort()).toEqual(['code', 'details', 'message']);
      expect(Object.keys(refused.at('error.details') as object)).toEqual(['field', 'reason']);
      expect(refused.at('requestId')).toBe(refused.headers.get('x-request-id'));
    });

    test('a route that two documents share answers in the envelope of the operation that the body means', async () => {
      const enroll = (json: object) => service().post('/v1/biometric/enroll', json, client().key);
      expect((await enroll({ user_id: 'x' })).at('error.status')).toBe(400);
      expect((await enroll({ userId: 'x' })).at('error.details.field')).toBe('type');
      expect((await enroll({})).at('error.status')).toBe(400);
    });

    test('the agents speak document 2', async () => {
      expect((await service().post('/api/v1/agents/register', {})).at('error.status')).toBe(401);
    });
  });

  describe('order of refusal', () => {
    test.each([
      ['an unknown address before the key', 'POST', '/api/svc-key/sign/4key', 404],
      ['a wrong method before the key', 'GET', '/api/svc-key/sign/3key', 405],
      ['the key before the body', 'POST', '/api/svc-key/sign/3key', 401],
    ])('%s', async (_name, method, path, status) => {
      const body = method === 'GET' ? {} : { raw: '{bad' };
      expect((await service().call(method, path, body)).status).toBe(status);
    });

    test('405 names the methods', async () => {
      const refused = await service().call('DELETE', '/health');
      expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    });

    test.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/ld+json',
      'application/json; charset=utf-16',
    ])('a body of type %s is 415', async (type) => {
      const refused = await service().call('POST', '/v1/receipts', {
        raw: '{}',
        key: client().key,
        headers: { 'content-type': type },
      });
      expect([refused.status, refused.at('error.code')]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    });
  });

  describe('sizes', () => {
    const payload = (size: number) => `{"payload":"${'a'.repeat(size - 14)}"}`;
    const receipt = (raw: string) => service().call('POST', '/v1/receipts', { raw, key: client().key });

    test('16 MiB are taken, one byte more is 413, and the client reads the answer', async () => {
      expect((await receipt(payload(16 * MIB))).status).toBe(200);
      for (const size of [16 * MIB + 1, 40 * MIB]) {
        const refused = await receipt(payload(size));
        expect([refused.status, refused.at('error.code')]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      }
    });

    test('a search index may have 64 MiB', async () => {
      const index = (size: number) =>
        service().call('POST', '/v1/search/index', {
          raw: `{"index_id":"${'a'.repeat(size - 15)}"}`,
          key: client().key,
        });
      expect((await index(17 * MIB)).status).toBe(400);
      expect((await index(64 * MIB + 1)).status).toBe(413);
    });

    test('a body without a stated length has the same limit', async () => {
      const chunk = `${MIB.toString(16)}\r\n${'a'.repeat(MIB)}\r\n`;
      const headers = [
        host(),
        `X-API-Key: ${client().key}`,
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
      ];
      const answer = await wire('POST /v1/receipts HTTP/1.1', headers, `${chunk.repeat(17)}0\r\n\r\n`);
      expect(statusesIn(answer)).toEqual([413]);
    });

    test('a request that is refused unread leaves the connection usable', async () => {
      const first = `POST /v1/receipts HTTP/1.1\r\n${host()}\r\nX-API-Key: ${client().key}\r\nContent-Type: application/json`;
      const body = `Content-Length: ${17 * MIB}\r\n\r\n${'a'.repeat(17 * MIB)}`;
      const next = `GET /nowhere HTTP/1.1\r\n${host()}\r\nConnection: close\r\n\r\n`;
      expect(statusesIn(await service().wire(`${first}\r\n${body}${next}`))).toEqual([413, 404]);
    });

    test('headers over 16 KiB are refused in words', async () => {
      const answer = await wire('GET /health HTTP/1.1', [host(), `X-A: ${'a'.repeat(20_000)}`]);
      expect(statusesIn(answer)).toEqual([400]);
      expect(answer).toContain('headers of this request are longer');
    });
  });

  describe('Host and Origin', () => {
    test.each(['localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT', '127.0.0.1:PORT'])(
      'Host %s is this server',
      async (name) => {
        expect(
          statusesIn(await wire('GET /health HTTP/1.1', [`Host: ${name.replace('PORT', `${service().port}`)}`])),
        ).toEqual([200]);
      },
    );

    test.each([
      'evil.test',
      'evil.test:PORT',
      '127.0.0.1',
      '127.0.0.1:1',
      '127.1:PORT',
      '0.0.0.0:PORT',
      'localhost.:PORT',
      '127.0.0.1:PORT@evil',
      '',
    ])('Host %s is not, on any route', async (name) => {
      const header = `Host: ${name.replace('PORT', `${service().port}`)}`;
      for (const path of ['/health', '/', '/openapi.json', '/nowhere', '/v1/receipts']) {
        expect(statusesIn(await wire(`GET ${path} HTTP/1.1`, [header]))).toEqual([421]);
      }
    });

    test('a request without Host, with two, or for another server is refused', async () => {
      expect(statusesIn(await wire('GET /health HTTP/1.1', []))).toEqual([421]);
      expect(statusesIn(await wire('GET /health HTTP/1.1', [host(), 'Host: evil.test']))).toEqual([400]);
      expect(statusesIn(await wire('GET http://evil.test/health HTTP/1.1', [host()]))).toEqual([421]);
      expect(statusesIn(await wire(`GET ${service().url}/health HTTP/1.1`, [host()]))).toEqual([200]);
    });

    test.each([
      'null',
      'http://evil.test',
      'https://localhost:PORT',
      'http://localhost',
      'file://',
      'http://localhost:PORT/',
      // Names of the API: no page of ours has a script there, so whoever speaks from there is somebody else.
      'http://localhost:PORT',
      'http://127.0.0.1:PORT',
      'http://0123456789abcdef.0123456789abcdef.localhost:PORT',
    ])('Origin %s is foreign, and no answer allows one', async (origin) => {
      const header = `Origin: ${origin.replace('PORT', `${service().port}`)}`;
      for (const line of ['GET /health HTTP/1.1', 'GET /nowhere HTTP/1.1', 'OPTIONS /api/svc-key/sign/3key HTTP/1.1']) {
        const answer = await wire(line, [host(), header]);
        expect(statusesIn(answer)).toEqual([403]);
        expect(answer).toContain('FORBIDDEN_ORIGIN');
        expect(answer.toLowerCase()).not.toContain('access-control-allow');
      }
    });

    test('12.26: the console is let in by every name', async () => {
      const origin = String(service().process.line.console_url);
      for (const name of [`localhost:${service().port}`, `[::1]:${service().port}`, origin.slice(7)]) {
        const answer = await wire('GET /health HTTP/1.1', [`Host: ${name}`, `Origin: ${origin}`]);
        expect(statusesIn(answer)).toEqual([200]);
      }
    });
  });

  describe('paths', () => {
    test.each([
      ['/HEALTH', 404],
      ['/health/', 404],
      ['//health', 404],
      ['/health%00', 404],
      ['/health%2f', 404],
      ['/health;x', 404],
      ['/v1%2freceipts', 404],
      ['/v1/v1/v1/receipts', 404],
      ['/constructor', 404],
      ['/..%2f..%2fetc/passwd', 404],
      ['/assets/%2e%2e/%2e%2e/package.json', 404],
      ['/%', 400],
      ['/%ff', 400],
      ['/v1/receipts/%00', 400],
      ['/v1/receipts/a%2fb', 400],
      ['/v1/receipts/__proto__', 400],
      ['/health?surprise=1', 400],
      ['/health?', 200],
    ])('%s is %i', async (path, status) => {
      expect(statusesIn(await wire(`GET ${path} HTTP/1.1`, [host()]))).toEqual([status]);
    });

    test.each([
      ['/v1/v1/receipts', 400],
      ['/v1/v1/crypto/dilithium/keygen', 400],
      ['/v1/fhe/ckks/encrypt', 400],
      ['/api/v1/fhe/ckks/encrypt', 400],
      ['/v1/mpc/init', 400],
      ['/v1/mpc/session/init', 400],
      ['/v1/v1/mpc/session/init', 400],
    ])('POST %s is an address of an operation', async (path, status) => {
      expect((await service().post(path, { surprise: 1 }, client().key)).status).toBe(status);
    });
  });

  describe('messages', () => {
    test('HEAD is GET without a body', async () => {
      const head = await service().call('HEAD', '/openapi.json');
      const get = await service().get('/openapi.json');
      expect([head.status, head.text]).toEqual([200, '']);
      expect(head.headers.get('content-length')).toBe(get.headers.get('content-length') ?? `${get.text.length}`);
    });

    test('pipelined requests are answered in their order', async () => {
      const health = `GET /health HTTP/1.1\r\n${host()}\r\n\r\n`;
      const last = `GET /nowhere HTTP/1.1\r\n${host()}\r\nConnection: close\r\n\r\n`;
      expect(statusesIn(await service().wire(health + health + last))).toEqual([200, 200, 404]);
    });

    test('a body in chunks is a body', async () => {
      const body = '{"email":"chunks@example.org"}';
      const chunks = `5\r\n${body.slice(0, 5)}\r\n${(body.length - 5).toString(16)}\r\n${body.slice(5)}\r\n0\r\n\r\n`;
      expect(statusesIn(await issue(['Transfer-Encoding: chunked'], chunks))).toEqual([200]);
    });

    const good = '{"email":"wire@example.org"}';
    const length = `Content-Length: ${good.length}`;

    test('the body of the next tests is taken as such', async () => {
      expect(statusesIn(await issue([length], good))).toEqual([200]);
    });

    test.each<readonly [string, readonly string[], string]>([
      ['two lengths', [length, 'Content-Length: 3'], good],
      [
        'a length and chunks',
        [length, 'Transfer-Encoding: chunked'],
        `${good.length.toString(16)}\r\n${good}\r\n0\r\n\r\n`,
      ],
      ['a negative length', ['Content-Length: -1'], good],
      ['a length in hex', ['Content-Length: 0x1c'], good],
      ['a broken chunk', ['Transfer-Encoding: chunked'], 'zz\r\n'],
      ['two types', ['Content-Type: text/plain', length], good],
      ['two credentials', ['Authorization: Bearer a', 'Authorization: Bearer b', length], good],
      ['a folded header', ['X-A: a\r\n b', length], good],
      ['a space before the colon', ['X-A : b', length], good],
      ['a null in a header', ['X-A: a\u0000b', length], good],
      ['a body in another coding', ['Transfer-Encoding: gzip, chunked'], '2\r\n\u001f\u0008\r\n0\r\n\r\n'],
    ])('malformed: %s', async (_name, headers, body) => {
      expect(statusesIn(await issue(headers, body))[0]).toBe(400);
    });

    test.each([
      ['', 200],
      ['{}', 200],
      [' {}\n', 200],
      [' ', 400],
      ['null', 400],
      ['[]', 400],
      ['{"surprise":1}', 400],
    ])('where no body is documented, %j is %i', async (raw, status) => {
      const reply = await service().call('POST', '/api/v1/admin/audit/verify', { raw, key: service().admin });
      expect(reply.status).toBe(status);
    });

    test('a body that ends too early is refused', async () => {
      const text = `POST /api/auth/request HTTP/1.1\r\n${host()}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email":`;
      expect(statusesIn(await service().wire(text, { end: true }))).toEqual([400]);
    });

    test('a compressed body is 415', async () => {
      const answer = await issue(['Content-Encoding: gzip', 'Content-Length: 2'], '{}');
      expect(statusesIn(answer)).toEqual([415]);
    });

    test('bytes that are no HTTP get an answer in the envelope and the end', async () => {
      const answer = await service().wire('\u0016\u0003\u0001hello\r\n\r\n');
      expect(statusesIn(answer)).toEqual([400]);
      expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)).error.code).toBe('INVALID_REQUEST');
    });
  });

  test('the description and its page are served, and the page loads nothing', async () => {
    const description = await service().get('/openapi.json');
    expect(description.str('openapi')).toMatch(/^3\.1\./);
    const paths = description.at('paths') as Record<string, Record<string, unknown>>;
    expect(paths['/api/svc-key/sign/3key']?.post).toBeDefined();
    expect(paths['/v1/crypto/dilithium/keygen']?.post).toBeDefined();
    const page = await service().get('/docs');
    expect([page.status, page.headers.get('content-type')?.startsWith('text/html')]).toEqual([200, true]);
    expect(page.text).not.toMatch(/<script|(?:src|href)="(?!#)/);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('health says what both documents promise', async () => {
    const health = await service().get('/health');
    expect(JSON.parse(health.text)).toMatchObject({
      status: 'ok',
      version: expect.any(String),
      uptime_seconds: expect.any(Number),
      uptime_secs: expect.any(Number),
      pq_families: expect.any(Number),
      chains_connected: expect.any(Number),
    });
  });
}
