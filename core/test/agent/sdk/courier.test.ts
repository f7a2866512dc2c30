import { createMemoryOutbox } from '@touchstone/core/agent/sdk/memory-outbox.ts';
import type { Outbox, OutboxEntry } from '@touchstone/core/agent/sdk/types/outbox.ts';
import type { AgentSession } from '@touchstone/core/agent/sdk/types/session.ts';
import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeServer,
  fakeServer,
  settled,
  type TestPlatform,
  testPlatform,
  unhandledRejections,
} from './fake-server.ts';

const KEY = { TOUCHSTONE_API_KEY: 'svc_test_key' };
let server: FakeServer;
let platform: TestPlatform;
let outbox: Outbox;
let session: AgentSession;

beforeEach(async () => {
  server = fakeServer();
  platform = testPlatform(server, KEY);
  outbox = createMemoryOutbox();
  session = await agentsOn(platform).start({ agentId: 'agt_1', outbox, memoryCheckpointInterval: 0 });
});

const act = (name: string) => session.action({ actionType: name, summary: 's', input: name });
const recorded = (id = session.sessionId) => server.chain(id).map(({ action_type }) => action_type);
const entry = (key: string, more: Partial<OutboxEntry> = {}): OutboxEntry => ({
  key,
  sessionId: 'ags_1',
  operation: 'action',
  body: { agent_id: 'agt_1', session_id: 'ags_1', action_type: key, summary: 's', input_hash: '0'.repeat(64) },
  createdAt: Date.UTC(2026, 3, 1),
  ...more,
});

describe('order', () => {
  it('is that of the acts, one at a time for each session', async () => {
    const other = await agentsOn(platform).start({ agentId: 'agt_2', outbox, memoryCheckpointInterval: 0 });
    const names = Array.from({ length: 16 }, (_, i) => `act-${i}`);
    await Promise.all([
      ...names.map(act),
      ...names.map((n) => other.action({ actionType: n, summary: 's', input: n })),
    ]);
    await Promise.all([session.flush(), other.flush()]);
    expect(recorded()).toEqual(['session.start', ...names]);
    expect(recorded(other.sessionId)).toEqual(['session.start', ...names]);
    expect(server.mostAtOnce).toBe(1);
    expect(outbox.pending()).toEqual([]);
  });

  it('holds when acts come at the moment the queue runs empty', async () => {
    for (let i = 0; i < 50; i++) {
      const { receipt } = await act(`a${i}`);
      await receipt;
      await Promise.all([act(`b${i}`), act(`c${i}`)]);
    }
    await session.flush();
    expect(recorded()).toHaveLength(151);
  });
});

describe('a call with a key of its own', () => {
  it('takes the place of what was kept under it', async () => {
    server.mode = 'away';
    const { sessionId } = session;
    const kept = { ...entry('mine'), sessionId, operation: 'tool' };
    await outbox.add(kept);
    const call = { name: 't', inputHash: '0'.repeat(64), status: 'success', key: 'mine' } as const;
    const { key, receipt } = await session.toolCall(call);
    expect(key).toBe('mine');
    expect(outbox.pending()).toMatchObject([{ key: 'mine', body: { tool_name: 't', status: 'success' } }]);
    server.mode = 'here';
    await session.flush();
    await receipt;
    expect(outbox.pending()).toEqual([]);
    expect(recorded()).toEqual(['session.start', 'tool:t']);
  });

  it.each(['', 'a\nb', 'a b', 'Rechnung-№-7', 'k'.repeat(201)])(
    'that no header can hold is refused: %j',
    async (key) => {
      const call = { name: 't', inputHash: '0'.repeat(64), status: 'success', key } as const;
      await expect(session.toolCall(call)).rejects.toThrow(/^tool: key must be 1 to 200 printable ASCII characters/);
      expect(outbox.pending()).toEqual([]);
      const longest = await session.toolCall({ ...call, key: 'k'.repeat(200) });
      expect((await longest.receipt)?.action_type).toBe('tool:t');
    },
  );

  it('that no header can hold, from an earlier version, is put aside and blocks nothing', async () => {
    const left = createMemoryOutbox();
    await left.add(entry('Rechnung-№-7'));
    await left.add(entry('next'));
    const { refused } = await agentsOn(platform).deliver({ outbox: left, waitMs: 1_000 });
    expect(refused).toMatchObject([{ entry: { key: 'Rechnung-№-7' }, code: 'INVALID_ENTRY' }]);
    expect(recorded('ags_1')).toContain('next');
  });
});

