/** S23: the one way out, against real servers on this machine. */
import { createServer as createTcpServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  createOutbound,
  type Outbound,
  OutboundError,
  type OutboundOptions,
  requireUrl,
} from '../../src/outbound/outbound.ts';
import { CERTIFICATE } from './certificate.ts';
import { listening, openUpstream, type Upstream } from './upstream.ts';

let plain: Upstream;
let secure: Upstream;
beforeAll(async () => {
  plain = await openUpstream('http');
  secure = await openUpstream('https');
});
afterAll(() => Promise.all([plain.close(), secure.close()]));
beforeEach(() => {
  for (const upstream of [plain, secure]) {
    upstream.seen.length = 0;
    upstream.answer = (_request, response) => void response.end('hello');
  }
});

function outboundWith(options: Partial<OutboundOptions> = {}): Outbound {
  return createOutbound({ ownHosts: () => new Set(['127.0.0.1:7433']), ...options });
}

async function get(
  outbound: Outbound,
  url: string,
  { allowPrivate = true, method = 'GET', headers = {}, body = null as Uint8Array | null } = {},
) {
  const route = await outbound.route(url, { allowPrivate });
  return outbound.send(route, { method, body, headers: async () => headers });
}

async function fault(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundError)) throw new TypeError(`not refused: ${error}`);
  return error.fault;
}

describe('S23: URLs', () => {
  test('https everywhere, http to an IP address and port that was allowed', () => {
    for (const url of [
      'https://example.com',
      'https://example.com:8443/v1',
      'https://10.0.0.1',
      'https://[::1]:7000/',
    ]) {
      expect(requireUrl(url, false).href).toContain('https://');
    }
    for (const url of ['http://10.0.0.1:8080/x', 'http://[fd00::1]:80', 'http://127.0.0.1:1']) {
      expect(requireUrl(url, true).href).toContain('http://');
      expect(() => requireUrl(url, false)).toThrow(OutboundError);
    }
    // `URL` reads these as 127.0.0.1: an address like any other, and judged as one.
    expect(requireUrl('http://0x7f.1:80', true).hostname).toBe('127.0.0.1');
    expect(requireUrl('http://2130706433', true).hostname).toBe('127.0.0.1');
  });

  test.each([
    'http://localhost:8080',
    'http://example.com',
    'https://user@example.com',
    'https://user:pass@example.com',
    'https://:pass@example.com',
    'ftp://example.com',
    'file:///etc/passwd',
    'data:text/plain,x',
    'javascript:alert(1)',
    'gopher://127.0.0.1:70',
    'example.com',
    '//example.com',
    '',
    'https://',
    'https://exa mple.com',
    'https://{{key}}.example.com',
    'https://a*b.example',
    'https://a..b',
  ])('%s is refused', (url) => {
    expect(() => requireUrl(url, true)).toThrow(OutboundError);
  });
});

