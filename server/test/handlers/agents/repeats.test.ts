import type { Endpoint } from '@touchstone/core/api/endpoint.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Context } from '../../../src/frame/context.ts';
import { actions } from '../../../src/handlers/agents/actions.ts';
import { charged } from '../../../src/http/charge.ts';
import { findRequest } from '../../../src/store/requests.ts';
import { allNodes } from '../../agents/chain.ts';
import { type AgentCalls, accountOf, actionBody, agentCalls, creditsOf, toolBody } from '../../agents/flow.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let calls: AgentCalls;
let key: string;
let projectId: string;
beforeAll(async () => {
  server = await openTestServer();
  ({ key, projectId } = await server.newKey({ plan: 'business' }));
  calls = agentCalls(server, key);
});
afterAll(() => server.close());

const credits = (project = projectId) => creditsOf(server, project);

describe('Idempotency-Key', () => {
  const under = (name: string) => ({ 'idempotency-key': name });

  test('the same request answers the same receipt, is recorded once and paid once', async () => {
    const ids = await calls.start();
    const before = await credits();
    const first = await calls.post('/actions/attest', actionBody(ids), under('one'));
    const again = await calls.post('/actions/attest', actionBody(ids), under('one'));
    expect(again.text).toBe(first.text);
    // The order of members makes no difference.
    const { action_type, ...rest } = actionBody(ids);
    expect((await calls.post('/actions/attest', { ...rest, action_type }, under('one'))).text).toBe(first.text);
    expect(await credits()).toBe(before - 1);
    expect((await allNodes(calls, ids.session_id)).length).toBe(2);
    // Also when the session has ended since; what has changed is the state of the seal.
    await calls.post('/sessions/end', { session_id: ids.session_id }, under('end'));
    const later = await calls.post('/actions/attest', actionBody(ids), under('one'));
    expect(later.body).toEqual({ ...(first.body as object), svc_74_status: 'anchored' });
    expect((await calls.post('/sessions/end', { session_id: ids.session_id }, under('end'))).status).toBe(200);
  });

  test('S1, S35: a request whose row was changed by hand is refused, and answers no other receipt', async () => {
    const ids = await calls.start();
    const first = await calls.post('/actions/attest', actionBody(ids), under('sealed'));
    const other = await calls.post('/actions/attest', actionBody(ids), under('other'));
    const row = () => server.deps.db.updateTable('requests').where('idempotency_key', '=', 'sealed');
    const subject = (answer: typeof first) => String((answer.body as { readonly node_id: string }).node_id);
    for (const change of [{ subject: subject(other) }, { seal: new Uint8Array() }, { seal: new Uint8Array(32) }]) {
      const before = await findRequest(server.deps.db, projectId, 'sealed');
      if (before === null) throw new Error('the request was not kept');
      await row().set(change).execute();
      const again = await calls.post('/actions/attest', actionBody(ids), under('sealed'));
      expect([again.status, again.code]).toEqual([409, 'CONFLICT']);
      await row().set({ subject: before.subject, seal: before.seal }).execute();
    }
    expect((await calls.post('/actions/attest', actionBody(ids), under('sealed'))).text).toBe(first.text);
  });

  test('a repeat is answered where the first request has used the last credit, and costs nothing', async () => {
    const own = await server.newKey({ plan: 'business' });
    const mine = agentCalls(server, own.key);
    const ids = await mine.start();
    const left = (units: number) =>
      accountOf(server, own.projectId).then((id) =>
        server.deps.db.updateTable('accounts').set({ credits: units }).where('id', '=', id).execute(),
      );
    await left(1);
    const first = await mine.post('/actions/attest', actionBody(ids), under('last'));
    expect([first.status, await credits(own.projectId)]).toEqual([200, 0]);
    const again = await mine.post('/actions/attest', actionBody(ids), under('last'));
    expect([again.status, again.text]).toEqual([200, first.text]);
    // What is wrong with the body still comes first, and what is no repeat has to be paid.
    const wrong = actionBody(ids, { action_type: 'session.end' });
    expect((await mine.post('/actions/attest', wrong, under('last'))).code).toBe('INVALID_REQUEST');
    expect((await mine.post('/actions/attest', actionBody(ids, { summary: 'other' }), under('last'))).code).toBe(
      'CONFLICT',
    );
    expect((await mine.post('/actions/attest', actionBody(ids), under('new'))).code).toBe('INSUFFICIENT_CREDITS');
    expect((await mine.post('/actions/attest', actionBody(ids))).code).toBe('INSUFFICIENT_CREDITS');
    expect([(await allNodes(mine, ids.session_id)).length, await credits(own.projectId)]).toEqual([2, 0]);
  });

  test('what takes the key of a repeat and is none records nothing without credits', async () => {
    const own = await server.newKey({ plan: 'business' });
    const mine = agentCalls(server, own.key);
    const ids = await mine.start();
    const id = await accountOf(server, own.projectId);
    await server.deps.db.updateTable('accounts').set({ credits: 0 }).where('id', '=', id).execute();
    const caller = await server.deps.identity.authenticate({ authorization: `Bearer ${own.key}` });
    const body = actionBody(ids);
    const work = {
      operation: actions.attest.operation,
      caller,
      sender: caller,
      requestId: 'test',
      peer: '127.0.0.1',
      checkBody: async () => undefined,
      isRepeat: async () => true,
      handle: (context: Context<Endpoint, TestServer['deps']>) =>
        actions.attest.start(
          context,
          { headers: under('gone') },
          { read: { body }, pieces: [] },
          { run: server.deps.run, tools: server.deps },
        ),
    };
    await expect(charged(server.deps, work)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    const reading = { ...work, handle: async () => 'nothing is written' };
    await expect(charged(server.deps, reading)).rejects.toMatchObject({ code: 'INSUFFICIENT_CREDITS' });
    expect((await allNodes(mine, ids.session_id)).length).toBe(1);
  });

  test('another body, another operation and another approval under it are a conflict', async () => {
    const ids = await calls.start();
    await calls.post('/actions/attest', actionBody(ids), under('two'));
    expect((await calls.post('/actions/attest', actionBody(ids, { summary: 'other' }), under('two'))).code).toBe(
      'CONFLICT',
    );
    expect((await calls.post('/tools/attest', toolBody(ids), under('two'))).code).toBe('CONFLICT');
    const ask = () =>
      calls.post('/approval/request', { ...ids, summary: 's', approvers: ['a'], allow_requester: true });
    const [one, other] = [await ask(), await ask()];
    const body = { decision: 'approve', approver: 'a' };
    expect((await calls.post(`/approvals/${one.at('node_id')}/decide`, body, under('three'))).status).toBe(200);
    expect((await calls.post(`/approvals/${other.at('node_id')}/decide`, body, under('three'))).code).toBe('CONFLICT');
  });

  test('S1: it is a project’s own, and a refused request leaves it free', async () => {
    const ids = await calls.start({}, { duration_secs: 60 });
    const missing = { agent_id: ids.agent_id, session_id: 'ags_0' };
    expect((await calls.post('/actions/attest', actionBody(missing), under('four'))).code).toBe('NOT_FOUND');
    expect((await calls.post('/actions/attest', actionBody(ids), under('four'))).status).toBe(200);
    const other = agentCalls(server, (await server.newKey({ plan: 'pro' })).key);
    const own = await other.start();
    expect((await other.post('/actions/attest', actionBody(own), under('four'))).status).toBe(200);
  });

  test('registration, start and delegation are repeated alike', async () => {
    const body = { name: 'a', canonical_name: 'svc.agent.example.finance.clerk.prod.003', tenant: 'example' };
    const first = await calls.post('/register', body, under('register'));
    expect((await calls.post('/register', body, under('register'))).text).toBe(first.text);
    const agent_id = String(first.at('agent_id'));
    const start = await calls.post('/sessions/start', { agent_id }, under('start'));
    expect((await calls.post('/sessions/start', { agent_id }, under('start'))).text).toBe(start.text);
    const ids = { agent_id, session_id: String(start.at('session_id')) };
    const delegation = { ...ids, delegate_agent_id: agent_id, duration_secs: 60 };
    const child = await calls.post('/delegate', delegation, under('delegate'));
    expect((await calls.post('/delegate', delegation, under('delegate'))).text).toBe(child.text);
  });

  test.each(['', 'with space', 'x'.repeat(201), 'ümlaut'])('%j is no key', async (name) => {
    const ids = await calls.start();
    const answer = await calls.post('/actions/attest', actionBody(ids), under(name));
    expect(answer.status).toBe(400);
  });
});