describe('a server that is away', () => {
  it('gets everything once, whatever was lost on the way', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom('here', 'away', 'deaf'), { maxLength: 12 }), async (modes) => {
        const fresh = fakeServer();
        const time = testPlatform(fresh, KEY);
        const live = await agentsOn(time).start({ agentId: 'agt_1', memoryCheckpointInterval: 0 });
        for (const [i, mode] of modes.entries()) {
          fresh.mode = mode === 'away' || mode === 'deaf' ? mode : 'here';
          await live.action({ actionType: `act-${i}`, summary: 's', input: i });
          await time.advance(400);
        }
        fresh.mode = 'here';
        await time.advance(120_000);
        const types = fresh.chain(live.sessionId).map(({ action_type }) => action_type);
        expect(types).toEqual(['session.start', ...modes.map((_, i) => `act-${i}`)]);
      }),
      { numRuns: 20 },
    );
  });

  it('is asked with growing pauses, and told of once', async () => {
    server.mode = 'deaf';
    const before = server.requests.length;
    await act('a');
    await platform.advance(10 * 60_000);
    const attempts = server.requests.length - before;
    expect(attempts).toBeGreaterThan(15);
    expect(attempts).toBeLessThan(40);
    expect(platform.problems).toMatchObject([{ kind: 'waiting' }]);
    server.mode = 'here';
    await platform.advance(40_000);
    expect(recorded()).toEqual(['session.start', 'a']);
  });

  it('is asked at once when somebody waits for it, or another session is answered', async () => {
    const other = await agentsOn(platform).start({ agentId: 'agt_2', outbox, memoryCheckpointInterval: 0 });
    server.mode = 'away';
    await act('a');
    await other.action({ actionType: 'b', summary: 's', input: 1 });
    await platform.advance(20_000);
    server.mode = 'here';
    await other.flush();
    await settled();
    expect(recorded()).toEqual(['session.start', 'a']);
    expect(recorded(other.sessionId)).toEqual(['session.start', 'b']);
  });

  it('agents 6: is asked at once when somebody asks for a decision, which passes what lets it pass', async () => {
    server.mode = 'away';
    const refusal = { name: 'late', inputHash: '0'.repeat(64), status: 'denied', letsPass: true } as const;
    for (let i = 0; i < 5; i++) await session.toolCall(refusal);
    const question = { actionType: 'tool.call', targetResource: 'svc.tool.example.x.v1' };
    const early = session.policy(question, { waitMs: 2_000 });
    early.catch(() => undefined);
    await platform.advance(120_000);
    await expect(early).rejects.toMatchObject({ reason: 'waiting' });
    // The pauses have grown to half a minute by now.
    server.mode = 'here';
    const decision = session.policy(question, { waitMs: 2_000 });
    await platform.advance(300);
    expect((await decision).allowed).toBe(true);
    const kinds = recorded();
    // The one that was under way comes first; neither the others nor the question that nobody waits for hold it up.
    expect(kinds.indexOf('policy:tool.call')).toBeLessThanOrEqual(2);
    await session.stop();
    expect(recorded().slice(-1)).toEqual(['session.end']);
    expect(recorded().filter((kind) => kind === 'tool:late')).toHaveLength(5);
    expect(recorded().filter((kind) => kind === 'policy:tool.call')).toHaveLength(2);
  });

  it('agents 6: receipts of acts that ran let no decision pass', async () => {
    server.mode = 'away';
    const ran = { name: 'ran', inputHash: '0'.repeat(64), status: 'success' } as const;
    for (let i = 0; i < 3; i++) await session.toolCall(ran);
    const decision = session.policy({ actionType: 'tool.call', targetResource: 'x' }, { waitMs: 60_000 });
    await settled();
    server.mode = 'here';
    await platform.advance(1_000);
    await decision;
    expect(recorded()).toEqual(['session.start', 'tool:ran', 'tool:ran', 'tool:ran', 'policy:tool.call']);
  });

  it('is not asked before the time that it stated', async () => {
    let refusals = 0;
    const busy = {
      ...platform,
      fetch: (async (url, init) => {
        if (url.endsWith('/start') || ++refusals > 1) return server.fetch(url, init);
        const body = { error: { code: 'RATE_LIMITED', message: '' } };
        return { status: 429, headers: { get: () => '7' }, text: async () => JSON.stringify(body) };
      }) satisfies TestPlatform['fetch'],
    };
    const live = await agentsOn(busy).start({ agentId: 'agt_1' });
    await live.action({ actionType: 'a', summary: 's', input: 1 });
    await settled();
    const flushed = live.flush();
    await platform.advance(6_999);
    expect(recorded(live.sessionId)).toEqual(['session.start']);
    await platform.advance(1);
    await flushed;
    expect(platform.problems).toEqual([]);
    expect(recorded(live.sessionId)).toEqual(['session.start', 'a']);
  });

  it.each([
    [500, 'INTERNAL'],
    [429, 'RATE_LIMITED'],
    [404, 'a page of a proxy'],
    [503, 'UNKNOWN'],
  ])('so is one that answers %s %s', async (status, code) => {
    server.refuse = () => ({ status, code });
    const { receipt } = await act('a');
    await platform.advance(5_000);
    server.refuse = () => null;
    await platform.advance(60_000);
    expect((await receipt)?.action_type).toBe('a');
    expect(outbox.refused()).toEqual([]);
  });

  it('and one that answers something else', async () => {
    const answers = [JSON.stringify({ hello: 'captive portal' }), '<html>', '[]', ''];
    const odd = {
      ...platform,
      fetch: (async (url, init) => {
        const text = answers.length > 0 && !url.endsWith('/start') ? answers.shift() : undefined;
        if (text === undefined) return server.fetch(url, init);
        return { status: 200, headers: { get: () => null }, text: async () => text };
      }) satisfies TestPlatform['fetch'],
    };
    const live = await agentsOn(odd).start({ agentId: 'agt_1' });
    const { receipt } = await live.action({ actionType: 'a', summary: 's', input: 1 });
    await platform.advance(60_000);
    expect((await receipt)?.action_type).toBe('a');
    expect(answers).toEqual([]);
    answers.push('{}');
    const register = { name: 'a', canonicalName: 'svc.agent.a.b.c.d.e', tenant: 't' };
    await expect(agentsOn(odd).register(register)).rejects.toMatchObject({ reason: 'unreachable' });
  });
});

