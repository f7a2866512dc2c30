/** `touchstone mcp` with the official SDK's client and a public server, and line by line against a server that tells all. */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { CreateMessageRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { mcp } from '../../src/commands/mcp.ts';
import { Refusal } from '../../src/terminal/refusal.ts';
import { type AgentsService, openAgentsService, PQ_VERIFY, runCommand, TOUCHSTONE } from '../agents-service.ts';
import { startRaw, textOf } from '../mcp/raw-client.ts';

const EVERYTHING = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

/** A test runs several processes, one after the other; a busy machine takes its time for each. */
const DELAYED = { timeout: 120_000 };

let service: AgentsService;
beforeAll(async () => {
  service = await openAgentsService();
});
afterAll(() => service.close());
afterEach(() => vi.unstubAllEnvs());

/** The receipts of the newest session, or of the named one, without its start. */
async function receiptsOf(sessionId?: string) {
  const id = sessionId ?? (await newestSession()).session_id;
  const { items } = await service.client.sessions.nodes({ params: { id }, query: { limit: 1_000 } });
  return items.slice(1);
}

async function newestSession() {
  const { items } = await service.client.sessions.list({ query: { limit: 1 } });
  const [session] = items;
  if (session === undefined) throw new Error('there is no session');
  return session;
}

const outcomes = (nodes: Awaited<ReturnType<typeof receiptsOf>>) =>
  nodes
    .filter(({ action_type }) => action_type.startsWith('tool:'))
    .map(({ action_type, details }) => `${action_type.slice(5)} ${details.status}`);

describe('with the official client and the public server', () => {
  const bundle = () => path.join(service.folder, 'everything.pqs.json');
  let client: Client;
  let transport: StdioClientTransport;
  let sampled = 0;

  beforeAll(async () => {
    const options = ['--allow', 'echo', 'get-sum', 'get-env', 'trigger-sampling-request'];
    transport = new StdioClientTransport({
      command: process.execPath,
      args: [TOUCHSTONE, 'mcp', ...options, '--bundle', bundle(), '--', process.execPath, EVERYTHING, 'stdio'],
      env: { ...service.env, OTHER_NAME: `Bearer ${service.apiKey}` },
      stderr: 'ignore',
    });
    client = new Client({ name: 'test', version: '1.0' }, { capabilities: { sampling: {} } });
    client.setRequestHandler(CreateMessageRequestSchema, async () => {
      sampled++;
      return { model: 'm', role: 'assistant', content: { type: 'text', text: 'sampled' } };
    });
    await client.connect(transport);
  });

  test('tools are listed and called; what the server asks for comes through', async () => {
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('echo');
    expect(JSON.stringify(await client.callTool({ name: 'echo', arguments: { message: 'hi' } }))).toContain('Echo: hi');
    const request = { name: 'trigger-sampling-request', arguments: { prompt: 'x', maxTokens: 5 } };
    expect(JSON.stringify(await client.callTool(request))).toContain('sampled');
    expect(sampled).toBe(1);
  });

  test('many calls at once get their own answers, a large one too', async () => {
    const large = 'ü'.repeat(600_000);
    const messages = [...Array.from({ length: 24 }, (_, n) => `message ${n}`), large];
    const answers = await Promise.all(
      messages.map((message) => client.callTool({ name: 'echo', arguments: { message } })),
    );
    answers.forEach((answer, n) => {
      expect(answer.content).toEqual([{ type: 'text', text: `Echo: ${messages[n]}` }]);
    });
  });

  test('a call outside the scope is refused; the model is told why', async () => {
    const answer = await client.callTool({ name: 'get-tiny-image', arguments: {} });
    expect(answer).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('session.allowed_tools') }],
    });
  });

  test('a call that the tool refuses is answered as the server answers it', async () => {
    expect(await client.callTool({ name: 'get-sum', arguments: { a: 'x', b: 1 } })).toMatchObject({ isError: true });
  });

  test('the server has none of our credentials, and its other variables', async () => {
    const answer = await client.callTool({ name: 'get-env', arguments: {} });
    const text = JSON.stringify(answer.content);
    expect(text).toContain('PATH');
    expect(text).not.toMatch(/TOUCHSTONE_|OTHER_NAME|svc_live_/);
  });

  test('the sealed session holds them all, and what passed without a receipt', async () => {
    // Not by the client's close(), which kills a proxy that is not done within four seconds.
    const ended = new Promise<void>((resolve) => {
      client.onclose = resolve;
    });
    const { pid } = transport;
    if (pid === null) throw new Error('the proxy has ended before');
    process.kill(pid, 'SIGTERM');
    await ended;
    expect((await newestSession()).state).toBe('ended');
    const receipts = await receiptsOf();
    const found = outcomes(receipts);
    expect(found.filter((outcome) => outcome === 'echo success')).toHaveLength(26);
    expect(found).toEqual(expect.arrayContaining(['get-tiny-image denied', 'get-sum failure', 'get-env success']));
    expect(receipts.filter(({ action_type }) => action_type === 'policy:tool.call')).toHaveLength(30);
    const passed = receipts.find(({ action_type }) => action_type === 'mcp.unattested');
    expect(passed?.details.metadata).toMatchObject({
      'client:initialize': '1',
      'client:tools/list': '1',
      'server:sampling/createMessage': '1',
    });
    const echo = receipts.find(({ action_type }) => action_type === 'tool:echo');
    expect(echo?.details.metadata?.mcp_server).toMatch(/everything@/);
  });

  test('its bundle verifies without the service', async () => {
    expect(existsSync(bundle())).toBe(true);
    const args = ['session', '--file', bundle(), '--keys', service.keysFile];
    const { status, stdout } = await runCommand(PQ_VERIFY, args, service.env);
    expect(stdout).toContain('Verified');
    expect(status).toBe(0);
  });
});

