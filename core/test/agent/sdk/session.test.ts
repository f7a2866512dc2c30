import { nodeHash } from '@touchstone/core/agent/node.ts';
import { contextHash, hashOf } from '@touchstone/core/agent/sdk/hashing.ts';
import { createMemoryOutbox } from '@touchstone/core/agent/sdk/memory-outbox.ts';
import type { AgentEntry } from '@touchstone/core/agent/sdk/types/agent.ts';
import type { Outbox } from '@touchstone/core/agent/sdk/types/outbox.ts';
import type { SessionOptions } from '@touchstone/core/agent/sdk/types/session.ts';
import { agentsOn, DEFAULTS } from '@touchstone/core/agent/sdk.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeServer, fakeServer, type TestPlatform, testPlatform } from './fake-server.ts';

const KEY = 'svc_test_key';
const REGISTRATION = { name: 'Clerk', canonicalName: 'svc.agent.example.finance.clerk.prod.001', tenant: 'example' };

let server: FakeServer;
let platform: TestPlatform;

beforeEach(() => {
  server = fakeServer();
  platform = testPlatform(server, { TOUCHSTONE_API_KEY: KEY });
});

const start = (options: SessionOptions & { outbox?: Outbox } = {}) =>
  agentsOn(platform).start({ agentId: 'agt_1', memoryCheckpointInterval: 0, ...options });
const recordedEnds = (id: string) => server.chain(id).filter(({ action_type }) => action_type === 'session.end').length;
const requestsTo = (path: string) => server.requests.filter((request) => request.path === path);

