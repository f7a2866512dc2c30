/** S37: what strangers can make the server hold. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { Caller } from '../../src/frame/caller.ts';
import { receiveBody } from '../../src/http/body.ts';
import { BODY_LIMITS, type BodyShare, createBodyBudget } from '../../src/http/body-budget.ts';
import { remove, temporaryFolder } from '../backup/folder.ts';
import { HOST, openTestServer, type TestServer } from '../harness.ts';
import { startProcess } from '../process.ts';

const MIB = 1024 * 1024;
const caller = (accountId: string, plan: Caller['plan'], kind: Caller['kind'] = 'key'): Caller => ({
  kind,
  accountId,
  projectId: 'prj',
  keyId: kind === 'key' ? 'ak' : null,
  plan,
  scopes: new Set(),
});
const CONSOLE = caller('acc_local', 'enterprise_plus', 'console');

let server: TestServer | null = null;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await server?.close();
  server = null;
});

test('S37: the limits are those of the rule', () => {
  expect(BODY_LIMITS).toEqual({ inAll: 256 * MIB, perAccount: 128 * MIB, strangers: 128 * MIB, kept: 64 * MIB });
});

test('S37: accounts, strangers and all together have their limits, and the console its own', () => {
  const budget = createBodyBudget();
  const overloaded = expect.objectContaining({ code: 'OVERLOADED', retryAfterSeconds: expect.any(Number) });
  const take = (from: Caller | null, mib: number): BodyShare => {
    const share = budget.admit(from, mib * MIB);
    share.grow(mib * MIB);
    return share;
  };
  const free = take(caller('free-1', 'free'), 100);
  expect(() => take(caller('free-2', 'free'), 29)).toThrow(overloaded);
  expect(() => take(null, 29)).toThrow(overloaded);
  const stranger = take(null, 28);
  // No other step for any of them, with a stated length or without.
  expect(() => budget.admit(null, Number.NaN)).toThrow(overloaded);
  expect(() => stranger.grow(1)).toThrow(overloaded);
  expect(() => take(caller('paid', 'pro'), 65)).toThrow(overloaded);
  const paid = take(caller('paid', 'pro'), 64);
  // 192 MiB are taken: the rest is for console and administrator.
  expect(() => take(caller('other', 'enterprise'), 1)).toThrow(overloaded);
  const kept = take(CONSOLE, 64);
  expect(() => take(CONSOLE, 1)).toThrow(overloaded);
  expect(budget.held).toBe(256 * MIB);
  for (const share of [free, stranger, paid, kept, kept]) share.release();
  expect(budget.held).toBe(0);
  expect(() => take(caller('paid', 'pro'), 129)).toThrow(overloaded);
  take(caller('paid', 'pro'), 128).release();
  // What the console holds takes nothing from the others' part.
  const large = take(CONSOLE, 64);
  take(caller('paid', 'pro'), 128).release();
  large.release();
});

test('S37: a body takes memory as it comes, not as it states', async () => {
  const grown: number[] = [];
  let released = 0;
  const share = { grow: (bytes: number) => void grown.push(bytes), release: () => void released++ };
  const stream = new Readable({ read: () => undefined });
  const receiving = receiveBody(stream, 64 * MIB, 64 * MIB, share);
  expect(grown).toEqual([MIB]);
  stream.push(new Uint8Array(MIB + 1));
  await sleep(20);
  expect(grown).toEqual([MIB, MIB]);
  stream.destroy(new Error('gone'));
  await expect(receiving).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
  expect(released).toBe(1);
  const small = await receiveBody(Readable.from([Buffer.from('{}')]), 2, MIB, share);
  expect(grown.at(-1)).toBe(2);
  small.release();
  expect([released, small.pieces]).toEqual([2, []]);
});

test('S37: a body that comes too slowly ends with REQUEST_TIMEOUT, also after a quick beginning; a steady one does not', async () => {
  const pace = { spanMs: 200, bytesPerSecond: 64 * 1024 };
  const dripping = (bytes: number) =>
    Readable.from(
      (async function* () {
        yield new Uint8Array(100_000);
        for (let count = 0; count < 30; count++) {
          await sleep(20);
          yield new Uint8Array(bytes);
        }
      })(),
    );
  await expect(receiveBody(dripping(10), Number.NaN, MIB, undefined, pace)).rejects.toMatchObject({
    code: 'REQUEST_TIMEOUT',
  });
  const steady = await receiveBody(dripping(20_000), Number.NaN, 2 * MIB, undefined, pace);
  expect(steady.length).toBe(100_000 + 30 * 20_000);
});

/** Sends a head, and part of the body that it states; the answer comes as text. */
function begin(
  port: number,
  path: string,
  length: number,
  token: string | null,
): { socket: Socket; answer: Promise<string> } {
  const socket = connect({ host: '127.0.0.1', port });
  sockets.push(socket);
  const key = token === null ? '' : `authorization: Bearer ${token}\r\n`;
  socket.write(
    `POST ${path} HTTP/1.1\r\nhost: ${HOST}\r\n${key}content-type: application/json\r\ncontent-length: ${length}\r\n\r\n{`,
  );
  return { socket, answer: once(socket, 'data').then(([chunk]) => String(chunk)) };
}

