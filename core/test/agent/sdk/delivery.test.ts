import { createMemoryOutbox } from '@touchstone/core/agent/sdk/memory-outbox.ts';
import type { Outbox } from '@touchstone/core/agent/sdk/types/outbox.ts';
import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeServer, fakeServer, type TestPlatform, testPlatform } from './fake-server.ts';

let server: FakeServer;
let platform: TestPlatform;
let outbox: Outbox;
let sessionId: string;

const types = () => server.chain(sessionId).map(({ action_type }) => action_type);

/** An agent that did three acts while the server was away, and ended. */
beforeEach(async () => {
  server = fakeServer();
  platform = testPlatform(server, { TOUCHSTONE_API_KEY: 'svc_test_key' });
  outbox = createMemoryOutbox();
  const session = await agentsOn(platform).start({ agentId: 'agt_1', outbox, memoryCheckpointInterval: 0 });
  sessionId = session.sessionId;
  server.mode = 'away';
  for (const name of ['a', 'b', 'c']) await session.action({ actionType: name, summary: 's', input: name });
  await session.close();
  expect(outbox.pending()).toHaveLength(3);
});

describe('what an agent left', () => {
  it('reaches its session in order, and once', async () => {
    server.mode = 'here';
    expect(await agentsOn(platform).deliver({ outbox })).toEqual({ delivered: 3, refused: [] });
    expect(types()).toEqual(['session.start', 'a', 'b', 'c']);
    expect(await agentsOn(platform).deliver({ outbox })).toEqual({ delivered: 0, refused: [] });
    expect(types()).toHaveLength(4);
  });

  it('is not doubled where the server had some of it and its answer was lost', async () => {
    server.mode = 'deaf';
    const lost = agentsOn(platform).deliver({ outbox, waitMs: 1 });
    lost.catch(() => undefined);
    await platform.advance(2);
    await expect(lost).rejects.toMatchObject({ reason: 'waiting' });
    expect(types()).toContain('a');
    server.mode = 'here';
    await agentsOn(platform).deliver({ outbox });
    expect(types()).toEqual(['session.start', 'a', 'b', 'c']);
  });

  it('stays in the outbox while the server is away, and where the key is refused', async () => {
    const waiting = agentsOn(platform).deliver({ outbox, waitMs: 1_000, onProblem: () => undefined });
    waiting.catch(() => undefined);
    await platform.advance(1_001);
    await expect(waiting).rejects.toMatchObject({ reason: 'waiting' });
    server.mode = 'here';
    server.refuse = () => ({ status: 401, code: 'INVALID_KEY' });
    await expect(agentsOn(platform).deliver({ outbox })).rejects.toMatchObject({ reason: 'halted' });
    expect(outbox.pending()).toHaveLength(3);
  });

  it('is told where the server refuses it for good', async () => {
    server.mode = 'here';
    server.refuse = ({ body }) => (body.action_type === 'b' ? { status: 409, code: 'SESSION_EXPIRED' } : null);
    const { delivered, refused } = await agentsOn(platform).deliver({ outbox });
    expect(delivered).toBe(2);
    expect(refused).toMatchObject([{ code: 'SESSION_EXPIRED', entry: { body: { action_type: 'b' } } }]);
    expect(await agentsOn(platform).deliver({ outbox })).toEqual({ delivered: 0, refused: [] });
    expect(outbox.refused()).toHaveLength(1);
  });

  it('is not touched while a session uses the outbox', async () => {
    server.mode = 'here';
    const session = await agentsOn(platform).start({ agentId: 'agt_1', outbox });
    await expect(agentsOn(platform).deliver({ outbox })).rejects.toThrow(TypeError);
    await session.flush();
    await session.close();
  });
});