describe('an agent that starts again', () => {
  it('delivers what the old one left, and nothing twice', async () => {
    server.mode = 'deaf';
    await act('a');
    await act('b');
    await settled();
    await session.close();
    expect(outbox.pending()).toHaveLength(2);
    server.mode = 'here';
    agentsOn(platform).withId('agt_1', { outbox });
    await settled();
    expect(recorded()).toEqual(['session.start', 'a', 'b']);
    expect(outbox.pending()).toEqual([]);
  });

  it('sends the end last, also before a checkpoint that stands behind it', async () => {
    const left = createMemoryOutbox();
    await left.add(entry('end', { operation: 'end', body: { session_id: 'ags_1' } }));
    await left.add(entry('late'));
    agentsOn(platform).withId('agt_1', { outbox: left });
    await settled();
    expect(recorded('ags_1').slice(-2)).toEqual(['late', 'session.end']);
  });

  it('does not send what may have arrived before the server forgot its key', async () => {
    const left = createMemoryOutbox();
    await left.add(entry('old', { createdAt: platform.now - 6 * 86_400_000 - 1 }));
    await left.add(entry('new'));
    agentsOn(platform).withId('agt_1', { outbox: left });
    await settled();
    expect(recorded('ags_1')).not.toContain('old');
    expect(recorded('ags_1')).toContain('new');
    expect(left.refused()).toMatchObject([{ entry: { key: 'old' }, code: 'TOO_OLD' }]);
  });

  it('puts aside what no session made', async () => {
    const left = createMemoryOutbox();
    await left.add(entry('x', { operation: 'register' }));
    await left.add(entry('y', { body: { anything: 1 } }));
    await left.add(entry('z'));
    agentsOn(platform).withId('agt_1', { outbox: left });
    await settled();
    expect(left.refused().map(({ code }) => code)).toEqual(['INVALID_ENTRY', 'INVALID_ENTRY']);
    expect(recorded('ags_1')).toContain('z');
  });
});

