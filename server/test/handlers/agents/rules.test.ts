import { afterAll, describe, expect, test } from 'vitest';
import { LOCAL } from '../../../src/frame/caller.ts';
import { hashOf } from '../../agents/chain.ts';
import { actionBody, HASH, openAgentServer, toolBody } from '../../agents/flow.ts';

const { server, calls, projectId, start } = await openAgentServer();
afterAll(() => server.close());
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