describe('line by line', () => {
  test('a duplicate name, a lone surrogate and a twin in another case never reach the server', async () => {
    const proxy = startRaw(service.env, []);
    proxy.send({ id: 0, method: 'initialize', params: {} });
    await proxy.next();
    const attacks = [
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","method":"tools/call","params":{"name":"crash"}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","name":"crash"}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","n\\u0061me":"crash"}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/list","Method":"tools/call","params":{"name":"crash"}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","Name":"crash"}}',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":"\\ud800"}}}',
    ];
    for (const attack of attacks) {
      proxy.line(attack);
      expect(await proxy.next()).toMatchObject({ id: 1, error: { message: expect.stringMatching(/^Refused: /) } });
    }
    // Spaces and order are the sender's; what arrives is ours.
    proxy.line(
      '{ "params" : {"arguments":{}, "name":"rec\\u0065ived"}, "method":"tools/call","id":2, "jsonrpc":"2.0" }',
    );
    expect(JSON.parse(textOf(await proxy.next()))).toEqual([
      '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{}}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"arguments":{},"name":"received"}}',
    ]);
    proxy.end();
    expect(await proxy.closed).toBe(0);
    expect(proxy.stderr()).toContain('plain server: ready');
    expect(outcomes(await receiptsOf())).toEqual(['received success']);
  });

  test('a batch is judged item by item', async () => {
    const proxy = startRaw(service.env, ['--allow', 'good', 'received']);
    const call = (id: number, name: string) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name } });
    proxy.line(JSON.stringify([call(1, 'good'), call(2, 'bad'), { jsonrpc: '2.0', method: 'notifications/x' }]));
    const answers = await proxy.next();
    expect(answers).toHaveLength(2);
    expect(answers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: 1, result: { content: [{ type: 'text', text: 'called good' }] } }),
        expect.objectContaining({ id: 2, result: expect.objectContaining({ isError: true }) }),
      ]),
    );
    expect(textOf(await proxy.call(3, 'received'))).not.toContain('bad');
    proxy.end();
    await proxy.closed;
    expect(outcomes(await receiptsOf()).sort()).toEqual(['bad denied', 'good success', 'received success']);
  });

  test('value, jurisdiction and tools of --deny are judged; names get their prefix', async () => {
    const scope = ['--max-value', '100', '--jurisdiction', 'EU', '--forbid', 'phi', '--deny', 'erase'];
    const proxy = startRaw(service.env, [...scope, '--tool-prefix', 'svc.tool.mcp.plain.', '--allow', 'pay', 'erase']);
    const refusals = [
      [{ value: 100.5 }, 'session.max_value'],
      [{ value: '1e3' }, 'action.value'],
      [{ jurisdiction: 'US' }, 'session.jurisdiction'],
      [{ data_class: 'phi' }, 'session.forbidden_data_classes'],
    ] as const;
    for (const [given, rule] of refusals)
      expect(textOf(await proxy.call(1, 'pay', given))).toContain(`Denied by ${rule}`);
    expect(textOf(await proxy.call(2, 'erase'))).toContain('Denied by proxy.deny');
    expect(textOf(await proxy.call(3, 'other'))).toContain('Denied by session.allowed_tools');
    expect(textOf(await proxy.call(4, 'pay', { value: 100, jurisdiction: 'EU' }))).toBe('called pay');
    proxy.end();
    await proxy.closed;
    const receipts = await receiptsOf();
    expect(outcomes(receipts)).toEqual([
      ...Array(4).fill('svc.tool.mcp.plain.pay denied'),
      'svc.tool.mcp.plain.erase denied',
      'svc.tool.mcp.plain.other denied',
      'svc.tool.mcp.plain.pay success',
    ]);
    expect(receipts.findLast(({ action_type }) => action_type.startsWith('tool:'))?.details).toMatchObject({
      value: 100,
      jurisdiction: 'EU',
    });
  });

  test('a server that ends takes its exit code to us, and its open calls have failed', async () => {
    const proxy = startRaw(service.env, []);
    proxy.send({ id: 1, method: 'tools/call', params: { name: 'silent' } });
    const crash = await proxy.call(2, 'crash');
    expect([crash, await proxy.next()]).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: 1,
          error: expect.objectContaining({ message: expect.stringContaining('exit code 7') }),
        }),
        expect.objectContaining({ id: 2, error: expect.anything() }),
      ]),
    );
    expect(await proxy.closed).toBe(7);
    expect(outcomes(await receiptsOf()).sort()).toEqual(['crash failure', 'silent failure']);
    expect((await newestSession()).state).toBe('ended');
  });

  test('a client that goes ends the server, its open calls and the session', async () => {
    const proxy = startRaw(service.env, []);
    expect(textOf(await proxy.call(1, 'good'))).toBe('called good');
    proxy.send({ id: 2, method: 'tools/call', params: { name: 'silent' } });
    proxy.end();
    expect(await proxy.closed).toBe(0);
    expect(outcomes(await receiptsOf())).toEqual(['good success', 'silent failure']);
    expect((await newestSession()).state).toBe('ended');
  });

  test('an answer that two readers could read differently is not passed on', async () => {
    const proxy = startRaw(service.env, []);
    expect(await proxy.call(1, 'ambiguous')).toMatchObject({ id: 1, error: { code: -32_603 } });
    proxy.end();
    await proxy.closed;
    expect(outcomes(await receiptsOf())).toEqual(['ambiguous failure']);
  });
});

