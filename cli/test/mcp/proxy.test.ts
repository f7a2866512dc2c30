/** The proxy between two lists of lines; the recorder is a fake whose answers the tests choose. */
import { utf8 } from '@touchstone/core/bytes.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { hashOf } from '../../src/mcp/call.ts';
import { createProxy, type McpProxy } from '../../src/mcp/proxy.ts';
import { type CallReceipt, type Decision, Undecided } from '../../src/mcp/recorder.ts';

type Message = Record<string, unknown>;

let toClient: Message[];
let toServer: Message[];
let receipts: CallReceipt[];
let asked: { tool: string; judged: object }[];
let passed: Record<string, number>;
/** Calls that were kept, with what the server had been sent by then. */
let begun: { tool: string; forwarded: number }[];
let notes: string[];
let decide: (tool: string) => Promise<Decision>;
/** Waited for before a receipt counts as kept. */
let keeping: Promise<void>;
/** Id of the receipt that is stored; null while the service is away. */
let stored: string | null;
let proxy: McpProxy;

const ALLOWED: Decision = { allowed: true, rule: null, nodeId: 'node_policy' };

beforeEach(() => {
  toClient = [];
  toServer = [];
  receipts = [];
  asked = [];
  notes = [];
  passed = {};
  begun = [];
  decide = async () => ALLOWED;
  stored = 'node_call';
  keeping = Promise.resolve();
  proxy = create(null);
});

function create(callTimeoutMs: number | null): McpProxy {
  return createProxy({
    toClient: (text) => void toClient.push(JSON.parse(text)),
    toServer: (text) => void toServer.push(JSON.parse(text)),
    recorder: {
      evaluate: (tool, _hash, judged) => {
        asked.push({ tool, judged });
        return decide(tool);
      },
      begin: async ({ tool }) => {
        begun.push({ tool, forwarded: toServer.length });
        return `key-${begun.length}`;
      },
      attest: async (receipt) => {
        await keeping;
        receipts.push({ ...receipt, metadata: { ...receipt.metadata } });
        return stored;
      },
      attestPassed: async (counts) => {
        passed = Object.fromEntries(counts);
      },
    },
    deny: new Set(['forbidden']),
    judged: { value: 'value', jurisdiction: 'jurisdiction', dataClass: 'data_class' },
    callTimeoutMs,
    note: (text) => notes.push(text),
  });
}

const client = (message: unknown) => proxy.fromClient(utf8(JSON.stringify(message)));
const server = (message: unknown) => proxy.fromServer(utf8(JSON.stringify(message)));
/** What the reader of lines keeps of one that is too long. */
function long(head: string, tail: string) {
  return { head: utf8(head), tail: utf8(tail) };
}
const call = (id: number | string, name: string, given: object = {}) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: given },
});
const result = (id: number | string, text: string, more: object = {}) => ({
  jsonrpc: '2.0',
  id,
  result: { content: [{ type: 'text', text }], ...more },
});

