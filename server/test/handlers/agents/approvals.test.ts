/** Approvals that agents ask for, over HTTP on a real server. */
import { openingHash } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAgent } from '../../../src/agents/store/agents.ts';
import { agentSeals } from '../../../src/agents/sweeps.ts';
import { allNodes, expectIntact } from '../../agents/chain.ts';
import { type AgentCalls, agentCalls, openAgentServer } from '../../agents/flow.ts';

const { server, calls, projectId, agentId, start } = await openAgentServer();
afterAll(() => server.close());

describe('approvals', () => {
  const ask = async (approvers: readonly string[], change: object = {}) => {
    const ids = await start();
    const answer = await calls.post('/approval/request', { ...ids, summary: 'Pay 480 EUR.', approvers, ...change });
    expect(answer.status, answer.text).toBe(200);
    return { ids, id: String(answer.at('node_id')), answer };
  };
  let others: AgentCalls[] = [];
  beforeAll(async () => {
    others = (await Promise.all([1, 2, 3].map(() => server.voter(projectId)))).map((key) => agentCalls(server, key));
  });
  /** Each name is decided by a voter of its own, none of which asked. */
  const decide = (
    id: string,
    approver: string,
    decision = 'approve',
    by = others['abc'.indexOf(approver)] ?? others[0],
  ) => (by ?? calls).post(`/approvals/${id}/decide`, { decision, approver });
  const stateOf = async (id: string) => (await calls.get(`/approvals/${id}`)).at('state');

  test('S20: the receipt is the pending approval, its input hash the request as enforced', async () => {
    const { ids, id, answer } = await ask(['ada', 'grace']);
    expect(answer.at('details')).toEqual({ approval_id: id, state: 'pending' });
    const opening = { ...ids, summary: 'Pay 480 EUR.', approvers: ['ada', 'grace'], threshold: 1, timeout_secs: 300 };
    expect(answer.at('input_hash')).toBe(toHex(openingHash(opening)));
    const approval = await calls.get(`/approvals/${id}`);
    expect(approval.body).toMatchObject({ ...ids, approval_id: id, state: 'pending', decisions: [], threshold: 1 });
    expect(Date.parse(String(approval.at('expires_at'))) - Date.parse(String(approval.at('requested_at')))).toBe(
      300_000,
    );
  });

  test('S19: each approver counts once; approved at the threshold, denied once it is out of reach', async () => {
    const { ids, id } = await ask(['a', 'b', 'c'], { threshold: 2 });
    const first = await decide(id, 'a');
    expect(first.at('details')).toMatchObject({
      approval_id: id,
      state: 'pending',
      decision: 'approve',
      approver: 'a',
    });
    expect((await decide(id, 'a')).code).toBe('CONFLICT');
    expect((await decide(id, 'a', 'deny')).code).toBe('CONFLICT');
    expect((await decide(id, 'b', 'deny')).at('details.state')).toBe('pending');
    expect((await decide(id, 'c')).at('details.state')).toBe('approved');
    expect((await calls.get(`/approvals/${id}`)).at('decisions')).toHaveLength(3);
    expect(await stateOf(id)).toBe('approved');
    const registered = await findAgent(server.deps.db, agentId);
    expectIntact(await allNodes(calls, ids.session_id), toHex(registered?.node_hash ?? new Uint8Array(0)));

    const other = await ask(['a', 'b', 'c'], { threshold: 2 });
    await decide(other.id, 'a', 'deny');
    expect((await decide(other.id, 'b', 'deny')).at('details.state')).toBe('denied');
    expect((await decide(other.id, 'c')).code).toBe('CONFLICT');
    expect(await stateOf(other.id)).toBe('denied');
  });

  test('decisions that come together never approve past the threshold or count an approver twice', async () => {
    const approvers = Array.from({ length: 8 }, (_, index) => `approver ${index}`);
    const { id } = await ask(approvers, { threshold: 3 });
    const answers = await Promise.all(
      [...approvers, ...approvers].map((approver, at) => decide(id, approver, 'approve', others[at % 3])),
    );
    expect(answers.filter(({ status }) => status === 200).length).toBe(3);
    expect(answers.filter(({ code }) => code === 'CONFLICT').length).toBe(13);
    expect((await calls.get(`/approvals/${id}`)).at('decisions')).toHaveLength(3);
  });

  test('time that has run out is expired; what was decided before stays', async () => {
    const decided = await ask(['a'], { timeout_secs: 60 });
    const late = await ask(['a'], { timeout_secs: 60 });
    await decide(decided.id, 'a');
    server.advance(60_000);
    expect((await decide(late.id, 'a')).code).toBe('CONFLICT');
    expect([await stateOf(decided.id), await stateOf(late.id)]).toEqual(['approved', 'expired']);
  });

  test('an approval is over with its session, and so with the parent of that', async () => {
    const { key, projectId: ownProject } = await server.newKey({ plan: 'business' });
    const own = agentCalls(server, key);
    const other = agentCalls(server, await server.voter(ownProject));
    const ask = async (ids: object) => {
      const body = { ...ids, summary: 's', approvers: ['a'], timeout_secs: 2_592_000 };
      const answer = await own.post('/approval/request', body);
      expect(answer.status, answer.text).toBe(200);
      return String(answer.at('node_id'));
    };
    const listed = async (state: string) =>
      ((await own.get(`/approvals?state=${state}`)).at('items') as { approval_id: string }[]).map(
        ({ approval_id }) => approval_id,
      );
    const read = async (id: string) => {
      const approval = await own.get(`/approvals/${id}`);
      return [approval.at('state'), approval.at('expires_at')];
    };
    const parent = await own.start();
    const delegation = { ...parent, delegate_agent_id: parent.agent_id, duration_secs: 600 };
    const delegated = await own.post('/delegate', delegation);
    const child = { agent_id: parent.agent_id, session_id: String(delegated.at('details.child_session_id')) };
    const short = await own.start({}, { agent_id: parent.agent_id, duration_secs: 60 });
    const endOf = async ({ session_id }: { session_id: string }) =>
      (await own.get(`/sessions/${session_id}`)).at('expires_at');

    const decided = await ask(parent);
    await decide(decided, 'a', 'approve', other);
    const ofParent = await ask(parent);
    const ofChild = await ask(child);
    const ofShort = await ask(short);
    expect(await read(ofShort)).toEqual(['pending', await endOf(short)]);
    expect(await read(ofChild)).toEqual(['pending', await endOf(child)]);

    const ended = await own.post('/sessions/end', { session_id: parent.session_id });
    expect(await read(ofParent)).toEqual(['expired', ended.at('timestamp')]);
    expect(await read(ofChild)).toEqual(['expired', ended.at('timestamp')]);
    expect((await read(decided))[0]).toBe('approved');
    expect(await listed('pending')).toEqual([ofShort]);
    expect(await listed('expired')).toEqual([ofChild, ofParent]);

    server.advance(60_000);
    await agentSeals.run(server.deps);
    expect((await read(ofShort))[0]).toBe('expired');
    // Sealed: the session is not opened again, whatever the clock says.
    server.advance(-60_000);
    expect((await read(ofShort))[0]).toBe('expired');
    expect([await listed('pending'), await listed('expired')]).toEqual([[], [ofShort, ofChild, ofParent]]);
    expect((await decide(ofShort, 'a', 'approve', other)).code).toBe('SESSION_EXPIRED');
    server.advance(60_000);
  });

  test('the list filters by the state of now', async () => {
    const { key, projectId: ownProject } = await server.newKey({ plan: 'business' });
    const own = agentCalls(server, key);
    const other = agentCalls(server, await server.voter(ownProject));
    const ids = await own.start();
    const request = async (change: object) =>
      String(
        (await own.post('/approval/request', { ...ids, summary: 's', approvers: ['a', 'b'], ...change })).at('node_id'),
      );
    const made = {
      expired: await request({ timeout_secs: 1 }),
      approved: await request({}),
      denied: await request({ threshold: 2 }),
      pending: await request({ timeout_secs: 100_000 }),
    };
    await decide(made.approved, 'a', 'approve', other);
    await decide(made.denied, 'b', 'deny', other);
    for (const [state, id] of Object.entries(made)) {
      const list = await own.get(`/approvals?state=${state}`);
      expect((list.at('items') as { approval_id: string }[]).map(({ approval_id }) => approval_id)).toEqual([id]);
      expect(list.at('items.0.state')).toBe(state);
    }
    const page = await own.get('/approvals?limit=3');
    expect((page.at('items') as { approval_id: string }[]).map(({ approval_id }) => approval_id)).toEqual([
      made.pending,
      made.denied,
      made.approved,
    ]);
    const next = await own.get(`/approvals?cursor=${String(page.at('next_cursor'))}`);
    expect([next.at('items.0.approval_id'), next.at('next_cursor')]).toEqual([made.expired, null]);
    expect((await own.get('/approvals?cursor=node_0')).code).toBe('INVALID_REQUEST');
  });

  test('S19, S3: deciding needs `approve`; the node says which key decided and whether it had asked', async () => {
    const agentsOnly = agentCalls(server, await server.scopedKey(['agents']));
    const approving = await server.scopedKey(['approve']);
    const ids = await agentsOnly.start();
    const asked = await agentsOnly.post('/approval/request', {
      ...ids,
      summary: 's',
      approvers: ['a', 'b'],
      threshold: 2,
    });
    const id = String(asked.at('node_id'));
    expect((await decide(id, 'a', 'approve', agentsOnly)).code).toBe('INVALID_SCOPE');
    expect((await calls.post(`/approvals/${id}/decide`, { decision: 'approve', approver: 'a' })).code).toBe(
      'NOT_FOUND',
    );
    const approver = agentCalls(server, approving);
    // Whoever may decide sees what there is to decide, and nothing else of agents.
    expect((await approver.get(`/approvals/${id}`)).at('state')).toBe('pending');
    expect((await approver.get('/approvals?state=pending')).status).toBe(200);
    expect((await approver.get(`/sessions/${ids.session_id}`)).code).toBe('INVALID_SCOPE');
    const byKey = await decide(id, 'a', 'approve', approver);
    expect(byKey.at('details.decided_by')).toMatch(/^ak_/);
    expect(byKey.at('details.decided_by_requester')).toBe(false);
    const byAdministrator = await decide(id, 'b', 'approve', agentCalls(server, server.admin));
    expect(byAdministrator.at('details')).toMatchObject({
      decided_by: null,
      decided_by_requester: false,
      state: 'approved',
    });
    const { id: own } = await ask(['a'], { allow_requester: true });
    expect((await decide(own, 'a', 'approve', calls)).at('details.decided_by_requester')).toBe(true);
    expect((await calls.get(`/approvals/${own}`)).at('decisions.0.decided_by_requester')).toBe(true);
  });

  test('others than those who were asked, more than there are, the same one twice are refused', async () => {
    const { id } = await ask(['a']);
    expect((await decide(id, 'mallory')).message).toContain('approver');
    expect((await decide(id, 'a', 'maybe')).code).toBe('INVALID_REQUEST');
    expect((await decide('node_0', 'a')).code).toBe('NOT_FOUND');
    const ids = await start();
    for (const change of [
      { approvers: ['a'], threshold: 2 },
      { approvers: [] },
      { approvers: ['a', 'a'] },
      { approvers: ['a'], threshold: 0 },
      { approvers: ['a'], timeout_secs: 0 },
    ]) {
      expect((await calls.post('/approval/request', { ...ids, summary: 's', ...change })).code).toBe('INVALID_REQUEST');
    }
  });

  test('at every redaction level the receipt of a decision fits its contract', async () => {
    for (const redaction_level of ['full', 'metadata_only', 'hash_only', 'redacted']) {
      const ids = await calls.start({}, { agent_id: await calls.register({ redaction_level }) });
      const asked = await calls.post('/approval/request', { ...ids, summary: 'Pay.', approvers: ['ada'] });
      const decided = await decide(String(asked.at('node_id')), 'ada');
      expect(decided.status, decided.text).toBe(200);
      expect(decided.at('details.approver')).toBe(redaction_level === 'redacted' ? '' : 'ada');
      const isKept = redaction_level === 'full' || redaction_level === 'metadata_only';
      const read = await calls.get(`/approvals/${asked.at('node_id')}`);
      expect([read.at('summary'), read.at('approvers')]).toEqual([isKept ? 'Pay.' : '', ['ada']]);
    }
  });
});