describe('S23: addresses', () => {
  const resolved = (...addresses: string[]) => outboundWith({ resolveName: async () => addresses });

  test.each([
    ['127.0.0.1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['::1'],
    ['::ffff:10.0.0.1'],
    ['64:ff9b::a00:1'],
    ['2002:a00:1::'],
    ['fe80::1'],
    ['fd00::1'],
    ['0.0.0.0'],
    ['8.8.8.8', '10.0.0.1'],
    ['10.0.0.1', '8.8.8.8'],
    ['2606:4700::1111', '::1'],
    ['not an address'],
    ['fe80::1%eth0'],
  ])('a name with %s %s is refused', async (...addresses) => {
    expect(
      await fault(resolved(...addresses.filter(Boolean)).route('https://service.example', { allowPrivate: false })),
    ).toBe('private');
  });

  test('a name with public addresses alone is not, and allowed ones may be private', async () => {
    const route = await resolved('8.8.8.8', '2606:4700::1111').route('https://service.example:8443/a?b', {
      allowPrivate: false,
    });
    expect([route.addresses, route.port]).toEqual([['8.8.8.8', '2606:4700::1111'], 8443]);
    expect((await resolved('10.0.0.1').route('https://service.example', { allowPrivate: true })).port).toBe(443);
    expect(await fault(resolved('garbage').route('https://service.example', { allowPrivate: true }))).toBe('private');
  });

  test.each([
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:7f00:1]',
    'https://[64:ff9b::10.0.0.1]',
    'https://0x7f000001',
    'https://127.1',
    'https://0',
  ])('%s is refused without permission', async (url) => {
    expect(await fault(outboundWith().route(url, { allowPrivate: false }))).toBe('private');
  });

  test('names without address, and resolvers that fail or hang', async () => {
    expect(await fault(resolved().route('https://service.example', { allowPrivate: true }))).toBe('unreachable');
    const failing = outboundWith({ resolveName: async () => Promise.reject(new Error('ENOTFOUND secret')) });
    expect(await fault(failing.route('https://service.example', { allowPrivate: true }))).toBe('unreachable');
    const hanging = outboundWith({ resolveName: () => new Promise(() => undefined), limits: { timeoutMs: 50 } });
    expect(await fault(hanging.route('https://service.example', { allowPrivate: true }))).toBe('too-slow');
  });

  test('never our own listener, even where private addresses are allowed', async () => {
    const own = outboundWith({
      ownHosts: () => new Set(['localhost:9123', '127.0.0.1:9123']),
      resolveName: async () => ['127.0.0.1'],
    });
    for (const url of [
      'http://127.0.0.1:9123',
      'https://[::1]:9123',
      'http://127.0.0.2:9123',
      'http://0.0.0.0:9123',
      'http://[::ffff:127.0.0.1]:9123',
      'https://name.example:9123',
    ]) {
      expect([url, await fault(own.route(url, { allowPrivate: true }))]).toEqual([url, 'own-listener']);
    }
    expect((await own.route('http://127.0.0.1:9124', { allowPrivate: true })).port).toBe(9124);
    const noPort = outboundWith({ ownHosts: () => new Set(['localhost']) });
    expect((await noPort.route('http://127.0.0.1:9123', { allowPrivate: true })).port).toBe(9123);
  });

  test('DNS rebinding: a name is looked up once, and what was checked is connected to', async () => {
    let lookUps = 0;
    // First the real one, then another: whoever asked twice would arrive nowhere.
    const rebinding = outboundWith({
      authorities: [CERTIFICATE],
      resolveName: async () => (++lookUps === 1 ? ['127.0.0.1'] : ['127.0.0.9']),
    });
    const route = await rebinding.route(`https://upstream.test:${secure.port}/x`, { allowPrivate: true });
    expect(route.addresses).toEqual(['127.0.0.1']);
    const { status } = await rebinding.send(route, { method: 'GET', body: null, headers: async () => ({}) });
    expect([status, lookUps, secure.seen.length]).toEqual([200, 1, 1]);
    // Public at first, private afterwards: the check is over what is connected to, so the second answer is never asked for.
    let asked = 0;
    const turning = outboundWith({
      resolveName: async () => (++asked === 1 ? ['198.41.0.4'] : ['127.0.0.1']),
    });
    expect((await turning.route('https://service.example', { allowPrivate: false })).addresses).toEqual(['198.41.0.4']);
    expect(asked).toBe(1);
  });

  test('further addresses are tried where the first does not answer', async () => {
    const both = outboundWith({ authorities: [CERTIFICATE], resolveName: async () => ['127.0.0.7', '127.0.0.1'] });
    expect((await get(both, `https://upstream.test:${secure.port}/`)).status).toBe(200);
  });
});

