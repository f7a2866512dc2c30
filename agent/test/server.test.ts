/** The SDK against the real server, in this process and as a process of its own that is killed. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Problem } from '@touchstone/core/agent/sdk/types/outbox.ts';
import type { AgentReceipt } from '@touchstone/core/agent/sdk/types/receipt.ts';
import type { AgentSession } from '@touchstone/core/agent/sdk/types/session.ts';
import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import type { Fetch } from '@touchstone/core/api/client.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestServer, type TestServer } from '../../server/test/harness.ts';
import { portToReturnTo } from '../../server/test/port.ts';
import { type ServerProcess, startProcess } from '../../server/test/process.ts';
import { openFileOutbox } from '../src/file-outbox.ts';
import { nodePlatform } from '../src/node-platform.ts';

/** For an answer: the first ones wait for keys, which a busy machine makes slowly. */
const timeoutMs = 120_000;
const REGISTRATION = { name: 'Clerk', canonicalName: 'svc.agent.example.finance.clerk.prod.001', tenant: 'example' };

describe('with a server', () => {
  let server: TestServer;
  let apiKey: string;
  let projectId: string;
  let session: AgentSession;
  const problems: Problem[] = [];

  /** Requests go into the server without a network. */
  const inject: Fetch = async (url, { method, headers, body }) => {
    const { authorization = '', ...others } = headers;
    const target = new URL(url);
    const answer = await server.call(method, target.pathname + target.search, {
      headers: { ...others, ...(authorization === '' ? {} : { authorization }) },
      ...(body === undefined ? {} : { raw: body }),
    });
    return {
      status: answer.status,
      headers: { get: (name) => String(answer.headers[name] ?? '') || null },
      text: async () => answer.text,
    };
  };
  const agents = agentsOn({ ...nodePlatform, fetch: inject, warn: (problem) => void problems.push(problem) });

  beforeAll(async () => {
    server = await openTestServer();
    ({ key: apiKey, projectId } = await server.newKey({ plan: 'enterprise' }));
  });
  afterAll(() => server.close());
  afterEach(async () => {
    await session.close();
    problems.splice(0);
  });

  const start = async (options = {}) => {
    session = await agents.start({ ...REGISTRATION, apiKey, timeoutMs, memoryCheckpointInterval: 0, ...options });
    return session;
  };
  const nodesOf = async (id: string) => {
    const answer = await server.call('GET', `/api/v1/agents/sessions/${id}/nodes?limit=1000`, { token: apiKey });
    return (answer.at('items') as AgentReceipt[]).map(({ action_type, details }) => [action_type, details.status]);
  };

  it('records tools, failure, timeout and denial, and verifies', async () => {
    await start({ allowedTools: ['a', 'b'] });
    const a = session.tool('a', async (n: number) => n + 1, { metadata: { value: 5 } });
    expect(await a(1)).toBe(2);
    await expect(session.tool('b', () => Promise.reject(new Error('x')))()).rejects.toThrow('x');
    await expect(session.tool('a', () => new Promise(() => undefined), { timeoutMs: 5 })()).rejects.toThrow(/5 ms/);
    await expect(session.tool('c', () => 1)()).rejects.toMatchObject({ name: 'ToolDenied' });
    const { receipt } = await session.toolCall({ name: 'c', input: 1, output: 2, status: 'success' });
    expect((await receipt)?.details).toMatchObject({
      status: 'success',
      violation: { rule: 'session.allowed_tools' },
    });
    expect(await session.policy({ actionType: 'tool.call', targetResource: 'c' })).toMatchObject({
      allowed: false,
      rule: 'session.allowed_tools',
    });
    expect(await session.exposure({ dataClass: 'phi', operation: 'send' })).toMatchObject({ status: 'clean' });
    const report = await session.stop({ summary: 'Done.' });
    expect(report.refused).toEqual([]);
    expect(report.receipt?.details.count).toBe(8);
    expect(await nodesOf(session.sessionId)).toEqual([
      ['session.start', undefined],
      ['tool:a', 'success'],
      ['tool:b', 'failure'],
      ['tool:a', 'timeout'],
      ['tool:c', 'denied'],
      ['tool:c', 'success'],
      ['policy:tool.call', undefined],
      ['exposure:phi', 'clean'],
      ['session.end', undefined],
    ]);
    const verification = await session.verify();
    expect(verification).toMatchObject({
      valid: true,
      integrity: { chain: true, signatures: true, replay: true },
      sealed: true,
      nodes: 9,
    });
    expect(await agents.verify(report.receipt?.node_id ?? '')).toMatchObject({ valid: true });
    expect(await agents.verify(session.startReceipt?.node_id ?? '')).toMatchObject({ valid: true });
    await expect(agents.verify('node_unknown')).rejects.toMatchObject({ reason: 'refused', code: 'NOT_FOUND' });
  });

  it('sends as much metadata as the server takes, and no more', async () => {
    await start();
    // Counted in bytes of UTF-8: 8 times a name of 2 and a text of 2,000, and the rest up to 16 KiB.
    const texts = Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`k${i}`, `${'漢'.repeat(666)}xx`]));
    const metadata = { ...texts, rest: 'x'.repeat(16 * 1024 - 8 * 2_002 - 4) };
    const tool = session.tool('t', (_: Readonly<Record<string, string>>) => 1, {
      metadata: (more) => ({ ...metadata, ...more }),
    });
    const full = await tool.attested({});
    expect((await full.receipt)?.details.metadata).toEqual(metadata);
    const left = await tool.attested({ a: '' });
    expect((await left.receipt)?.details).not.toHaveProperty('metadata');
    expect(problems).toMatchObject([{ kind: 'metadata' }]);
    const ids = { agent_id: session.agentId, session_id: session.sessionId };
    const json = { ...ids, tool_name: 't', request_hash: '0'.repeat(64), metadata: { ...metadata, a: '' } };
    const answer = await server.call('POST', '/api/v1/agents/tools/attest', { token: apiKey, json });
    expect(answer.status).toBe(400);
  });

  it('16 calls at once make one chain, with a checkpoint after every ten', async () => {
    await start({ memoryCheckpointInterval: 10 });
    const tool = session.tool('t', async (n: number) => n);
    await Promise.all(Array.from({ length: 32 }, (_, n) => tool(n)));
    await session.stop();
    const types = (await nodesOf(session.sessionId)).map(([type]) => type);
    expect(types.filter((type) => type === 'tool:t')).toHaveLength(32);
    expect(types.flatMap((type, i) => (type === 'memory.checkpoint' ? [i] : []))).toEqual([11, 22, 33]);
    expect(await session.verify()).toMatchObject({ valid: true, nodes: 37 });
  });

  it('waits for an approval', async () => {
    await start();
    const asked = session.approval({ summary: 'Pay?', approvers: ['ada@example.com'] });
    const approvals = `/api/v1/agents/approvals`;
    let id = '';
    await expect
      .poll(
        async () => {
          id = String((await server.call('GET', approvals, { token: apiKey })).at('items.0.approval_id') ?? '');
          return id;
        },
        { timeout: 30_000 },
      )
      .not.toBe('');
    const decision = { decision: 'approve', approver: 'ada@example.com' };
    // Whoever asked does not decide: it takes a key that votes for itself.
    const token = await server.voter(projectId);
    const answer = await server.call('POST', `${approvals}/${id}/decide`, { token, json: decision });
    expect(answer.status, answer.text).toBe(200);
    expect(await asked).toMatchObject({ approved: true, state: 'approved', approvalId: id });
  });

  it('delegates to a child that is never wider', async () => {
    await start({ allowedTools: ['a', 'b'], maxTransactionValue: 10 });
    const canonicalName = 'svc.agent.example.finance.helper.prod.001';
    const helper = await agents.register({ ...REGISTRATION, name: 'Helper', canonicalName, apiKey });
    const child = await session.delegate({ agent: helper, allowedTools: ['b', 'c'], maxTransactionValue: 100 });
    expect(child.scope).toMatchObject({ allowed_tools: ['b'], max_value: 10 });
    await child.tool('b', () => 1)();
    await expect(child.tool('c', () => 1)()).rejects.toMatchObject({ name: 'ToolDenied' });
    await child.stop();
    await session.stop();
    expect(await child.verify()).toMatchObject({ valid: true, nodes: 4 });
    expect(await session.verify()).toMatchObject({ valid: true, nodes: 3 });
  });

  it('resumes an open session, and no other', async () => {
    await start({ allowedTools: ['a'] });
    const { agentId, sessionId } = session;
    await session.close();
    const resumed = await agents.resume({ agentId, sessionId, apiKey, memoryCheckpointInterval: 0 });
    expect(resumed.scope.allowed_tools).toEqual(['a']);
    await resumed.tool('a', () => 1)();
    expect(await resumed.verify()).toMatchObject({ valid: true, sealed: false });
    await resumed.stop();
    await expect(agents.resume({ agentId, sessionId, apiKey })).rejects.toMatchObject({ reason: 'refused' });
  });

  it('security LOW-5: uses the agent that has the name where the facts are the same, and no other', async () => {
    const registered = await agents.register({ ...REGISTRATION, apiKey });
    const again = await agents.register({ ...REGISTRATION, apiKey });
    expect([again.agentId, again.registration]).toEqual([registered.agentId, null]);
    await start();
    expect(session.agentId).toBe(registered.agentId);
    const other = agents.register({ ...REGISTRATION, redactionLevel: 'full', apiKey });
    await expect(other).rejects.toMatchObject({ reason: 'refused', code: 'CONFLICT' });
  });

  it('saves a bundle', async () => {
    await start();
    await session.tool('t', () => 1)();
    await session.stop();
    const folder = mkdtempSync(path.join(tmpdir(), 'touchstone-sdk-'));
    try {
      const file = await session.saveBundle(path.join(folder, 'session one.pqs.json'));
      const bundle = JSON.parse(readFileSync(file, 'utf8'));
      expect(bundle).toMatchObject({ format: 'svc-agent-session/v2', session: { session_id: session.sessionId } });
      expect((await session.verify()).command).toContain(`--file '${file}'`);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('tells what is refused', async () => {
    await start({ durationSeconds: 1 });
    server.advance(10_000);
    const { receipt } = await session.tool('t', () => 1).attested();
    await expect(receipt).rejects.toMatchObject({ reason: 'refused', code: 'SESSION_EXPIRED' });
    await expect(session.stop()).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
    expect(problems.map(({ kind }) => kind)).toEqual(['refused', 'refused']);
  });
});

describe('a server that is killed', { timeout: 300_000 }, () => {
  let folder: string;
  let server: ServerProcess;
  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-sdk-'));
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  it('and started again, and an agent that is, lose and double nothing', async () => {
    const port = await portToReturnTo();
    const open = () => startProcess({ dataDir: path.join(folder, 'data'), port });
    server = await open();
    const answer = await fetch(`${server.url}/api/auth/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    });
    const { api_key: apiKey } = (await answer.json()) as { api_key: string };
    const file = path.join(folder, 'agent.outbox');
    const agents = agentsOn({ ...nodePlatform, warn: () => undefined });
    const options = { url: server.url, apiKey, timeoutMs, memoryCheckpointInterval: 5 };

    const outbox = await openFileOutbox(file);
    const session = await agents.start({ ...REGISTRATION, ...options, outbox });
    const calls = Array.from({ length: 16 }, (_, n) => session.tool('t', async (i: number) => i)(n));
    await Promise.race(calls);
    await server.end('SIGKILL');
    await Promise.all(calls);
    // The agent's process ends as well: what it could not deliver is in the file.
    await session.close();
    await outbox.close();

    const left = await openFileOutbox(file);
    expect(left.pending().length).toBeGreaterThan(0);
    const { agentId, sessionId } = session;
    const waiting = agents.withId(agentId, { ...options, outbox: left });
    server = await open();
    const resumed = await waiting.resume(sessionId, { memoryCheckpointInterval: 0 });
    await resumed.flush({ waitMs: timeoutMs });
    const report = await resumed.stop({ waitMs: timeoutMs });
    expect(report.refused).toEqual([]);
    expect(left.pending()).toEqual([]);
    const { nodes } = (await resumed.bundle()) as { nodes: readonly { node: AgentReceipt }[] };
    const hashes = nodes.flatMap(({ node }) => (node.action_type === 'tool:t' ? [node.input_hash] : []));
    expect(hashes).toHaveLength(16);
    expect(new Set(hashes).size).toBe(16);
    expect(await resumed.verify()).toMatchObject({ valid: true, sealed: true });
    await resumed.close();
    await left.close();
  });
});