describe('while the service is away', () => {
  test('nothing is called; afterwards it goes on and no receipt is lost', async () => {
    const proxy = startRaw(service.env, []);
    expect(textOf(await proxy.call(1, 'before'))).toBe('called before');
    const { session_id } = await newestSession();
    await service.stop();
    const refused = await proxy.call(2, 'meanwhile');
    expect(refused).toMatchObject({ id: 2, result: { isError: true } });
    expect(textOf(refused)).toContain('Not called');
    proxy.send({ id: 3, method: 'tools/list' });
    expect(await proxy.next()).toMatchObject({ id: 3, result: {} });
    await service.start();
    await expect.poll(async () => textOf(await proxy.call(4, 'received')), DELAYED).toMatch(/^\[/);
    expect(textOf(await proxy.call(5, 'received'))).not.toContain('meanwhile');
    proxy.end();
    expect(await proxy.closed).toBe(0);
    const found = outcomes(await receiptsOf(session_id));
    expect(found.slice(0, 2)).toEqual(['before success', 'meanwhile denied']);
    expect(found.at(-1)).toBe('received success');
    const verdict = await service.client.sessions.verify({ params: { id: session_id } });
    expect(verdict.checks.filter(({ status }) => status === 'failed')).toEqual([]);
    expect(verdict).toMatchObject({ intact: true, sealed: true, broken_at: null });
  });

  test('from the start: the server runs, its tools do not', async () => {
    await service.stop();
    const proxy = startRaw(service.env, []);
    proxy.send({ id: 1, method: 'tools/list' });
    expect(await proxy.next()).toMatchObject({ id: 1, result: {} });
    expect(textOf(await proxy.call(2, 'early'))).toContain('Not called');
    await service.start();
    await expect.poll(async () => textOf(await proxy.call(3, 'good')), DELAYED).toBe('called good');
    proxy.end();
    expect(await proxy.closed).toBe(0);
    const receipts = await receiptsOf();
    expect(outcomes(receipts)).toEqual(['good success']);
    const passed = receipts.find(({ action_type }) => action_type === 'mcp.unattested');
    expect(Number(passed?.details.metadata?.['proxy:tools/call (refused, no session was open)'])).toBeGreaterThan(0);
  });
});

describe('the command line', () => {
  const run = (args: readonly string[], env: Record<string, string> = service.env) =>
    runCommand(TOUCHSTONE, ['mcp', ...args], env);

  test('names the address where nothing answers, and how the service is started', async () => {
    const { stderr } = await run(['--url', 'http://127.0.0.1:9', '--', process.execPath, '-e', '']);
    expect(stderr).toContain(
      'Touchstone does not answer at http://127.0.0.1:9. `npx touchstone serve --port 9` starts the service. Tools cannot be called until then.',
    );
  });

  test.each([
    [[], 'Name the command'],
    [['node', 'server.js'], 'Unexpected argument'],
    [['--'], 'Name the command'],
    [['--nonsense', '--', 'x'], 'Unknown option'],
    [['--max-value', '-1', '--', 'x'], '--max-value'],
    [['--max-value', '0', '--', 'x'], '--max-value'],
    [['--redaction', 'none', '--', 'x'], '--redaction'],
    [['--agent', 'a', '--agent-id', 'b', '--', 'x'], '--agent-id'],
    [['--url', 'http://192.0.2.1:7433', '--', 'x'], 'unencrypted'],
    [['--url', 'nothing', '--', 'x'], 'not a URL'],
    [['--duration', '0', '--', 'x'], '--duration'],
    [['--bundle', import.meta.filename, '--', 'x'], 'already exists'],
  ])('%j is refused', async (args, message) => {
    vi.stubEnv('TOUCHSTONE_API_KEY', service.apiKey);
    const refused = mcp(args, { root: '', now: Date.now });
    await expect(refused).rejects.toThrow(Refusal);
    await expect(refused).rejects.toMatchObject({ exitCode: 2, message: expect.stringContaining(message) });
  });

  test('without a key, with a wrong one, or for an unknown agent nothing starts', async () => {
    const { TOUCHSTONE_API_KEY: _, ...none } = service.env;
    expect(await run(['--', 'x'], none)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('TOUCHSTONE_API_KEY'),
    });
    const wrong = { ...none, TOUCHSTONE_API_KEY: service.apiKey.replace(/.$/, (last) => (last === '0' ? '1' : '0')) };
    expect(await run(['--', 'x'], wrong)).toMatchObject({ status: 1, stderr: expect.stringContaining('INVALID_KEY') });
    expect(await run(['--agent-id', 'agt_none', '--', 'x'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('NOT_FOUND'),
    });
  });

  test('a server that cannot be started is 127; --help explains', async () => {
    const { status, stderr } = await run(['--', '/nonexistent/server']);
    expect(status).toBe(127);
    expect(stderr).toContain('could not be started');
    expect(await run(['--help'])).toMatchObject({ status: 0, stdout: expect.stringContaining('--allow') });
  });
});
