/** Scope, policies, exposure, approvals and delegation. */
import { type AgentNode, nodeHash, nodeOf, openingHash } from '@touchstone/core/agent/node.ts';
import { isWithinScope, type SessionScope } from '@touchstone/core/agent/scope.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { agentSeals } from '../../../src/agents/sweep.ts';
import { LOCAL } from '../../../src/http/auth.ts';
import { findAgent } from '../../../src/store/agents.ts';
import { allNodes, expectIntact } from '../../agents/chain.ts';
import { type AgentCalls, actionBody, agentCalls, HASH, toolBody } from '../../agents/flow.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let calls: AgentCalls;
let projectId: string;
let agentId: string;
beforeAll(async () => {
  server = await openTestServer();
  const made = await server.newKey({ plan: 'business' });
  ({ projectId } = made);
  calls = agentCalls(server, made.key);
  agentId = await calls.register();
});
afterAll(() => server.close());

const start = (scope: object = {}, change: object = {}) => calls.start(scope, { agent_id: agentId, ...change });
const hashOf = (answer: Answer) => toHex(nodeHash(nodeOf(answer.body as AgentNode)));

describe('the scope of a session', () => {
  const scope = {
    allowed_tools: ['svc.tool.example.ledger-read.v1'],
    forbidden_data_classes: ['phi'],
    jurisdiction: 'EU',
    max_value: 500,
  };

  test.each([
    ['within it', { value: '500', jurisdiction: 'EU' }, null],
    ['without value and jurisdiction', {}, null],
    ['above the cap', { value: '500.01' }, 'session.max_value'],
    ['in another jurisdiction', { jurisdiction: 'US' }, 'session.jurisdiction'],
    ['of a forbidden class', { data_class: 'phi' }, 'session.forbidden_data_classes'],
    ['of a forbidden class in capitals', { data_class: 'PHI' }, 'session.forbidden_data_classes'],
    ['with a value that is none', { value: '1e9' }, 'action.value'],
    ['with a negative value', { value: '-1' }, 'action.value'],
  ] as const)('an action %s', async (_name, metadata, rule) => {
    const ids = await start(scope);
    const action = await calls.post('/actions/attest', actionBody(ids, { metadata }));
    expect(action.status).toBe(200);
    expect([action.at('details.status'), action.at('details.rule')]).toEqual(
      rule === null ? [undefined, undefined] : ['denied', rule],
    );
    // The denied one is a link of the chain like any other.
    const after = await calls.post('/actions/attest', actionBody(ids));
    expect(after.at('parent_hash')).toBe(hashOf(action));
    const tool = await calls.post('/tools/attest', toolBody(ids, { metadata }));
    expect(tool.at('details.rule')).toBe(rule ?? undefined);
    const policy = await calls.post('/policy/evaluate', {
      ...ids,
      action_type: 'payment.execute',
      target_resource: 'account:1',
      parameters: metadata,
    });
    expect([policy.at('details.allowed'), policy.at('details.rule')]).toEqual([rule === null, rule]);
  });

  test('tools outside the list are denied, and so is asking for one', async () => {
    const ids = await start(scope);
    const other = { tool_name: 'svc.tool.example.mail-send.v1' };
    const tool = await calls.post('/tools/attest', toolBody(ids, other));
    expect(tool.at('details')).toEqual({ status: 'denied', rule: 'session.allowed_tools' });
    const ask = (target_resource: string, action_type = 'read') =>
      calls.post('/policy/evaluate', { ...ids, action_type, target_resource });
    expect((await ask('svc.tool.example.mail-send.v1')).at('details.rule')).toBe('session.allowed_tools');
    expect((await ask('mail', 'tool.call')).at('details.rule')).toBe('session.allowed_tools');
    expect((await ask('mail')).at('details.allowed')).toBe(true);
    expect((await calls.post('/tools/attest', toolBody(ids))).at('details.status')).toBe('pending');
  });

  test.each([
    // Reported: status and whether a response came with it; recorded: the status, and whether as a violation.
    [{ status: 'success' }, 'success', true],
    [{ status: 'failure' }, 'failure', true],
    [{ status: 'timeout' }, 'timeout', true],
    [{ response_hash: HASH }, 'success', true],
    [{ response_hash: HASH, status: 'failure' }, 'failure', true],
    [{ response_hash: HASH, status: 'pending' }, 'pending', true],
    [{ response_hash: HASH, status: 'denied' }, 'denied', false],
    [{ status: 'denied' }, 'denied', false],
    [{ status: 'pending' }, 'denied', false],
    [{}, 'denied', false],
  ] as const)('12.32: a tool outside the scope that reports %j is %s', async (reported, status, ran) => {
    const ids = await start(scope);
    const metadata = { value: '700' };
    const tool = await calls.post('/tools/attest', toolBody(ids, { ...reported, metadata }));
    const rule = 'session.max_value';
    expect(tool.at('details')).toEqual({
      status,
      ...(ran ? { violation: { rule } } : { rule }),
      value: 700,
      metadata,
    });
    const name = 'svc.tool.example.ledger-read.v1';
    expect(tool.at('action_summary')).toBe(`${name}: ${status}${ran ? ', although forbidden' : ''}.`);
    const within = await calls.post('/tools/attest', toolBody(ids, { ...reported }));
    expect(within.at('details.violation')).toBeUndefined();
    const outline = await calls.get(`/sessions/${ids.session_id}/outline`);
    const at = (outline.at('outcome') as number[])[1] ?? -1;
    expect((outline.at('outcomes') as string[])[at]).toBe(ran ? 'violation' : status);
  });

  test('12.32: an action outside the scope ran where it has an output, and is denied where it has none', async () => {
    const ids = await start(scope);
    const metadata = { value: '700' };
    const attest = async (change: object) =>
      (await calls.post('/actions/attest', actionBody(ids, change))).at('details');
    const rule = 'session.max_value';
    expect(await attest({ metadata, output_hash: HASH })).toEqual({
      status: 'success',
      violation: { rule },
      value: 700,
      metadata,
    });
    expect(await attest({ metadata })).toEqual({ status: 'denied', rule, value: 700, metadata });
    expect(await attest({ output_hash: HASH })).toEqual({});
  });

  test('exposure: clean or exposed, by the names alone', async () => {
    const ids = await start(scope);
    const check = (data_class: string) => calls.post('/exposure/check', { ...ids, data_class, operation: 'send' });
    expect((await check('phi')).at('details')).toEqual({
      status: 'exposed',
      rule: 'session.forbidden_data_classes',
    });
    expect((await check('Phi')).at('details.status')).toBe('exposed');
    expect((await check('public')).at('details')).toEqual({ status: 'clean', rule: null });
    expect((await check('phi')).at('action_type')).toBe('exposure:phi');
  });

  test('S19: an empty list, 0 and an empty text are unrestricted and stored as null', async () => {
    const ids = await start({ allowed_tools: [], forbidden_data_classes: [], jurisdiction: '', max_value: 0 });
    const session = await calls.get(`/sessions/${ids.session_id}`);
    const open = { allowed_tools: null, forbidden_data_classes: null, jurisdiction: null, max_value: null };
    expect(session.at('scope')).toEqual(open);
    const action = await calls.post('/actions/attest', actionBody(ids, { metadata: { value: '1000000' } }));
    expect(action.at('details.status')).toBeUndefined();
  });
});

