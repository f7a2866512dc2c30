/** The size of a bundle is known before it is written, and what nobody would open is refused with a way that works. */
import { parseSessionBundle } from '@touchstone/core/agent/bundle.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BundleChoice, sessionBundle } from '../../src/agents/session-bundle.ts';
import { findAgentSession } from '../../src/agents/store/sessions.ts';
import { ApiError } from '../../src/frame/errors.ts';
import { openTestServer, type TestServer } from '../harness.ts';
import { type AgentCalls, actionBody, agentCalls } from './flow.ts';

let server: TestServer;
let calls: AgentCalls;
let sessionId: string;
beforeAll(async () => {
  server = await openTestServer();
  calls = agentCalls(server, (await server.newKey({ plan: 'business' })).key);
  const agentId = await calls.register({ redaction_level: 'full', name: 'Müller & Söhne' });
  const ids = await calls.start({}, { agent_id: agentId });
  sessionId = ids.session_id;
  for (let at = 0; at < 20; at++) {
    await calls.post('/delegate', { ...ids, delegate_agent_id: agentId, duration_secs: 60 });
    await calls.post('/actions/attest', actionBody(ids, { summary: `"Größe" \\ ${at}\n` }));
  }
  await calls.post('/sessions/end', { session_id: sessionId });
});
afterAll(() => server.close());

async function bundle(choice: BundleChoice): Promise<string> {
  const session = await findAgentSession(server.deps.db, sessionId);
  if (session === null) throw new Error('no session');
  return (await sessionBundle(server.deps, session, choice)).read();
}

const sizeOf = async (openings: BundleChoice['openings']) => utf8(await bundle({ openings })).length;
const refusal = async (choice: BundleChoice) => {
  const error: unknown = await bundle(choice).catch((thrown: unknown) => thrown);
  return error instanceof ApiError ? [error.code, error.message] : error;
};

test('a bundle with the requests of the beginning only is smaller, and is read as well', async () => {
  const [all, beginning] = [await bundle({ openings: 'all' }), await bundle({ openings: 'beginning' })];
  const [whole, small] = [parseSessionBundle(utf8(all)), parseSessionBundle(utf8(beginning))];
  if (!whole.ok || !small.ok) throw new Error('a bundle cannot be read');
  expect([...whole.bundle.openings.keys()]).toHaveLength(23);
  const named = [...small.bundle.openings.keys()];
  const first = small.nodes.read(0);
  expect(named).toEqual([
    small.bundle.registration.node.node_id,
    first.ok ? first.signed.node.node_id : 'the first node',
  ]);
  expect(small.nodes.count).toBe(whole.nodes.count);
  expect(all.length - beginning.length).toBeGreaterThan(20 * 2_600);
});

test('up to the limit it is written; beyond, it is refused with what fits', async () => {
  const [all, beginning] = [await sizeOf('all'), await sizeOf('beginning')];
  // The estimate has a few commas more than the file.
  expect(await bundle({ openings: 'all', mostBytes: all + 10 })).toHaveLength(
    (await bundle({ openings: 'all' })).length,
  );
  const [code, message] = (await refusal({ openings: 'all', mostBytes: all - 10 })) as [string, string];
  expect(code).toBe('PAYLOAD_TOO_LARGE');
  expect(message).toContain(`at most ${all - 10}`);
  expect(message).toContain('?openings=beginning');
  const named = /has (\d+) and fits/.exec(message)?.[1];
  expect(Math.abs(Number(named) - beginning)).toBeLessThan(10);
  await bundle({ openings: 'beginning', mostBytes: all - 10 });
});

test('where nothing fits, the refusal names the other ways', async () => {
  for (const openings of ['all', 'beginning'] as const) {
    const [code, message] = (await refusal({ openings, mostBytes: 1_000 })) as [string, string];
    expect(code).toBe('PAYLOAD_TOO_LARGE');
    expect(message).toContain('/sessions/<id>/nodes');
    expect(message).not.toContain('fits');
  }
});

test('the operation takes the choice', async () => {
  const small = await calls.get(`/sessions/${sessionId}/bundle?openings=beginning`);
  expect(Object.keys(small.at('openings') as object)).toHaveLength(2);
  expect((await calls.get(`/sessions/${sessionId}/bundle?openings=none`)).code).toBe('INVALID_REQUEST');
});