describe('S21: a call', () => {
  test('is judged, forwarded, answered and attested', async () => {
    const request = call(1, 'pay', { value: 5 });
    client(request);
    expect(toServer).toEqual([]);
    await proxy.judged();
    expect(toServer).toEqual([request]);
    const response = result(1, 'done');
    server(response);
    await proxy.settled();
    expect(toClient).toEqual([response]);
    expect(asked).toEqual([{ tool: 'pay', judged: { value: '5' } }]);
    expect(receipts).toEqual([
      {
        tool: 'pay',
        status: 'success',
        requestHash: hashOf(request.params as never),
        responseHash: hashOf(response.result as never),
        metadata: { value: '5', policy_node: 'node_policy' },
        key: 'key-1',
      },
    ]);
  });

  test('is kept before the server hears of it; one that is refused is not', async () => {
    decide = async (tool) => (tool === 'a' ? ALLOWED : { allowed: false, rule: 'session.allowed_tools', nodeId: 'n' });
    client(call(1, 'a'));
    client(call(2, 'b'));
    client(call(3, 'forbidden'));
    await proxy.judged();
    expect(begun).toEqual([{ tool: 'a', forwarded: 0 }]);
    server(result(1, 'done'));
    await proxy.settled();
    expect(receipts.map(({ tool, key }) => [tool, key])).toEqual(
      expect.arrayContaining([
        ['a', 'key-1'],
        ['b', null],
        ['forbidden', null],
      ]),
    );
  });

  test('that the tool fails, or that the server refuses, is a failure', async () => {
    client(call(1, 'a'));
    client(call('1', 'b'));
    await proxy.judged();
    server(result(1, 'no', { isError: true }));
    server({ jsonrpc: '2.0', id: '1', error: { code: -32602, message: 'no such tool' } });
    await proxy.settled();
    expect(toClient).toMatchObject([
      { id: 1, result: { isError: true } },
      { id: '1', error: { code: -32602 } },
    ]);
    expect(receipts.map(({ tool, status }) => [tool, status])).toEqual([
      ['a', 'failure'],
      ['b', 'failure'],
    ]);
  });

  test('that the policy refuses does not reach the server; the model is told the rule', async () => {
    decide = async () => ({ allowed: false, rule: 'session.allowed_tools', nodeId: 'node_no' });
    client(call(1, 'rm'));
    await proxy.settled();
    expect(toServer).toEqual([]);
    expect(toClient).toMatchObject([
      {
        id: 1,
        result: {
          isError: true,
          content: [{ text: expect.stringContaining('session.allowed_tools') }],
          _meta: { 'touchstone/denied': { rule: 'session.allowed_tools', node_id: 'node_no' } },
        },
      },
    ]);
    expect(receipts).toMatchObject([{ tool: 'rm', status: 'denied', metadata: { policy_node: 'node_no' } }]);
    expect(receipts[0]).not.toHaveProperty('responseHash');
  });

  test.each([['node_call'], [null]])(
    'agents 3: that this proxy refuses is not even asked about; the receipt %s tells',
    async (id) => {
      stored = id;
      client(call(1, 'forbidden'));
      await proxy.settled();
      expect(asked).toEqual([]);
      expect(toServer).toEqual([]);
      const about = { rule: 'proxy.deny', node_id: id };
      expect(toClient).toMatchObject([{ result: { isError: true, _meta: { 'touchstone/denied': about } } }]);
      expect(receipts).toMatchObject([{ status: 'denied', metadata: { reason: 'proxy.deny' } }]);
    },
  );

  test.each([
    [new Undecided('the service is away.'), 'the service is away.'],
    [new TypeError('our own mistake'), 'the policy could not be evaluated.'],
  ])('is refused when the policy cannot be evaluated: %s', async (error, text) => {
    decide = async () => Promise.reject(error);
    client(call(1, 'pay'));
    await proxy.settled();
    expect(toServer).toEqual([]);
    expect(toClient).toMatchObject([{ id: 1, result: { isError: true, content: [{ text: `Not called: ${text}` }] } }]);
    expect(receipts).toMatchObject([{ status: 'denied' }]);
  });

  test.each([
    ['allowed', async () => ALLOWED],
    ['denied', async () => ({ allowed: false, rule: 'session.tools', nodeId: 'node_policy' })],
    ['undecided', () => Promise.reject(new Undecided('the service is away.'))],
  ])('is answered only after its receipt is kept: %s', async (_, decision) => {
    const kept = Promise.withResolvers<void>();
    keeping = kept.promise;
    decide = decision;
    client(call(1, 'pay'));
    await new Promise((resolve) => setImmediate(resolve));
    server(result(1, 'paid'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(toClient).toEqual([]);
    kept.resolve();
    await proxy.settled();
    expect(toClient).toMatchObject([{ id: 1 }]);
    expect(receipts).toHaveLength(1);
  });

  test('without a readable name, without an id, or with an id in use is refused', async () => {
    client({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a', Name: 'b' } });
    client({ jsonrpc: '2.0', method: 'tools/call', params: { name: 'a' } });
    client(call(2, 'a'));
    client(call(2, 'b'));
    await proxy.judged();
    expect(toServer).toEqual([call(2, 'a')]);
    expect(toClient).toMatchObject([
      { id: 1, error: { code: -32602 } },
      { id: null, error: { code: -32600 } },
    ]);
    await proxy.finish();
    expect(passed['client:tools/call (refused)']).toBe(2);
  });

  test('is given up after the time that is allowed, and a late answer changes nothing', async () => {
    proxy = create(5);
    client(call(1, 'slow'));
    await expect.poll(() => toClient, { timeout: 30_000 }).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(toServer).toMatchObject([{}, { method: 'notifications/cancelled', params: { requestId: 1 } }]);
    server(result(1, 'late'));
    await proxy.finish();
    expect(toClient).toHaveLength(1);
    expect(receipts).toMatchObject([{ status: 'timeout' }]);
    expect(passed).toEqual({ 'server:late response': 1 });
  });

  test('many at once keep their own answers', async () => {
    const ids = Array.from({ length: 200 }, (_, n) => n);
    for (const id of ids) client(call(id, `tool-${id}`));
    await proxy.judged();
    for (const id of ids.toReversed()) server(result(id, `answer-${id}`));
    await proxy.settled();
    expect(toClient).toHaveLength(200);
    for (const message of toClient) {
      expect(message).toMatchObject({ result: { content: [{ text: `answer-${message.id}` }] } });
    }
    for (const { tool, responseHash } of receipts) {
      const id = Number(tool.slice(5));
      expect(responseHash).toBe(hashOf(result(id, `answer-${id}`).result as never));
    }
  });

  test('as a task is attested when it is accepted and when its result is fetched', async () => {
    const request = { ...call(1, 'long'), params: { name: 'long', task: { ttl: 1000 } } };
    client(request);
    await proxy.judged();
    server({ jsonrpc: '2.0', id: 1, result: { task: { taskId: 't-1', status: 'working' } } });
    await proxy.settled();
    client({ jsonrpc: '2.0', id: 2, method: 'tasks/result', params: { taskId: 't-1' } });
    server(result(2, 'done'));
    await proxy.settled();
    const requestHash = hashOf(request.params as never);
    expect(receipts).toMatchObject([
      { tool: 'long', status: 'pending', requestHash, metadata: { task_id: 't-1' } },
      { tool: 'long', status: 'success', requestHash, metadata: { task_id: 't-1' } },
    ]);
    decide = async () => ({ allowed: false, rule: 'session.max_value', nodeId: 'n' });
    client({ ...request, id: 3 });
    await proxy.settled();
    expect(toClient.at(-1)).toMatchObject({ id: 3, error: { code: -32010 } });
  });
});

describe('a cancellation', () => {
  const cancelled = (requestId: number) => ({
    jsonrpc: '2.0',
    method: 'notifications/cancelled',
    params: { requestId, reason: 'timed out' },
  });

  test('of a call at the server is forwarded and attested as a timeout', async () => {
    client(call(1, 'slow'));
    await proxy.judged();
    client(cancelled(1));
    await proxy.settled();
    expect(toServer.at(-1)).toEqual(cancelled(1));
    expect(receipts).toMatchObject([{ status: 'timeout', metadata: { reason: 'cancelled by the client' } }]);
    server(result(1, 'late'));
    await proxy.settled();
    expect(toClient).toEqual([]);
    expect(receipts).toHaveLength(1);
  });

  test('of a call that is being judged keeps it from the server', async () => {
    const { promise, resolve } = Promise.withResolvers<Decision>();
    decide = () => promise;
    client(call(1, 'slow'));
    client(cancelled(1));
    resolve(ALLOWED);
    await proxy.settled();
    expect(toServer).toEqual([]);
    expect(toClient).toEqual([]);
    expect(receipts).toMatchObject([{ status: 'timeout', metadata: { reason: 'cancelled before it was forwarded' } }]);
  });
});

describe('S21: a batch', () => {
  test('is judged item by item and answered in one array', async () => {
    decide = async (tool) => (tool === 'ok' ? ALLOWED : { allowed: false, rule: 'session.allowed_tools', nodeId: 'n' });
    client([
      call(1, 'ok'),
      call(2, 'bad'),
      { jsonrpc: '2.0', method: 'notifications/x' },
      7,
      { jsonrpc: '2.0', id: 3, method: 'tools/list' },
    ]);
    await proxy.settled();
    expect(toServer).toMatchObject([{ method: 'notifications/x' }, { id: 3 }, { id: 1 }]);
    expect(toClient).toEqual([]);
    server([{ jsonrpc: '2.0', id: 3, result: { tools: [] } }, result(1, 'fine')]);
    await proxy.settled();
    expect(toClient).toHaveLength(1);
    expect(toClient[0]).toMatchObject([
      { id: null, error: { code: -32600 } },
      { id: 2, result: { isError: true } },
      { id: 3 },
      { id: 1, result: { content: [{ text: 'fine' }] } },
    ]);
  });

  test('of notifications alone is not answered', async () => {
    client([{ jsonrpc: '2.0', method: 'notifications/x' }]);
    await proxy.settled();
    expect(toClient).toEqual([]);
  });
});

describe('S21: everything else', () => {
  test('of a server whose name is cut within a character: the receipt can still be stored', async () => {
    client({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    server({ jsonrpc: '2.0', id: 1, result: { serverInfo: { name: `${'a'.repeat(199)}\u{1f600}` } } });
    client(call(2, 'pay'));
    await proxy.judged();
    server(result(2, 'ok'));
    await proxy.finish();
    const name = receipts[0]?.metadata.mcp_server ?? '';
    expect(name).toHaveLength(200);
    expect(name.isWellFormed()).toBe(true);
  });

  test('passes both ways and is counted', async () => {
    client({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} });
    server({ jsonrpc: '2.0', id: 1, result: { serverInfo: { name: 'everything', version: '2.0' } } });
    server({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params: {} });
    client({ jsonrpc: '2.0', id: 1, result: { role: 'assistant' } });
    server({ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } });
    server({ jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 2 } });
    expect(toClient).toHaveLength(4);
    expect(toServer).toHaveLength(2);
    client(call(2, 'pay'));
    await proxy.judged();
    server(result(2, 'ok'));
    const tally = await proxy.finish();
    expect(tally).toEqual({ calls: 1, denied: 0 });
    expect(receipts[0]?.metadata.mcp_server).toBe('everything@2.0');
    expect(passed).toEqual({
      'client:initialize': 1,
      'server:sampling/createMessage': 1,
      'server:notifications/progress': 2,
    });
  });

  test('that nobody asked for is dropped', () => {
    client({ jsonrpc: '2.0', id: 9, result: {} });
    server({ jsonrpc: '2.0', id: 9, result: {} });
    expect([toClient, toServer]).toEqual([[], []]);
    expect(notes).toHaveLength(1);
  });

  test('that is not strict is refused, and the sender is told', () => {
    proxy.fromClient(utf8('{"jsonrpc":"2.0","id":4,"method":"ping","method":"tools/call"}'));
    proxy.fromClient(long('{"method":"ping","params":{"a":', '},"jsonrpc":"2.0","id":5}'));
    proxy.fromClient(long('{"result":{"a":', '},"jsonrpc":"2.0","id":6}'));
    expect(toServer).toEqual([]);
    expect(toClient).toMatchObject([
      { id: 4, error: { message: expect.stringContaining('twice') } },
      { id: 5, error: { code: -32600 } },
      { id: null, error: { code: -32600 } },
    ]);
  });

  test.each([
    ['the id', long('{"result":{"a":"', '"},"jsonrpc":"2.0","id":2}'), [2, 'b'], 'longer than 64 MiB'],
    ['no id, so that the oldest call is taken', long('[{"id":2', '}]'), [1, 'a'], 'could not be told to which call'],
  ])('of the server that is too long ends the call as a failure, with %s', async (_, line, [id, tool], reason) => {
    client({ jsonrpc: '2.0', id: 0, method: 'tools/list' });
    client(call(1, 'a'));
    client(call(2, 'b'));
    await proxy.judged();
    proxy.fromServer(line);
    await proxy.settled();
    expect(toClient).toMatchObject([{ id, error: { code: -32603, message: expect.stringContaining('64 MiB') } }]);
    expect(receipts).toMatchObject([
      { tool, status: 'failure', metadata: { reason: expect.stringContaining(reason) } },
    ]);
    expect(receipts[0]).not.toHaveProperty('responseHash');
    expect(notes).toHaveLength(1);
  });

  test('of the server that is too long answers other requests too, and late ones are counted', async () => {
    client({ jsonrpc: '2.0', id: 1, method: 'resources/read' });
    proxy.fromServer(long('[', ']'));
    proxy.fromServer(long('[', ']'));
    proxy.fromServer(long('{"id":1,', '}'));
    expect(toClient).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    await proxy.finish();
    expect(passed['server:late response']).toBe(2);
  });

  test('of the server that is too long and asks for something is refused, and fails no call', async () => {
    client(call(1, 'a'));
    await proxy.judged();
    proxy.fromServer(long('{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage",', '}'));
    proxy.fromServer(long('{"jsonrpc":"2.0","method":"notifications/message",', '}'));
    expect(toClient).toEqual([]);
    expect(toServer.slice(1)).toMatchObject([{ id: 1, error: { code: -32600 } }]);
    server(result(1, 'done'));
    await proxy.settled();
    expect(receipts).toMatchObject([{ status: 'success' }]);
  });

  test('that is not strict and bears an id in use does not answer the request that waits', async () => {
    client(call(4, 'pay'));
    proxy.fromClient(utf8('{"jsonrpc":"2.0","id":4,"method":"ping","method":"ping"}'));
    expect(toClient).toMatchObject([{ id: null, error: { code: -32600 } }]);
    await proxy.judged();
    server(result(4, 'done'));
    await proxy.settled();
    expect(toClient.at(-1)).toMatchObject({ id: 4, result: {} });
  });

  test('of the server that is not strict ends the call as a failure', async () => {
    client(call(1, 'pay'));
    await proxy.judged();
    proxy.fromServer(utf8('{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}'));
    await proxy.settled();
    expect(toClient).toMatchObject([{ id: 1, error: { code: -32603 } }]);
    expect(receipts).toMatchObject([
      { status: 'failure', metadata: { reason: expect.stringContaining('no strict JSON-RPC') } },
    ]);
    expect(receipts[0]).not.toHaveProperty('responseHash');
  });

  test('has failed when the server is gone', async () => {
    client(call(1, 'pay'));
    client({ jsonrpc: '2.0', id: 2, method: 'tools/list' });
    await proxy.judged();
    proxy.serverEnded('The server ended with exit code 3.');
    client(call(3, 'pay'));
    await proxy.settled();
    expect(toClient.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
    for (const message of toClient) {
      expect(message).toMatchObject({ error: { message: 'The server ended with exit code 3.' } });
    }
    expect(receipts).toMatchObject([{ status: 'failure', metadata: { reason: expect.stringContaining('ended') } }]);
  });

  test('has a limit to the methods that are told apart', async () => {
    for (let n = 0; n < 200; n++) client({ jsonrpc: '2.0', method: `m${n}` });
    await proxy.finish();
    expect(Object.keys(passed).length).toBeLessThanOrEqual(61);
    expect(Object.values(passed).reduce((sum, count) => sum + count, 0)).toBe(200);
  });
});