test('reliability 5: beyond the budget a request is refused before its body is read, and others are served', async () => {
  server = await openTestServer({
    bodyLimits: { inAll: 8 * MIB, perAccount: 4 * MIB, strangers: 4 * MIB, kept: 2 * MIB },
  });
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const port = Number(new URL(address).port);
  const { key } = await server.newKey();
  // Four that state a step and send one byte hold it.
  for (let count = 0; count < 4; count++) begin(port, '/v1/artifacts', MIB, key);
  let refused = '';
  const untilRefused = async () => {
    refused = await tooMuch(port, key);
    return refused;
  };
  await expect.poll(untilRefused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/\r\nretry-after: \d+\r\n/i);
  expect(refused).toContain('OVERLOADED');
  // Those without a key share that part; the console does not.
  expect(await begin(port, '/api/auth/request', 100, null).answer).toContain('OVERLOADED');
  const settings = await server.call('GET', '/api/v1/admin/settings', { token: server.admin });
  expect(settings.status).toBe(200);
  const own = await server.call('POST', '/v1/receipts', { token: server.admin, json: { payload: 'kept' } });
  expect(own.status).toBe(200);
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect
    .poll(async () => (await server?.call('POST', '/v1/receipts', { token: key, json: { payload: 'again' } }))?.status)
    .toBe(200);
});

/** The answer to a body that states 1 MiB, of which one byte is sent. */
async function tooMuch(port: number, key: string): Promise<string> {
  const { socket, answer } = begin(port, '/v1/artifacts', MIB, key);
  const first = await Promise.race([answer, sleep(300, 'nothing')]);
  socket.destroy();
  return first;
}

test('S37: over HTTP a slow body is 408 and ends its connection', async () => {
  server = await openTestServer({ bodyPace: { spanMs: 300, bytesPerSecond: 64 * 1024 } });
  const address = await server.app.listen({ host: '127.0.0.1', port: 0 });
  const { key } = await server.newKey();
  const { socket, answer } = begin(Number(new URL(address).port), '/v1/receipts', 1_000, key);
  expect(await answer).toMatch(/^HTTP\/1\.1 408 .*REQUEST_TIMEOUT/s);
  if (!socket.closed) await once(socket, 'close');
  expect(socket.destroyed).toBe(true);
});

/** MiB that a process holds in memory. */
const residentOf = (pid: number | undefined) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

test.skipIf(process.platform !== 'linux')(
  'reliability 5: ten large bodies at once are held to the budget, and a minute later their memory is given back',
  async () => {
    const folder = temporaryFolder();
    const own = await startProcess({ dataDir: join(folder, 'data') });
    try {
      const asked = await fetch(`${own.url}/api/auth/request`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'large@example.com' }),
      });
      const { api_key: key } = (await asked.json()) as { api_key: string };
      // What a first request loads is there.
      await (await fetch(`${own.url}/api/svc-key/keys/public`)).arrayBuffer();
      await sleep(1_000);
      const before = residentOf(own.child.pid);
      const body = Buffer.alloc(60 * MIB, 0x78);
      body.write('{"subject":"');
      body.write('"}', body.length - 2);
      const send = () =>
        new Promise<number>((resolve) => {
          const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
          request(`${own.url}/v1/artifacts`, { method: 'POST', headers: { ...headers, 'content-length': body.length } })
            .on('response', (response) => {
              response.resume();
              resolve(response.statusCode ?? 0);
            })
            .on('error', () => resolve(0))
            .end(body);
        });
      let most = 0;
      const watch = setInterval(() => (most = Math.max(most, residentOf(own.child.pid))), 100);
      for (let round = 0; round < 2; round++) {
        const statuses = await Promise.all(Array.from({ length: 10 }, send));
        expect(statuses).toContain(503);
        expect(statuses).toContain(400);
        expect(new Set(statuses).size).toBeLessThanOrEqual(3);
      }
      clearInterval(watch);
      // The bodies themselves are 600 MiB.
      expect(most - before).toBeLessThan(1_200);
      await expect
        .poll(() => residentOf(own.child.pid) - before, { timeout: 60_000, interval: 1_000 })
        .toBeLessThan(100);
    } finally {
      await own.end('SIGKILL');
      remove(folder);
    }
  },
);
