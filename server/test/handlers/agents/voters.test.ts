/** Who votes, and what a stream hears after its key has ended (decisions 12.21, 12.24), over HTTP on a real server. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AgentCalls, agentCalls } from '../../agents/flow.ts';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
let project: { key: string; keyId: string; projectId: string };
let owner: AgentCalls;
beforeAll(async () => {
  server = await openTestServer();
  project = await server.newKey({ plan: 'enterprise_plus' });
  owner = agentCalls(server, project.key);
});
afterAll(() => server.close());

const APPROVERS = ['cfo', 'ceo', 'ciso'];

async function ask(by: AgentCalls, json: object = {}): Promise<string> {
  const ids = await by.start();
  const answer = await by.post('/approval/request', { ...ids, summary: 'Pay.', approvers: APPROVERS, ...json });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.at('node_id'));
}
const decide = (by: AgentCalls, id: string, approver: string, decision = 'approve') =>
  by.post(`/approvals/${id}/decide`, { approver, decision });
const stateOf = async (id: string) => (await owner.get(`/approvals/${id}`)).at('state');
const votersOf = async (id: string) =>
  ((await owner.get(`/approvals/${id}`)).at('voters') as { voter: string }[]).map(({ voter }) => voter);

async function made(
  maker: string,
  json: object = { scopes: ['agents', 'approve'] },
): Promise<{ id: string; calls: AgentCalls; text: string }> {
  const answer = await server.call('POST', '/api/auth/keys', { token: maker, json });
  expect(answer.status, answer.text).toBe(200);
  const text = String(answer.at('api_key'));
  return { id: String(answer.at('key_id')), text, calls: agentCalls(server, text) };
}
async function voter(): Promise<{ id: string; calls: AgentCalls; text: string }> {
  const text = await server.voter(project.projectId, ['agents', 'approve']);
  return { id: `ak_${text.split('_')[2]}`, text, calls: agentCalls(server, text) };
}

describe('security MEDIUM-2, 12.24: votes are counted per voter', () => {
  test('12.24: one key, and all keys of its tree, cast one vote, whatever the names; the asker casts none', async () => {
    const id = await ask(owner, { threshold: 3 });
    for (const name of APPROVERS) expect((await decide(owner, id, name)).code).toBe('INVALID_SCOPE');
    const child = await made(project.key);
    expect((await decide(child.calls, id, 'cfo')).code).toBe('INVALID_SCOPE');
    const other = await voter();
    const below = await made(other.text);
    expect((await decide(other.calls, id, 'cfo')).status).toBe(200);
    for (const calls of [other.calls, below.calls]) expect((await decide(calls, id, 'ceo')).code).toBe('CONFLICT');
    const rotated = await server.call('POST', `/api/auth/keys/${other.id}/rotate`, { token: other.text, json: {} });
    const fresh = agentCalls(server, String(rotated.at('api_key')));
    expect((await decide(fresh, id, 'ceo')).code).toBe('CONFLICT');
    expect((await decide(below.calls, id, 'ciso', 'deny')).code).toBe('CONFLICT');
    // What is kept when its maker ends is no new voter.
    await server.call('DELETE', `/api/v1/admin/keys/${rotated.at('key_id')}?descendants=false`, {
      token: server.admin,
    });
    expect((await decide(below.calls, id, 'ceo')).code).toBe('CONFLICT');
    expect(await stateOf(id)).toBe('pending');
    expect((await owner.get(`/approvals/${id}`)).at('decisions')).toMatchObject([{ voter: other.id, approver: 'cfo' }]);
  });

  test('12.24: console and administrator are one voter', async () => {
    const id = await ask(owner, { threshold: 2 });
    const start = await server.deps.sessions.open(server.deps.sessions.newStartToken());
    const session = agentCalls(server, start?.sessionToken ?? '');
    const headers = { 'x-svc-project': project.projectId };
    const by = (token: string, approver: string) =>
      server.call('POST', `/api/v1/agents/approvals/${id}/decide`, {
        token,
        headers,
        json: { approver, decision: 'approve' },
      });
    expect(session).toBeDefined();
    expect((await by(server.admin, 'cfo')).status).toBe(200);
    expect((await by(start?.sessionToken ?? '', 'ceo')).code).toBe('CONFLICT');
    expect(await votersOf(id)).not.toContain('administration');
  });

  test('12.24: the asker decides where the request says so, which is hashed into the node; once', async () => {
    const ids = await owner.start();
    const body = { ...ids, summary: 'Pay.', approvers: ['cfo', 'ceo'], threshold: 2, allow_requester: true };
    const asked = await owner.post('/approval/request', body);
    expect(asked.at('details')).toMatchObject({ state: 'pending', allow_requester: true });
    const id = String(asked.at('node_id'));
    expect((await owner.get(`/approvals/${id}`)).at('allow_requester')).toBe(true);
    expect((await decide(owner, id, 'cfo')).at('details.decided_by_requester')).toBe(true);
    expect((await decide(owner, id, 'ceo')).code).toBe('CONFLICT');
    expect((await decide((await voter()).calls, id, 'ceo')).at('details.state')).toBe('approved');
    const plain = await owner.post('/approval/request', { ...body, allow_requester: false });
    expect(plain.at('details')).toEqual({ approval_id: plain.at('node_id'), state: 'pending' });
    expect(plain.at('input_hash')).not.toBe(asked.at('input_hash'));
  });

  test('12.24: in the name of a key only its voter decides', async () => {
    const named = await voter();
    const id = await ask(owner, { approvers: [named.id, 'cfo'], threshold: 2 });
    const other = await voter();
    expect((await decide(other.calls, id, named.id)).code).toBe('INVALID_SCOPE');
    const headers = { 'x-svc-project': project.projectId };
    const json = { approver: named.id, decision: 'approve' };
    const path = `/api/v1/agents/approvals/${id}/decide`;
    expect((await server.call('POST', path, { token: server.admin, headers, json })).code).toBe('INVALID_SCOPE');
    const rotated = await server.call('POST', `/api/auth/keys/${named.id}/rotate`, { token: named.text, json: {} });
    expect((await decide(agentCalls(server, String(rotated.at('api_key'))), id, named.id)).status).toBe(200);
    expect((await decide(other.calls, id, 'cfo')).at('details.state')).toBe('approved');
  });

  test('12.24: a denial that makes the threshold unreachable ends it, also where a listed key cannot vote', async () => {
    const id = await ask(owner, { approvers: [project.keyId, 'cfo'], threshold: 1 });
    expect(await stateOf(id)).toBe('pending');
    expect((await decide((await voter()).calls, id, 'cfo', 'deny')).at('details.state')).toBe('denied');
    expect(await stateOf(id)).toBe('denied');
    const listed = (await owner.get('/approvals?state=denied')).at('items') as { approval_id: string }[];
    expect(listed.map(({ approval_id }) => approval_id)).toContain(id);
    const two = await ask(owner, { threshold: 2 });
    await decide((await voter()).calls, two, 'cfo', 'deny');
    expect(await stateOf(two)).toBe('pending');
    expect((await decide((await voter()).calls, two, 'ceo', 'deny')).at('details.state')).toBe('denied');
  });

  test('12.24: who could vote is listed; fewer than the threshold is no error, more than the names is', async () => {
    const { key, projectId } = await server.newKey({ plan: 'enterprise_plus' });
    const lonely = agentCalls(server, key);
    const id = await ask(lonely, { threshold: 3 });
    const voters = async () =>
      ((await lonely.get(`/approvals/${id}`)).at('voters') as { voter: string }[]).map((one) => one.voter);
    expect(await voters()).toEqual(['administration']);
    const text = await server.voter(projectId);
    expect(await voters()).toEqual(['administration', `ak_${text.split('_')[2]}`]);
    expect((await decide(agentCalls(server, text), id, 'cfo')).status).toBe(200);
    expect(await voters()).toEqual(['administration']);
    const ids = await lonely.start();
    const more = await lonely.post('/approval/request', { ...ids, summary: 's', approvers: ['a'], threshold: 2 });
    expect([more.status, more.headers['x-error-field']]).toEqual([400, 'threshold']);
  });

  test('12.24: votes that come together count once per voter', async () => {
    const id = await ask(owner, { threshold: 3 });
    const other = await voter();
    const keys = [other, await made(other.text), await made(other.text)];
    const answers = await Promise.all(keys.flatMap(({ calls }) => APPROVERS.map((name) => decide(calls, id, name))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'CONFLICT')).toHaveLength(8);
  });
});

describe('security LOW-2, 12.21: event streams', () => {
  test('of a revoked key, and of those below it, end at once and carry nothing that was recorded after', async () => {
    const child = await made(project.key, { scopes: ['agents'] });
    const below = await made(child.text, { scopes: ['agents'] });
    const ids = await owner.start();
    const path = `/api/v1/agents/sessions/${ids.session_id}/events`;
    const open = async (token: string) => {
      const answer = await server.app.inject({
        method: 'GET',
        url: path,
        headers: { host: '127.0.0.1:7433', authorization: `Bearer ${token}` },
        payloadAsStream: true,
      });
      let text = '';
      const ended = (async () => {
        for await (const part of answer.stream()) text += String(part);
      })().catch(() => undefined);
      return { ended, text: () => text };
    };
    const streams = [await open(child.text), await open(below.text)];
    const kept = await open(project.key);
    await owner.post('/actions/attest', { ...ids, action_type: 'before', summary: 'seen', input_hash: 'a'.repeat(64) });
    await expect.poll(() => [...streams, kept].every((stream) => stream.text().includes('seen'))).toBe(true);
    await server.call('DELETE', `/api/auth/keys/${child.id}`, { token: project.key });
    await owner.post('/actions/attest', {
      ...ids,
      action_type: 'after',
      summary: 'unseen',
      input_hash: 'b'.repeat(64),
    });
    await Promise.all(streams.map(({ ended }) => ended));
    for (const stream of streams) expect(stream.text()).not.toContain('unseen');
    await expect.poll(() => kept.text().includes('unseen')).toBe(true);
  });
});