describe('S23: what is sent and received', () => {
  test('one request with our Host and no offer to pack; the answer as it is', async () => {
    plain.answer = (_request, response) => {
      response.writeHead(
        418,
        [
          ['X-One', '1'],
          ['x-one', '2'],
          ['Content-Type', 'text/plain'],
        ].flat(),
      );
      response.end('short and stout');
    };
    const body = new TextEncoder().encode('{"a":1}');
    const got = await get(outboundWith(), `http://127.0.0.1:${plain.port}/a/b?c=d`, {
      method: 'POST',
      headers: { 'x-key': 'k' },
      body,
    });
    expect(got.status).toBe(418);
    expect(Buffer.from(got.body).toString()).toBe('short and stout');
    expect(got.headers.filter(([name]) => name === 'x-one')).toEqual([
      ['x-one', '1'],
      ['x-one', '2'],
    ]);
    expect(got.latencyMs).toBeGreaterThan(0);
    const [seen] = plain.seen;
    expect(seen).toMatchObject({ method: 'POST', url: '/a/b?c=d', body: '{"a":1}' });
    expect(seen?.headers).toEqual({
      host: `127.0.0.1:${plain.port}`,
      'x-key': 'k',
      'accept-encoding': 'identity',
      connection: 'close',
      'content-length': '7',
    });
  });

  test('callers cannot replace Host, length or encoding', async () => {
    await get(outboundWith(), `http://127.0.0.1:${plain.port}/`, {
      headers: { host: 'evil', 'accept-encoding': 'gzip', connection: 'upgrade' },
    });
    expect(plain.seen[0]?.headers).toMatchObject({
      host: `127.0.0.1:${plain.port}`,
      'accept-encoding': 'identity',
      connection: 'close',
    });
  });

  test.each([301, 302, 303, 307, 308])('a redirect %i is answered, not followed', async (status) => {
    plain.answer = (_request, response) =>
      void response.writeHead(status, { location: `http://127.0.0.1:${plain.port}/next` }).end();
    const got = await get(outboundWith(), `http://127.0.0.1:${plain.port}/first`);
    expect([got.status, plain.seen.map(({ url }) => url)]).toEqual([status, ['/first']]);
    expect(got.headers.find(([name]) => name === 'location')?.[1]).toContain('/next');
  });

  test('HEAD and empty answers have no body', async () => {
    expect((await get(outboundWith(), `http://127.0.0.1:${plain.port}/`, { method: 'HEAD' })).body.length).toBe(0);
    plain.answer = (_request, response) => void response.writeHead(204).end();
    expect((await get(outboundWith(), `http://127.0.0.1:${plain.port}/`)).body.length).toBe(0);
  });

  test('a packed answer is refused, identity is not', async () => {
    for (const encoding of ['gzip', 'br', 'identity, gzip', 'x']) {
      plain.answer = (_request, response) => void response.writeHead(200, { 'content-encoding': encoding }).end('x');
      expect(await fault(get(outboundWith(), `http://127.0.0.1:${plain.port}/`))).toBe('malformed');
    }
    plain.answer = (_request, response) => void response.writeHead(200, { 'content-encoding': 'Identity' }).end('x');
    expect((await get(outboundWith(), `http://127.0.0.1:${plain.port}/`)).status).toBe(200);
  });

  test('S23: size: to the byte, with and without a stated length', async () => {
    const small = outboundWith({ limits: { answerBytes: 1_000 } });
    for (const [length, expected] of [
      [1_000, 200],
      [1_001, 'too-large'],
      [5_000_000, 'too-large'],
    ] as const) {
      for (const stated of [true, false]) {
        plain.answer = (_request, response) => {
          if (stated) response.setHeader('content-length', length);
          response.flushHeaders();
          response.end(Buffer.alloc(length, 'x'));
        };
        const outcome = get(small, `http://127.0.0.1:${plain.port}/`);
        expect(expected === 200 ? (await outcome).status : await fault(outcome)).toBe(expected);
      }
    }
    // One that never ends is cut where the limit is, not where its time is over.
    plain.answer = (_request, response) => {
      const more = setInterval(() => response.write(Buffer.alloc(500, 'x')), 5);
      response.on('close', () => clearInterval(more));
    };
    expect(await fault(get(small, `http://127.0.0.1:${plain.port}/`))).toBe('too-large');
  });

  test('S23: time: to the first byte, between bytes, and in the handshake', async () => {
    const hasty = outboundWith({ limits: { timeoutMs: 150 } });
    plain.answer = () => undefined;
    expect(await fault(get(hasty, `http://127.0.0.1:${plain.port}/`))).toBe('too-slow');
    plain.answer = (_request, response) => {
      const more = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(more));
    };
    expect(await fault(get(hasty, `http://127.0.0.1:${plain.port}/`))).toBe('too-slow');
    const sockets: Socket[] = [];
    const silent = createTcpServer((socket) => void sockets.push(socket));
    const port = await listening(silent);
    let formed = 0;
    const route = await hasty.route(`https://127.0.0.1:${port}/`, { allowPrivate: true });
    const sending = { method: 'GET', body: null, headers: async () => ({ n: String(++formed) }) };
    expect(await fault(hasty.send(route, sending))).toBe('too-slow');
    expect(formed).toBe(0);
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  test('answers that are no HTTP, that break off, or that never come', async () => {
    const texts: [string, string][] = [
      ['SSH-2.0-OpenSSH_9.6\r\n', 'malformed'],
      ['HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n', 'malformed'],
      [`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`, 'malformed'],
      ['HTTP/1.1 999 Odd\r\n\r\n', 'malformed'],
      ['HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n', 'malformed'],
      ['HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nshort', 'unreachable'],
      ['', 'unreachable'],
    ];
    for (const [text, expected] of texts) {
      const odd = createTcpServer((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end(text));
      });
      const port = await listening(odd);
      expect([text.slice(0, 30), await fault(get(outboundWith(), `http://127.0.0.1:${port}/`))]).toEqual([
        text.slice(0, 30),
        expected,
      ]);
      odd.close();
    }
    expect(await fault(get(outboundWith(), 'http://127.0.0.1:1/'))).toBe('unreachable');
  });

  test('no refusal repeats what was sent', async () => {
    const error = await get(outboundWith(), 'http://127.0.0.1:1/path-4711', {
      headers: { authorization: 'Bearer s3cr3t' },
    }).catch(String);
    expect(error).not.toMatch(/s3cr3t|4711|127\.0\.0\.1/);
  });
});

