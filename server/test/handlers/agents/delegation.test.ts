/** Sessions that a session delegates, over HTTP on a real server. */
import { openingHash } from '@touchstone/core/agent/node.ts';
import { isWithinScope, type SessionScope } from '@touchstone/core/agent/scope.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAgent } from '../../../src/agents/store/agents.ts';
import { allNodes, expectIntact, hashOf } from '../../agents/chain.ts';
import { actionBody, openAgentServer, toolBody } from '../../agents/flow.ts';
import type { Answer } from '../../harness.ts';

const { server, calls, start } = await openAgentServer();
afterAll(() => server.close());
describe('delegation', () => {
  const scope = {
    allowed_tools: ['a', 'b', 'c'],
    forbidden_data_classes: ['phi'],
    jurisdiction: 'EU',
    max_value: 500,
  };
  let other: string;
  beforeAll(async () => {
    other = await calls.register({ name: 'The other' });
  });
  const delegate = (ids: object, change: object = {}) =>
    calls.post('/delegate', { ...ids, delegate_agent_id: other, duration_secs: 600, ...change });
  const childOf = (answer: Answer) => ({ agent_id: other, session_id: String(answer.at('details.child_session_id')) });

  test('S20: the child begins at the delegating node, with its scope in the opening', async () => {
    const ids = await start(scope);
    const answer = await delegate(ids, { allowed_tools: ['b', 'z'], max_value: 100 });
    const narrowed = { ...scope, allowed_tools: ['b'], max_value: 100 };
    expect(answer.at('details')).toEqual({ child_session_id: childOf(answer).session_id, scope: narrowed });
    const publicKey = (await findAgent(server.deps.db, other))?.public_key ?? new Uint8Array(0);
    const facts = { duration_secs: 600, scope: narrowed, agent_public_key: toBase64(publicKey) };
    const child = childOf(answer);
    expect(answer.at('input_hash')).toBe(
      toHex(openingHash({ ...ids, delegate_agent_id: other, child_session_id: child.session_id, ...facts })),
    );
    const nodes = await allNodes(calls, child.session_id);
    expectIntact(nodes, hashOf(answer));
    expect(nodes[0]).toMatchObject({
      agent_id: other,
      action_type: 'session.start',
      signature_status: 'valid',
      input_hash: toHex(openingHash({ ...child, ...facts })),
    });
    const session = await calls.get(`/sessions/${child.session_id}`);
    expect(session.body).toMatchObject({ parent_session_id: ids.session_id, scope: narrowed, state: 'open' });
    // What the child may not do is denied there, and its parent is not concerned.
    const denied = await calls.post('/tools/attest', toolBody(child, { tool_name: 'a' }));
    expect(denied.at('details.rule')).toBe('session.allowed_tools');
    const allowed = await calls.post('/tools/attest', toolBody(ids, { tool_name: 'a' }));
    expect(allowed.at('details.status')).toBe('pending');
  });

  test.each([
    ['nothing stated', {}, scope],
    ['an empty list and 0', { allowed_tools: [], max_value: 0 }, scope],
    ['a higher cap', { max_value: 501 }, scope],
    ['nothing in common', { allowed_tools: ['z'] }, { ...scope, allowed_tools: [] }],
  ] as const)('S19: %s', async (_name, change, expected) => {
    const answer = await delegate(await start(scope), change);
    expect(answer.at('details.scope')).toEqual(expected);
    const tool = await calls.post('/tools/attest', toolBody(childOf(answer), { tool_name: 'z' }));
    expect(tool.at('details.rule')).toBe('session.allowed_tools');
  });

  test('S19: never wider, however deep: tools, cap, time', async () => {
    const ids = await start(scope);
    let parent: { agent_id: string; session_id: string } = ids;
    let before = scope as SessionScope;
    let until = String((await calls.get(`/sessions/${ids.session_id}`)).at('expires_at'));
    for (const change of [
      { allowed_tools: ['a', 'b'], duration_secs: 1_800 },
      { max_value: 50, duration_secs: 100_000 },
      { allowed_tools: ['b', 'c'], max_value: 400, duration_secs: 600 },
      { allowed_tools: ['c'], duration_secs: 1_000 },
      { duration_secs: 1_000 },
    ]) {
      const answer = await delegate(parent, change);
      const child = childOf(answer);
      const session = await calls.get(`/sessions/${child.session_id}`);
      const own = session.at('scope') as SessionScope;
      expect(isWithinScope(own, before)).toBe(true);
      expect(String(session.at('expires_at')) <= until).toBe(true);
      [parent, before, until] = [child, own, String(session.at('expires_at'))];
    }
    expect(before).toEqual({ ...scope, allowed_tools: [], max_value: 50 });
  });

  test('the end of a parent ends what was delegated from it, at whatever depth', async () => {
    const ids = await start();
    const child = childOf(await delegate(ids));
    const grandchild = childOf(await delegate(child));
    const finished = childOf(await delegate(ids));
    await calls.post('/sessions/end', { session_id: finished.session_id });
    await calls.post('/actions/attest', actionBody(grandchild));
    const ended = await calls.post('/sessions/end', { session_id: ids.session_id });
    for (const cut of [child, grandchild]) {
      const session = await calls.get(`/sessions/${cut.session_id}`);
      expect([session.at('state'), session.at('expires_at')]).toEqual(['expired', ended.at('timestamp')]);
      expect((await calls.post('/actions/attest', actionBody(cut))).code).toBe('SESSION_EXPIRED');
    }
    expect((await calls.get(`/sessions/${finished.session_id}`)).at('state')).toBe('ended');
    // The end of a child leaves its parent alone.
    const open = await start();
    await calls.post('/sessions/end', { session_id: childOf(await delegate(open)).session_id });
    expect((await calls.post('/actions/attest', actionBody(open))).status).toBe(200);
  });

  test('a parent that runs out takes its children along', async () => {
    const ids = await start({}, { duration_secs: 60 });
    const child = childOf(await delegate(ids, { duration_secs: 3_600 }));
    server.advance(60_000);
    expect((await calls.post('/actions/attest', actionBody(child))).code).toBe('SESSION_EXPIRED');
  });

  test('the other agent has to be one of the project', async () => {
    const ids = await start();
    expect((await delegate(ids, { delegate_agent_id: 'agt_0' })).code).toBe('NOT_FOUND');
    expect((await allNodes(calls, ids.session_id)).length).toBe(1);
  });
});