describe('policies', () => {
  const set = (scope: string, policy: object, target?: string) =>
    server.call('PUT', `/api/v1/admin/policies/${scope}${target === undefined ? '' : `?target=${target}`}`, {
      token: server.admin,
      json: policy,
    });

  test('every one that fits has to permit an act; the first that refuses names the rule', async () => {
    const ids = await start({ max_value: 500 });
    const ruleOf = async (change: object = {}) =>
      (await calls.post('/actions/attest', actionBody(ids, change))).at('details.rule');
    const value = { metadata: { value: '400' } };
    expect(await ruleOf(value)).toBeUndefined();
    expect((await set('project', { max_value: 300 }, projectId)).status).toBe(200);
    expect(await ruleOf(value)).toBe('project.max_value');
    await set('team', { max_value: 200 }, 'example');
    expect(await ruleOf(value)).toBe('team.max_value');
    await set('organisation', { denied_actions: ['payment.prepare'], max_value: 100 });
    expect(await ruleOf(value)).toBe('organisation.denied_actions');
    expect(await ruleOf({ ...value, action_type: 'payment.read' })).toBe('organisation.max_value');
    // Those of other teams and projects do not concern it, those for all do.
    await set('organisation', {});
    await set('team', {}, 'example');
    await set('project', {}, projectId);
    await set('team', { max_value: 1 }, 'another');
    await set('project', { max_value: 1 }, LOCAL.projectId);
    expect(await ruleOf(value)).toBeUndefined();
    await set('project', { max_value: 2 });
    expect(await ruleOf(value)).toBe('project.max_value');
    const list = await server.call('GET', '/api/v1/admin/policies', { token: server.admin });
    expect(list.at('items')).toEqual([
      { scope: 'project', target: null, policy: { max_value: 2 }, updated_at: expect.any(String) },
      { scope: 'project', target: LOCAL.projectId, policy: { max_value: 1 }, updated_at: expect.any(String) },
      { scope: 'team', target: 'another', policy: { max_value: 1 }, updated_at: expect.any(String) },
    ]);
    for (const [scope, target] of [['project'], ['project', LOCAL.projectId], ['team', 'another']] as const) {
      await set(scope, {}, target);
    }
    const empty = await server.call('GET', '/api/v1/admin/policies', { token: server.admin });
    expect(empty.at('items')).toEqual([]);
  });

  test('unlike in a scope, an empty list of tools permits none and 0 nothing above it', async () => {
    const ids = await start();
    await set('team', { allowed_tools: [], max_value: 0 }, 'example');
    expect((await calls.post('/tools/attest', toolBody(ids))).at('details.rule')).toBe('team.allowed_tools');
    const action = await calls.post('/actions/attest', actionBody(ids, { metadata: { value: '0.01' } }));
    expect(action.at('details.rule')).toBe('team.max_value');
    await set('team', { forbidden_data_classes: ['pii'] }, 'example');
    const check = await calls.post('/exposure/check', { ...ids, data_class: 'pii', operation: 'read' });
    expect(check.at('details')).toEqual({ status: 'exposed', rule: 'team.forbidden_data_classes' });
    await set('team', {}, 'example');
  });

  test('are set by the administration only, and every change is told in its audit', async () => {
    const { key } = await server.newKey({ plan: 'business' });
    const refused = await server.call('PUT', '/api/v1/admin/policies/team', { token: key, json: {} });
    expect(refused.code).toBe('INVALID_SCOPE');
    expect((await set('planet', {})).code).toBe('INVALID_REQUEST');
    expect((await set('organisation', {}, 'x')).message).toContain('target');
    expect((await set('project', {}, 'prj_0')).code).toBe('NOT_FOUND');
    await set('organisation', { max_value: 5 });
    await set('organisation', {});
    const path = '/api/v1/admin/audit?action=agent-policy.set&limit=1';
    const audit = await server.call('GET', path, { token: server.admin });
    expect(audit.at('items.0')).toMatchObject({ subject: 'organisation', details: { policy: {} } });
    expect((await server.call('POST', '/api/v1/admin/audit/verify', { token: server.admin })).at('intact')).toBe(true);
  });
});

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