describe('a refusal', () => {
  it.each([
    [400, 'INVALID_REQUEST'],
    [404, 'NOT_FOUND'],
    [409, 'CONFLICT'],
    [410, 'SESSION_EXPIRED'],
    [413, 'PAYLOAD_TOO_LARGE'],
  ])('of %s %s is a dead letter, and the next go on', async (status, code) => {
    server.refuse = ({ body }) => (body.action_type === 'bad' ? { status, code } : null);
    const { receipt, key } = await act('bad');
    await act('good');
    await expect(receipt).rejects.toMatchObject({ name: 'NotAttested', reason: 'refused', code, key });
    await session.flush();
    expect(recorded()).toEqual(['session.start', 'good']);
    expect(outbox.refused()).toMatchObject([{ entry: { key }, status, code }]);
    expect(platform.problems).toMatchObject([{ kind: 'refused', key }]);
    await outbox.clearRefused();
    expect(outbox.refused()).toEqual([]);
  });

  it.each([
    [401, 'INVALID_KEY'],
    [402, 'INSUFFICIENT_CREDITS'],
    [403, 'INVALID_SCOPE'],
  ])('of the caller (%s %s) halts, and loses nothing', async (status, code) => {
    server.refuse = () => ({ status, code });
    const acts = await Promise.all([act('a'), act('b')]);
    for (const { receipt } of acts) await expect(receipt).rejects.toMatchObject({ reason: 'halted', code });
    await expect(session.flush()).rejects.toMatchObject({ reason: 'halted' });
    expect(outbox.pending()).toHaveLength(2);
    expect(outbox.refused()).toEqual([]);
    server.refuse = () => null;
    await session.flush();
    expect(recorded()).toEqual(['session.start', 'a', 'b']);
  });

  it('of the caller is no end: stop tries again each time', async () => {
    server.refuse = () => ({ status: 402, code: 'INSUFFICIENT_CREDITS' });
    const { receipt } = await act('a');
    await expect(receipt).rejects.toMatchObject({ reason: 'halted' });
    for (let i = 0; i < 3; i++) {
      const before = server.requests.length;
      await expect(session.stop()).rejects.toMatchObject({ reason: 'halted', code: 'INSUFFICIENT_CREDITS' });
      expect(server.requests.length).toBeGreaterThan(before);
    }
    server.refuse = () => null;
    expect(await session.stop()).toMatchObject({ delivered: 3, receipt: { action_type: 'session.end' } });
    expect(await session.stop()).toMatchObject({ delivered: 3 });
    expect(recorded()).toEqual(['session.start', 'a', 'session.end']);
  });

  it('of the caller hides no end that was delivered since', async () => {
    server.refuse = () => ({ status: 402, code: 'INSUFFICIENT_CREDITS' });
    await expect(session.stop()).rejects.toMatchObject({ reason: 'halted' });
    server.refuse = () => null;
    await session.flush();
    expect(await session.stop()).toMatchObject({ receipt: { action_type: 'session.end' } });
    expect(recorded()).toEqual(['session.start', 'session.end']);
  });
});

describe('an outbox that fails', () => {
  it('is told of, and the receipt is sent from memory', async () => {
    const broken: Outbox = { ...createMemoryOutbox(), add: () => Promise.reject(new Error('disk full')) };
    const live = await agentsOn(platform).start({ agentId: 'agt_1', outbox: broken });
    const { receipt } = await live.tool('t', () => 1).attested();
    expect((await receipt)?.action_type).toBe('tool:t');
    expect(platform.problems).toMatchObject([{ kind: 'not-durable' }]);
  });

  it('also where it throws at once', async () => {
    const broken: Outbox = {
      ...createMemoryOutbox(),
      add() {
        throw new Error('broken');
      },
    };
    const live = await agentsOn(platform).start({ agentId: 'agt_1', outbox: broken, memoryCheckpointInterval: 1 });
    await live.action({ actionType: 'a', summary: 's', input: 1 });
    await live.flush();
    expect(recorded(live.sessionId)).toEqual(['session.start', 'a', 'memory.checkpoint']);
  });

  it('holds an entry before it is sent', async () => {
    let keep: () => void = () => undefined;
    const slow: Outbox = { ...createMemoryOutbox(), add: () => new Promise((resolve) => (keep = () => resolve())) };
    const live = await agentsOn(platform).start({ agentId: 'agt_1', outbox: slow });
    const kept = live.action({ actionType: 'a', summary: 's', input: 1 });
    await settled();
    expect(recorded(live.sessionId)).toEqual(['session.start']);
    keep();
    await (await kept).receipt;
    expect(recorded(live.sessionId)).toEqual(['session.start', 'a']);
  });
});

describe('closing', () => {
  it('ends the sending and tells those who wait', async () => {
    server.mode = 'away';
    const { receipt } = await act('a');
    const flushed = session.flush();
    flushed.catch(() => undefined);
    await session.close();
    await expect(receipt).rejects.toMatchObject({ reason: 'closed' });
    await expect(flushed).rejects.toMatchObject({ reason: 'closed' });
    await expect(act('b')).rejects.toMatchObject({ reason: 'closed' });
    expect(outbox.pending()).toHaveLength(1);
  });

  it('a listener that throws is no harm', async () => {
    const live = await agentsOn(platform).start({
      agentId: 'agt_1',
      onProblem: () => {
        throw new Error('listener');
      },
    });
    server.mode = 'away';
    const { receipt } = await live.tool('t', () => 1).attested();
    await settled();
    server.mode = 'here';
    await platform.advance(60_000);
    expect(await receipt).not.toBeNull();
  });

  it('nor is one that rejects', async () => {
    let told = 0;
    const live = await agentsOn(platform).start({
      agentId: 'agt_1',
      onProblem: async () => {
        told++;
        throw new Error('listener');
      },
    });
    const unhandled = unhandledRejections();
    await live.tool('t', () => 1, { input: () => Promise.reject(new Error('no')) })();
    expect(await unhandled.seen()).toEqual([]);
    expect(told).toBe(1);
  });
});
