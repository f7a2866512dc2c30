import { hashOf, UNHASHABLE_HASH } from '@touchstone/core/agent/sdk/hashing.ts';
import type { Outbox } from '@touchstone/core/agent/sdk/types/outbox.ts';
import type { SessionOptions } from '@touchstone/core/agent/sdk/types/session.ts';
import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeServer,
  fakeServer,
  settled,
  type TestPlatform,
  testPlatform,
  unhandledRejections,
} from './fake-server.ts';

const KEY = 'svc_test_key';

let server: FakeServer;
let platform: TestPlatform;

beforeEach(() => {
  server = fakeServer();
  platform = testPlatform(server, { TOUCHSTONE_API_KEY: KEY });
});

const start = (options: SessionOptions & { outbox?: Outbox } = {}) =>
  agentsOn(platform).start({ agentId: 'agt_1', memoryCheckpointInterval: 0, ...options });
const requestsTo = (path: string) => server.requests.filter((request) => request.path === path);

describe('a tool', () => {
  it('is attested with the hashes of input and output and nothing of both', async () => {
    const session = await start();
    const read = session.tool('svc.tool.example.read.v1', async ({ id }: { id: string }) => ({ total: 480, id }));
    expect(await read({ id: 'secret-17' })).toEqual({ total: 480, id: 'secret-17' });
    await session.flush();
    const [request] = requestsTo('/tools/attest');
    expect(request?.body).toEqual({
      agent_id: 'agt_1',
      session_id: session.sessionId,
      tool_name: 'svc.tool.example.read.v1',
      request_hash: hashOf({ id: 'secret-17' }),
      response_hash: hashOf({ id: 'secret-17', total: 480 }),
      status: 'success',
    });
    expect(request?.headers['idempotency-key']).toMatch(/^sdk-[0-9a-f]{32}$/);
    expect(JSON.stringify(server.requests)).not.toContain('secret');
  });

  it('hashes several arguments, or none, as a list, and nothing as no output', async () => {
    const session = await start();
    await session.tool('two', (_a: number, _b: number) => undefined)(1, 2);
    await session.tool('none', () => undefined)();
    await session.flush();
    const bodies = requestsTo('/tools/attest').map(({ body }) => body);
    expect(bodies.map(({ request_hash }) => request_hash)).toEqual([hashOf([1, 2]), hashOf([])]);
    expect(bodies.every((body) => !('response_hash' in body))).toBe(true);
  });

  it('hashes the input before the tool changes it', async () => {
    const session = await start();
    await session.tool('t', (list: number[]) => list.push(2))([1]);
    await session.flush();
    expect(requestsTo('/tools/attest')[0]?.body.request_hash).toBe(hashOf([1]));
  });

  it('that throws is attested as failure and throws the same', async () => {
    const session = await start();
    const error = Object.assign(new Error('secret'), { code: 17 });
    const fails = session.tool('t', () => {
      throw error;
    });
    await expect(fails()).rejects.toBe(error);
    await expect(session.tool('u', () => Promise.reject('text'))()).rejects.toBe('text');
    await session.flush();
    expect(requestsTo('/tools/attest').map(({ body }) => body.status)).toEqual(['failure', 'failure']);
    expect(JSON.stringify(server.requests)).not.toContain('secret');
  });

  it('that takes too long is attested as timeout', async () => {
    const session = await start();
    const hangs = session.tool('t', () => new Promise(() => undefined), { timeoutMs: 50 })();
    hangs.catch(() => undefined);
    await platform.advance(50);
    await expect(hangs).rejects.toMatchObject({ name: 'ToolTimeout', tool: 't' });
    const own = new DOMException('late', 'TimeoutError');
    await expect(session.tool('u', () => Promise.reject(own), { timeoutMs: 50 })()).rejects.toBe(own);
    expect(await session.tool('v', () => 1, { timeoutMs: 50 })()).toBe(1);
    await session.flush();
    expect(requestsTo('/tools/attest').map(({ body }) => body.status)).toEqual(['timeout', 'timeout', 'success']);
  });

  it('outside the scope is not run, and attested as denied', async () => {
    const session = await start({ allowedTools: ['a'] });
    let runs = 0;
    const count = () => ++runs;
    expect(await session.tool('a', count)()).toBe(1);
    await expect(session.tool('b', count)()).rejects.toMatchObject({ name: 'ToolDenied', tool: 'b' });
    const unenforced = await start({ allowedTools: ['a'], enforceScope: false });
    expect(await unenforced.tool('b', count)()).toBe(2);
    await Promise.all([session.flush(), unenforced.flush()]);
    expect(requestsTo('/tools/attest').map(({ body }) => body.status)).toEqual(['success', 'denied', 'success']);
  });

  it.each([
    ['a value above the cap', { value: '500.01' }, 'session.max_value'],
    ['a value that cannot be judged', { value: '1e9' }, 'action.value'],
    ['another jurisdiction', { jurisdiction: 'US' }, 'session.jurisdiction'],
    ['a forbidden class in capitals', { data_class: 'PHI' }, 'session.forbidden_data_classes'],
    ['metadata that is too long to be kept', { value: 'x'.repeat(3_000) }, 'action.metadata'],
  ])('S40: with %s is not run, and attested as denied', async (_, metadata, rule) => {
    const scope = { maxTransactionValue: 500, jurisdiction: 'EU', forbiddenDataClasses: ['phi'] };
    const session = await start(scope);
    let runs = 0;
    const pay = session.tool('pay', () => ++runs, { metadata: () => metadata });
    await expect(pay()).rejects.toMatchObject({ name: 'ToolDenied', tool: 'pay', rule });
    expect(runs).toBe(0);
    const within = { value: '500', jurisdiction: 'EU', data_class: 'public' };
    expect(await session.tool('pay', () => ++runs, { metadata: within })()).toBe(1);
    const unenforced = await start({ ...scope, enforceScope: false });
    expect(await unenforced.tool('pay', () => ++runs, { metadata })()).toBe(2);
    await Promise.all([session.flush(), unenforced.flush()]);
    expect(requestsTo('/tools/attest').map(({ body }) => [body.status, 'response_hash' in body])).toEqual(
      expect.arrayContaining([
        ['denied', false],
        ['success', true],
        ['success', true],
      ]),
    );
  });

  it('S40: after the session is over is not run; nor in a child of it', async () => {
    const session = await start({ durationSeconds: 60 });
    let runs = 0;
    const tool = session.tool('t', () => ++runs);
    expect(await tool()).toBe(1);
    const child = await session.delegate({ agent: 'agt_2', durationSeconds: 3_600 });
    await platform.advance(61_000);
    const refused = { name: 'ToolDenied', rule: 'session.time' };
    await expect(tool()).rejects.toMatchObject(refused);
    await expect(child.tool('t', () => ++runs)()).rejects.toMatchObject(refused);
    expect(runs).toBe(1);
  });

  it('answers while the server is away, and its receipt comes later', async () => {
    const session = await start();
    server.mode = 'away';
    const { result, receipt } = await session.tool('t', () => 'done').attested();
    expect(result).toBe('done');
    await settled();
    expect(platform.problems.map(({ kind }) => kind)).toEqual(['waiting']);
    server.mode = 'here';
    await platform.advance(60_000);
    expect((await receipt)?.action_type).toBe('tool:t');
  });

  it('does not fail because it cannot be attested', async () => {
    const session = await start();
    const circular = {
      get bad(): string {
        throw new Error('no');
      },
    };
    const tool = session.tool('t', (input: object) => input, {
      metadata: () => {
        throw new Error('no');
      },
    });
    expect(await tool(circular)).toBe(circular);
    await session.tool('long', () => 1, { metadata: { note: 'x'.repeat(3000) } })();
    await session.close();
    expect(await tool({})).toEqual({});
    const { receipt } = await tool.attested({});
    await expect(receipt).rejects.toMatchObject({ reason: 'closed' });
    expect(requestsTo('/tools/attest')[0]?.body).toMatchObject({
      request_hash: UNHASHABLE_HASH,
      response_hash: UNHASHABLE_HASH,
    });
    expect(new Set(platform.problems.map(({ kind }) => kind))).toEqual(new Set(['unhashable', 'metadata', 'refused']));
  });

  it('carries metadata and another input', async () => {
    const session = await start();
    const options = {
      metadata: (n: number) => ({ value: n, jurisdiction: 'EU' }),
      input: (n: number) => ({ n }),
      output: () => null,
    };
    await session.tool('t', (n: number) => n, options)(5);
    await session.flush();
    expect(requestsTo('/tools/attest')[0]?.body).toMatchObject({
      metadata: { value: '5', jurisdiction: 'EU' },
      request_hash: hashOf({ n: 5 }),
      response_hash: hashOf(null),
    });
  });

  it('hashes what input and output promise, and waits for metadata that is promised', async () => {
    const session = await start();
    const tool = session.tool('t', (n: number) => ({ n }), {
      input: async (n) => `in ${n}`,
      output: async ({ n }) => `out ${n}`,
      metadata: async (n) => ({ n }),
    });
    await tool(1);
    await tool(2);
    await session.flush();
    expect(requestsTo('/tools/attest').map(({ body }) => body)).toMatchObject([
      { request_hash: hashOf('in 1'), response_hash: hashOf('out 1'), metadata: { n: '1' } },
      { request_hash: hashOf('in 2'), response_hash: hashOf('out 2'), metadata: { n: '2' } },
    ]);
  });

  it('does not fail because what it is to be attested with rejects', async () => {
    const session = await start();
    const reject = () => Promise.reject(new Error('no'));
    const unhandled = unhandledRejections();
    expect(await session.tool('t', () => 1, { input: reject, output: reject, metadata: reject })()).toBe(1);
    expect(await unhandled.seen()).toEqual([]);
    await session.flush();
    const [request] = requestsTo('/tools/attest');
    expect(request?.body).toMatchObject({ request_hash: UNHASHABLE_HASH, response_hash: UNHASHABLE_HASH });
    expect(request?.body).not.toHaveProperty('metadata');
    expect(platform.problems.map(({ kind }) => kind)).toEqual(['unhashable', 'metadata', 'unhashable']);
  });

  it('runs at once where there is no promise to wait for, and leaves a promise that it is given alone', async () => {
    const session = await start();
    // biome-ignore lint/suspicious/noThenProperty: what a tool is given may be a thenable
    const given = { then: () => expect.unreachable() };
    let runs = 0;
    const running = session.tool('t', (_: object) => ++runs, { metadata: () => ({ a: 1 }) })({ given });
    expect(runs).toBe(1);
    await running;
    await session.tool('t', (_: unknown) => ++runs)(given);
    expect(platform.problems).toEqual([]);
  });

  it.each([
    ['half a character', { note: 'abc\ud83d' }],
    ['half a character in a name', { 'abc\ud83d': 1 }],
    ['more than 16 KiB together', Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`k${i}`, '漢'.repeat(700)]))],
  ])('whose metadata has %s is attested without it', async (_, metadata) => {
    const session = await start();
    const { receipt } = await session.tool('t', () => 1, { metadata }).attested();
    expect((await receipt)?.details).not.toHaveProperty('metadata');
    expect(platform.problems).toMatchObject([{ kind: 'metadata', message: expect.stringContaining('16 KiB') }]);
    const action = { actionType: 'a', summary: 's', input: 1, metadata };
    await expect(session.action(action)).rejects.toThrow(TypeError);
    expect(requestsTo('/actions/attest')).toEqual([]);
  });

  it('may carry 16 KiB of metadata', async () => {
    const session = await start();
    const metadata = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`name ${i}`, 'x'.repeat(2_000)]));
    await session.tool('t', () => 1, { metadata: { ...metadata, rest: 'x'.repeat(16_384 - 8 * 2_006 - 4) } })();
    await session.flush();
    expect(requestsTo('/tools/attest')[0]?.body).toHaveProperty('metadata.rest');
    expect(platform.problems).toEqual([]);
  });

  it.each([[''], ['x'.repeat(201)], ['t\ud800']])('needs a name', async (name) => {
    const session = await start();
    expect(() => session.tool(name, () => 1)).toThrow(TypeError);
  });
});