describe('S23: TLS', () => {
  const trusting = (address = '127.0.0.1') =>
    outboundWith({ authorities: [CERTIFICATE], resolveName: async () => [address] });

  test('a certificate for the name or the address', async () => {
    expect((await get(trusting(), `https://upstream.test:${secure.port}/`)).status).toBe(200);
    expect(secure.seen[0]?.headers.host).toBe(`upstream.test:${secure.port}`);
    expect((await get(trusting(), `https://127.0.0.1:${secure.port}/`)).status).toBe(200);
  });

  test('nothing is sent, nor even formed, where the certificate does not hold', async () => {
    let formed = 0;
    const sending = { method: 'GET', body: null, headers: async () => ({ n: String(++formed) }) };
    for (const [outbound, host] of [
      [trusting(), 'other.test'],
      [outboundWith({ resolveName: async () => ['127.0.0.1'] }), 'upstream.test'],
      [outboundWith(), '127.0.0.1'],
    ] as const) {
      const route = await outbound.route(`https://${host}:${secure.port}/`, { allowPrivate: true });
      await expect(outbound.send(route, sending)).rejects.toThrow('certificate');
    }
    expect([formed, secure.seen.length]).toEqual([0, 0]);
  });

  test('https to a server that speaks http', async () => {
    expect(await fault(get(outboundWith(), `https://127.0.0.1:${plain.port}/`))).toBe('unreachable');
    expect(plain.seen).toEqual([]);
  });
});

describe('the end', () => {
  test('what `headers` throws ends the sending before anything leaves', async () => {
    const outbound = outboundWith();
    const route = await outbound.route(`http://127.0.0.1:${plain.port}/`, { allowPrivate: true });
    const sending = { method: 'GET', body: null, headers: () => Promise.reject(new RangeError('revoked')) };
    await expect(outbound.send(route, sending)).rejects.toThrow(RangeError);
    await wait(20);
    expect(plain.seen).toEqual([]);
  });

  test('a connection that breaks while headers are formed', async () => {
    const accepted = Promise.withResolvers<Socket>();
    const fickle = createTcpServer((socket) => accepted.resolve(socket.on('error', () => undefined)));
    const port = await listening(fickle);
    const outbound = outboundWith();
    const route = await outbound.route(`http://127.0.0.1:${port}/`, { allowPrivate: true });
    const headers = async () => {
      (await accepted.promise).resetAndDestroy();
      await wait(30);
      return {};
    };
    expect(await fault(outbound.send(route, { method: 'GET', body: null, headers }))).toBe('unreachable');
    fickle.close();
  });

  test('close breaks off what is under way and refuses more', async () => {
    const asked = Promise.withResolvers<void>();
    plain.answer = () => asked.resolve();
    const outbound = outboundWith();
    const pending = fault(get(outbound, `http://127.0.0.1:${plain.port}/`));
    await asked.promise;
    outbound.close();
    expect(await pending).toBe('unreachable');
    expect(await fault(get(outbound, `http://127.0.0.1:${plain.port}/`))).toBe('unreachable');
  });

  test('deliver posts a body and answers the status', async () => {
    plain.answer = (_request, response) => void response.writeHead(202).end('ignored');
    const request = {
      headers: { 'content-type': 'application/json', 'x-svc-signature': 'ab' },
      body: '{"é":1}',
      allowPrivate: true,
    };
    expect(await outboundWith().deliver(`http://127.0.0.1:${plain.port}/hook`, request)).toEqual({ status: 202 });
    expect(plain.seen[0]).toMatchObject({ method: 'POST', url: '/hook', body: '{"é":1}' });
    expect(
      await fault(outboundWith().deliver(`http://127.0.0.1:${plain.port}/hook`, { ...request, allowPrivate: false })),
    ).toBe('private');
  });
});