describe('registering and starting', () => {
  it('states the defaults of the document', async () => {
    const session = await agentsOn(platform).start(REGISTRATION);
    expect(requestsTo('/register')[0]?.body).toEqual({
      name: 'Clerk',
      canonical_name: REGISTRATION.canonicalName,
      tenant: 'example',
      agent_type: 'autonomous',
      capabilities: ['execute', 'use_tools', 'read_memory'],
      redaction_level: 'metadata_only',
    });
    expect(requestsTo('/sessions/start')[0]?.body).toEqual({
      agent_id: 'agt_1',
      duration_secs: 3600,
      scope: { allowed_tools: [], forbidden_data_classes: [], jurisdiction: '', max_value: 0 },
    });
    expect(session.sessionId).toBe('ags_2');
    expect(session.scope.allowed_tools).toBeNull();
    expect(session.startReceipt?.action_type).toBe('session.start');
    expect(DEFAULTS).toMatchObject({ memoryCheckpointInterval: 10, timeoutMs: 30_000, approvalThreshold: 1 });
  });

  it('does not register again where the agent is named', async () => {
    await start();
    expect(requestsTo('/register')).toHaveLength(0);
  });

  it('takes address and key from the environment, and the options before them', async () => {
    const seen: string[] = [];
    const spying = {
      ...testPlatform(server, { TOUCHSTONE_API_KEY: 'env', TOUCHSTONE_URL: 'http://localhost:7000' }),
      fetch: ((url, init) => {
        seen.push(`${url} ${init.headers.authorization}`);
        return server.fetch(url, init);
      }) satisfies TestPlatform['fetch'],
    };
    await agentsOn(spying).start({ agentId: 'agt_1' });
    await agentsOn(spying).start({ agentId: 'agt_1', url: 'https://a.example', apiKey: 'stated' });
    expect(seen).toEqual([
      'http://localhost:7000/api/v1/agents/sessions/start Bearer env',
      'https://a.example/api/v1/agents/sessions/start Bearer stated',
    ]);
  });

  it.each([
    ['no key', { apiKey: '' }],
    ['a key with a line break', { apiKey: 'a\nb' }],
    ['no URL', { url: 'somewhere' }],
    ['a path', { url: 'http://127.0.0.1:1/x' }],
    ['a password', { url: 'http://u:p@127.0.0.1:1' }],
    ['another protocol', { url: 'file:///x' }],
    ['plain http to another machine', { url: 'http://a.example' }],
    ['a timeout of 0', { timeoutMs: 0 }],
  ])('refuses %s', async (_, options) => {
    await expect(agentsOn(platform).start({ agentId: 'agt_1', ...options })).rejects.toThrow(TypeError);
    expect(server.requests).toHaveLength(0);
  });

  it('says clearly that the server is away, and asks again under one key before', async () => {
    server.mode = 'deaf';
    const failed = start();
    failed.catch(() => undefined);
    await platform.advance(1_000);
    await expect(failed).rejects.toMatchObject({ name: 'NotAttested', reason: 'unreachable' });
    await expect(failed).rejects.toThrow(/running at http:\/\/127\.0\.0\.1:7433\? `npx touchstone serve` starts it/);
    expect(new Set(server.requests.map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(server.requests).toHaveLength(3);
    expect(server.nodes).toHaveLength(1);
  });

  it('waits where the server asks to, but not for long', async () => {
    const refusals = ['2', '60'];
    const busy = {
      ...platform,
      fetch: (async (url, init) => {
        const seconds = refusals.shift();
        if (seconds === undefined) return server.fetch(url, init);
        const body = { error: { code: 'RATE_LIMITED', message: 'Wait.' } };
        return { status: 429, headers: { get: () => seconds }, text: async () => JSON.stringify(body) };
      }) satisfies TestPlatform['fetch'],
    };
    const failed = agentsOn(busy).start({ agentId: 'agt_1' });
    failed.catch(() => undefined);
    await platform.advance(1_999);
    expect(refusals).toEqual(['60']);
    await platform.advance(1);
    await expect(failed).rejects.toMatchObject({ reason: 'unreachable', code: 'RATE_LIMITED' });
    expect(refusals).toEqual([]);
  });

  it('does not ask again where the server refuses', async () => {
    server.refuse = () => ({ status: 404, code: 'NOT_FOUND' });
    await expect(start()).rejects.toMatchObject({ reason: 'refused', code: 'NOT_FOUND' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('the other acts', () => {
  it('action, memory and calls made elsewhere are hashed here', async () => {
    const session = await start();
    const { receipt } = await session.action({
      actionType: 'payment.prepare',
      summary: 'x',
      input: { n: 1 },
      output: 'o',
    });
    expect((await receipt)?.action_type).toBe('payment.prepare');
    const context = [{ role: 'user', content: 'hi' }];
    await session.memory({ memory: { known: ['ü'] }, context });
    await session.memory({ memoryHash: 'a'.repeat(64), sizeBytes: 7 });
    await session.toolCall({ name: 't', inputHash: 'b'.repeat(64), status: 'pending' });
    await session.flush();
    expect(requestsTo('/actions/attest')[0]?.body).toMatchObject({
      input_hash: hashOf({ n: 1 }),
      output_hash: hashOf('o'),
    });
    expect(requestsTo('/memory/checkpoint').map(({ body }) => body)).toMatchObject([
      { memory_hash: hashOf({ known: ['ü'] }), context_hash: contextHash(context), size_bytes: 16 },
      { memory_hash: 'a'.repeat(64), context_hash: contextHash(context), size_bytes: 7 },
    ]);
    expect(requestsTo('/tools/attest')[0]?.body).toMatchObject({ request_hash: 'b'.repeat(64), status: 'pending' });
  });

  it('refuses what the contract would', async () => {
    const session = await start();
    const act = { actionType: 'a', summary: 's' };
    await expect(session.action(act)).rejects.toThrow(TypeError);
    await expect(session.action({ ...act, input: 1, inputHash: 'a'.repeat(64) })).rejects.toThrow(TypeError);
    await expect(session.action({ ...act, inputHash: 'A'.repeat(64) })).rejects.toThrow(/input_hash/);
    await expect(session.action({ ...act, input: 1, metadata: { a: 'x'.repeat(2_001) } })).rejects.toThrow(/metadata/);
    await expect(session.action({ ...act, input: 1, summary: 'x\ud800' })).rejects.toThrow(/lone surrogate/);
    await expect(session.stop({ summary: 'x\ud800' })).rejects.toThrow(/lone surrogate/);
    await expect(session.memory({})).rejects.toThrow(TypeError);
    await expect(session.memory({ memoryHash: 'a'.repeat(64) })).rejects.toThrow(TypeError);
    await expect(session.policy({ actionType: 'a', targetResource: 'b', parameters: { n: 1n } })).rejects.toThrow(
      TypeError,
    );
    expect(server.chain(session.sessionId)).toHaveLength(1);
  });

  it('policy and exposure answer what the server decided', async () => {
    const session = await start();
    const question = { actionType: 'pay', targetResource: 'x', parameters: { value: 5, note: undefined } };
    expect(await session.policy(question)).toMatchObject({ allowed: true, rule: null });
    expect(requestsTo('/policy/evaluate')[0]?.body.parameters).toEqual({ value: 5 });
    expect(await session.policy({ ...question, actionType: 'forbidden' })).toMatchObject({
      allowed: false,
      rule: 'session.x',
    });
    expect(await session.exposure({ dataClass: 'phi', operation: 'send' })).toMatchObject({ status: 'clean' });
  });

  it('an answer that does not come in time rejects and is recorded later', async () => {
    const session = await start();
    server.mode = 'away';
    const asked = session.policy({ actionType: 'pay', targetResource: 'x' }, { waitMs: 1_000 });
    asked.catch(() => undefined);
    await platform.advance(1_000);
    await expect(asked).rejects.toMatchObject({ reason: 'waiting' });
    const giveUp = new AbortController();
    const given = session.exposure({ dataClass: 'phi', operation: 'send' }, { signal: giveUp.signal });
    giveUp.abort();
    await expect(given).rejects.toMatchObject({ reason: 'aborted' });
    server.mode = 'here';
    await platform.advance(60_000);
    expect(server.chain(session.sessionId).map(({ action_type }) => action_type)).toEqual([
      'session.start',
      'policy:pay',
      'exposure:phi',
    ]);
  });

  it('approval waits until it is decided', async () => {
    const session = await start();
    const asked = session.approval({ summary: 'Pay?', approvers: ['ada@example.com'] });
    await platform.advance(20_000);
    expect(requestsTo('/approval/request')[0]?.body).toMatchObject({ threshold: 1, timeout_secs: 300 });
    server.mode = 'away';
    await platform.advance(20_000);
    server.mode = 'here';
    server.approvalState = 'approved';
    await platform.advance(10_000);
    expect(await asked).toMatchObject({ approved: true, state: 'approved', approvalId: 'node_2' });
    const polls = requestsTo('/approvals/node_2').length;
    expect(polls).toBeGreaterThan(3);
    expect(polls).toBeLessThan(20);
  });

  it.each(['denied', 'expired'])('approval answers %s', async (state) => {
    const session = await start();
    server.approvalState = state;
    expect(await session.approval({ summary: 'Pay?', approvers: ['a'] })).toMatchObject({ approved: false, state });
  });

  it('approval can be given up', async () => {
    const session = await start();
    const giveUp = new AbortController();
    const asked = session.approval({ summary: 'Pay?', approvers: ['a'] }, { signal: giveUp.signal });
    asked.catch(() => undefined);
    await platform.advance(1_000);
    giveUp.abort();
    await expect(asked).rejects.toMatchObject({ reason: 'aborted' });
  });

  it('delegate opens a session of its own chain', async () => {
    const session = await start();
    const child = await session.delegate({ agent: 'agt_2', allowedTools: ['a'], durationSeconds: 60 });
    expect(child).toMatchObject({ agentId: 'agt_2', sessionId: 'ags_child_2', scope: { allowed_tools: ['a'] } });
    await child.tool('a', () => 1)();
    await expect(child.tool('b', () => 1)()).rejects.toMatchObject({ name: 'ToolDenied' });
    await child.stop();
    expect(server.chain(child.sessionId).map(({ agent_id }) => agent_id)).toEqual(['agt_2', 'agt_2', 'agt_1']);
  });
});

describe('checkpoints', () => {
  it('follow every tenth act with the hash of the chain', async () => {
    const session = await start({ memoryCheckpointInterval: 10 });
    const tool = session.tool('t', (n: number) => n);
    await Promise.all(Array.from({ length: 20 }, (_, n) => tool(n)));
    const { delivered } = await session.stop();
    const chain = server.chain(session.sessionId);
    const places = chain.flatMap(({ action_type }, i) => (action_type === 'memory.checkpoint' ? [i] : []));
    expect(places).toEqual([11, 22]);
    for (const place of places) expect(chain[place]?.input_hash).toBe(chain[place]?.parent_hash);
    expect(delivered).toBe(24);
    expect(chain.at(-1)?.action_type).toBe('session.end');
  });

  it('count acts of all kinds but memory, and carry the context', async () => {
    const session = await start({ memoryCheckpointInterval: 3 });
    const messages = [{ role: 'user', content: 'hi' }];
    session.context(messages);
    await session.tool('t', () => 1)();
    await session.memory({ memory: 1 });
    await session.action({ actionType: 'a', summary: '', input: 1 }).catch(() => undefined);
    await session.action({ actionType: 'a', summary: 's', input: 1 });
    await session.policy({ actionType: 'a', targetResource: 'b' });
    await session.flush();
    const bodies = requestsTo('/memory/checkpoint').map(({ body }) => body);
    expect(bodies).toHaveLength(2);
    expect(bodies[1]).toMatchObject({ context_hash: contextHash(messages), size_bytes: 32 });
  });

  it('are not made at 0', async () => {
    const session = await start({ memoryCheckpointInterval: 0 });
    for (let i = 0; i < 12; i++) await session.tool('t', () => 1)();
    await session.flush();
    expect(requestsTo('/memory/checkpoint')).toHaveLength(0);
  });

  it.each([[-1], [1.5], [Number.NaN]])('refuse an interval of %s', async (memoryCheckpointInterval) => {
    await expect(start({ memoryCheckpointInterval })).rejects.toThrow(TypeError);
  });
});

describe('stopping', () => {
  it('delivers what is left, ends, and takes nothing more', async () => {
    const session = await start();
    const tool = session.tool('t', () => 1);
    await tool();
    const report = await session.stop({ summary: 'Done.' });
    expect(report).toMatchObject({ delivered: 3, refused: [], receipt: { action_type: 'session.end' } });
    expect(await session.stop()).toEqual(report);
    await expect(tool()).rejects.toMatchObject({ reason: 'ended' });
    await expect(session.action({ actionType: 'a', summary: 's', input: 1 })).rejects.toMatchObject({
      reason: 'ended',
    });
    expect(server.chain(session.sessionId)).toHaveLength(3);
  });

  it('waits for the calls that have begun', async () => {
    const session = await start();
    const tool = session.tool(
      't',
      (ms: number) => new Promise((resolve) => void platform.after(ms, () => resolve(ms))),
    );
    const calls = [tool.attested(300), tool.attested(600)];
    const stopped = session.stop();
    await platform.advance(599);
    expect(recordedEnds(session.sessionId)).toBe(0);
    await expect(tool(1)).rejects.toMatchObject({ reason: 'ended' });
    await platform.advance(1);
    expect(await stopped).toMatchObject({ delivered: 4, refused: [], unfinished: [] });
    for (const call of calls) expect((await (await call).receipt)?.action_type).toBe('tool:t');
  });

  it('waits for them only so long, and says which they are', async () => {
    const session = await start();
    const slow = session.tool(
      'slow',
      (ms: number) => new Promise((resolve) => void platform.after(ms, () => resolve(ms))),
    );
    const late = slow.attested(2_000);
    await session.tool('fast', () => 1)();
    const stopped = session.stop({ waitMs: 1_000 });
    await platform.advance(999);
    expect(recordedEnds(session.sessionId)).toBe(0);
    await platform.advance(1);
    expect(await stopped).toMatchObject({
      delivered: 3,
      unfinished: ['slow'],
      receipt: { action_type: 'session.end' },
    });
    server.refuse = () => ({ status: 409, code: 'CONFLICT' });
    await platform.advance(1_000);
    const { result, receipt } = await late;
    expect(result).toBe(2_000);
    await expect(receipt).rejects.toMatchObject({ reason: 'refused' });
    expect(await session.stop()).toMatchObject({ unfinished: ['slow'], refused: [{ code: 'CONFLICT' }] });
  });

  it('waits for no call when the caller gives up, and ends all the same', async () => {
    const session = await start();
    session
      .tool('slow', () => new Promise(() => undefined))()
      .catch(() => undefined);
    const giveUp = new AbortController();
    const stopped = session.stop({ signal: giveUp.signal });
    giveUp.abort();
    await expect(stopped).rejects.toMatchObject({ reason: 'aborted' });
    expect(await session.stop()).toMatchObject({ unfinished: ['slow'] });
    expect(recordedEnds(session.sessionId)).toBe(1);
  });

  it('that is not answered in time may be waited for again', async () => {
    const session = await start();
    server.mode = 'away';
    const stopped = session.stop({ waitMs: 100 });
    stopped.catch(() => undefined);
    await platform.advance(100);
    await expect(stopped).rejects.toMatchObject({ reason: 'waiting' });
    await expect(session.tool('t', () => 1)()).rejects.toMatchObject({ reason: 'ended' });
    server.mode = 'here';
    const again = session.stop();
    await platform.advance(10_000);
    expect(await again).toMatchObject({ receipt: { action_type: 'session.end' } });
    expect(recordedEnds(session.sessionId)).toBe(1);
  });

  it('with a summary that the contract refuses ends nothing', async () => {
    const session = await start();
    await expect(session.stop({ summary: 'x'.repeat(2_001) })).rejects.toThrow(TypeError);
    expect(await session.tool('t', () => 1)()).toBe(1);
    await session.stop();
    expect(recordedEnds(session.sessionId)).toBe(1);
  });

  it('reports what was refused', async () => {
    const session = await start();
    server.refuse = ({ path }) => (path === '/tools/attest' ? { status: 400, code: 'INVALID_REQUEST' } : null);
    const { receipt } = await session.tool('t', () => 1).attested();
    await session.action({ actionType: 'a', summary: 's', input: 1 });
    const report = await session.stop();
    await expect(receipt).rejects.toMatchObject({ reason: 'refused', code: 'INVALID_REQUEST' });
    expect(report.refused).toMatchObject([{ entry: { operation: 'tool' }, code: 'INVALID_REQUEST', status: 400 }]);
    expect(report.delivered).toBe(3);
  });
});

describe('one outbox', () => {
  it('is one connection, for one server and key', async () => {
    const outbox = createMemoryOutbox();
    const agents = agentsOn(platform);
    const session = await agents.start({ agentId: 'agt_1', outbox });
    await agents.start({ agentId: 'agt_2', outbox });
    await expect(agents.start({ agentId: 'agt_1', outbox, apiKey: 'other' })).rejects.toThrow(TypeError);
    await session.close();
    await agents.start({ agentId: 'agt_1', outbox, apiKey: 'other' });
    // Closed again, it does not give away the outbox of the other connection.
    await session.close();
    await expect(agents.start({ agentId: 'agt_1', outbox })).rejects.toThrow(TypeError);
  });

  const KEY_REFUSED = { status: 401, code: 'INVALID_KEY' };
  it.each<[string, typeof KEY_REFUSED | null, (agents: AgentEntry, outbox: Outbox) => Promise<unknown>]>([
    ['start', KEY_REFUSED, (agents, outbox) => agents.start({ agentId: 'agt_1', outbox })],
    ['start with a registration', KEY_REFUSED, (agents, outbox) => agents.start({ ...REGISTRATION, outbox })],
    ['registration', KEY_REFUSED, (agents, outbox) => agents.register({ ...REGISTRATION, outbox })],
    ['resumption', KEY_REFUSED, (agents, outbox) => agents.resume({ agentId: 'agt_1', sessionId: 'ags_1', outbox })],
    [
      'start with an interval that is none',
      null,
      (agents, outbox) => agents.start({ agentId: 'agt_1', outbox, memoryCheckpointInterval: -1 }),
    ],
  ])('is free again after a %s that failed', async (_, refusal, begin) => {
    const outbox = createMemoryOutbox();
    const agents = agentsOn(platform);
    server.refuse = () => refusal;
    await expect(begin(agents, outbox)).rejects.toThrow();
    server.refuse = () => null;
    const session = await agents.start({ agentId: 'agt_1', outbox, apiKey: 'other' });
    await session.close();
    expect(await agents.deliver({ outbox })).toEqual({ delivered: 0, refused: [] });
  });

  it('stays with those who use it when another start fails', async () => {
    const outbox = createMemoryOutbox();
    const agents = agentsOn(platform);
    server.refuse = ({ body }) => (body.agent_id === 'agt_2' ? { status: 404, code: 'NOT_FOUND' } : null);
    const [failed, session] = await Promise.allSettled([
      agents.start({ agentId: 'agt_2', outbox }),
      agents.start({ agentId: 'agt_1', outbox }),
    ]);
    expect(failed.status).toBe('rejected');
    if (session.status === 'rejected') throw session.reason;
    await expect(agents.start({ agentId: 'agt_2', outbox })).rejects.toMatchObject({ reason: 'refused' });
    expect(await session.value.tool('t', () => 1)()).toBe(1);
    expect(await session.value.stop()).toMatchObject({ delivered: 3 });
  });
});

describe('resuming', () => {
  it('a session whose end waits in the outbox is refused, so that no tool runs unattested', async () => {
    const outbox = createMemoryOutbox();
    const session = await start({ outbox });
    const { agentId, sessionId } = session;
    server.mode = 'away';
    const stopped = session.stop({ waitMs: 100 });
    stopped.catch(() => undefined);
    await platform.advance(100);
    await expect(stopped).rejects.toMatchObject({ reason: 'waiting' });
    await session.close();
    server.mode = 'here';
    const resumed = agentsOn(platform).resume({ agentId, sessionId, outbox });
    await expect(resumed).rejects.toMatchObject({ reason: 'ended' });
  });
});

it('the hash of a checkpoint is that of a recorded node', async () => {
  const session = await start({ memoryCheckpointInterval: 1 });
  await session.tool('t', () => 1)();
  await session.flush();
  const { verification_url, signature_status, svc_74_status, ...node } = server.chain(session.sessionId)[1] ?? {};
  expect([verification_url, signature_status, svc_74_status]).not.toContain(undefined);
  expect(requestsTo('/memory/checkpoint')[0]?.body.memory_hash).toBe(toHex(nodeHash(node as never)));
});
