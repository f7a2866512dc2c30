/** Registration, sessions and everything that is attested in them. */
import { nodeHash, nodeOf, openingHash } from '@touchstone/core/agent/node.ts';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { createTree } from '@touchstone/core/log/tree.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findAgent } from '../../../src/agents/store/agents.ts';
import { findAgentNode } from '../../../src/agents/store/nodes.ts';
import { allNodes, expectIntact, hashOf } from '../../agents/chain.ts';
import { type AgentCalls, actionBody, agentCalls, creditsOf, HASH, OTHER_HASH, toolBody } from '../../agents/flow.ts';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';

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

describe('register', () => {
  const body = {
    name: 'Invoice clerk',
    canonical_name: 'svc.agent.example.finance.clerk.prod.001',
    tenant: 'example',
  };

  test('S20: answers a receipt whose input hash covers what was enforced, with the public key', async () => {
    const answer = await calls.post('/register', body);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      session_id: null,
      parent_hash: null,
      action_type: 'agent.register',
      output_hash: '',
      signature_status: 'valid',
      svc_74_status: 'anchored',
      verification_url: `http://127.0.0.1:7433/api/v1/agents/proof/${answer.at('node_id')}`,
      details: {},
    });
    const agent = await findAgent(server.deps.db, String(answer.at('agent_id')));
    if (agent === null) throw new Error('no agent');
    const opening = {
      agent_id: agent.id,
      public_key: toBase64(agent.public_key),
      ...body,
      agent_type: 'autonomous',
      capabilities: ['execute', 'use_tools', 'read_memory'],
      redaction_level: 'metadata_only',
    };
    expect(answer.at('input_hash')).toBe(toHex(openingHash(opening)));
    expect(toHex(agent.node_hash)).toBe(hashOf(answer));
    // The seed is nowhere in clear.
    expect(agent.envelope.length).toBe(1 + 12 + 32 + 16);
  });

  test('security LOW-5: a canonical name that an agent of the project has is a CONFLICT that names the agent', async () => {
    const { key: own } = await server.newKey({ plan: 'pro' });
    const mine = agentCalls(server, own);
    const first = String((await mine.post('/register', body)).at('agent_id'));
    const again = await mine.post('/register', { ...body, name: 'Another clerk' });
    expect([again.status, again.code, again.message.includes(first)]).toEqual([409, 'CONFLICT', true]);
    // Of two that come together one is registered.
    const canonical_name = 'svc.agent.example.finance.clerk.prod.002';
    const both = await Promise.all([1, 2].map(() => mine.post('/register', { ...body, canonical_name })));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const named = (await mine.get(`?canonical_name=${body.canonical_name}`)).at('items') as object[];
    expect(named).toMatchObject([{ agent_id: first, name: body.name }]);
    expect((await mine.get('?canonical_name=svc.agent.a.b.c.d.e')).at('items')).toEqual([]);
    // Another project has names of its own.
    const other = agentCalls(server, (await server.newKey({ plan: 'pro' })).key);
    expect((await other.post('/register', body)).status).toBe(200);
  });

  test.each(['svc.agent.a.b.c.d', 'svc.tool.a.b.c.d.e', 'svc.agent.a.b.c.d.e.f', 'svc.agent.a..c.d.e'])(
    '%s is no canonical name',
    async (canonical_name) => {
      const answer = await calls.post('/register', { ...body, canonical_name });
      expect([answer.code, answer.message.includes('canonical_name')]).toEqual(['INVALID_REQUEST', true]);
    },
  );

  test('the list has what was registered, whatever the redaction level', async () => {
    const { key: own } = await server.newKey({ plan: 'pro' });
    const mine = agentCalls(server, own);
    const ids = [
      await mine.register({ name: 'one' }),
      await mine.register({ name: 'two', redaction_level: 'redacted' }),
    ];
    const page = await mine.get('?limit=1');
    expect([page.at('items.0.agent_id'), page.at('items.0.name'), page.at('items.0.redaction_level')]).toEqual([
      ids[1],
      'two',
      'redacted',
    ]);
    const next = await mine.get(`?limit=1&cursor=${String(page.at('next_cursor'))}`);
    expect([next.at('items.0.agent_id'), next.at('next_cursor')]).toEqual([ids[0], null]);
    expect(String(next.at('items.0.svc_74_attestation'))).toMatch(/^[0-9a-f]{148}$/);
    // S1: another project's cursor names nothing here.
    expect((await calls.get(`?cursor=${ids[0]}`)).code).toBe('INVALID_REQUEST');
  });
});

describe('a session', () => {
  test('is a chain from the registration to the end, sealed and readable as a receipt', async () => {
    const registered = await calls.post('/register', {
      name: 'a',
      canonical_name: 'svc.agent.example.finance.clerk.prod.002',
      tenant: 'example',
    });
    const agentId = String(registered.at('agent_id'));
    const started = await calls.post('/sessions/start', { agent_id: agentId, scope: { allowed_tools: [] } });
    expect(started.at('parent_hash')).toBe(hashOf(registered));
    const ids = { agent_id: agentId, session_id: String(started.at('session_id')) };
    const opening = {
      ...ids,
      duration_secs: 3_600,
      scope: { allowed_tools: null, forbidden_data_classes: null, jurisdiction: null, max_value: null },
      agent_public_key: toBase64((await findAgent(server.deps.db, agentId))?.public_key ?? new Uint8Array(0)),
    };
    expect(started.at('input_hash')).toBe(toHex(openingHash(opening)));

    const tool = await calls.post('/tools/attest', toolBody(ids, { response_hash: OTHER_HASH }));
    expect(tool.body).toMatchObject({
      action_type: 'tool:svc.tool.example.ledger-read.v1',
      input_hash: HASH,
      output_hash: OTHER_HASH,
      details: { status: 'success' },
      svc_74_status: 'pending',
    });
    const memory = await calls.post('/memory/checkpoint', {
      ...ids,
      memory_hash: HASH,
      context_hash: OTHER_HASH,
      size_bytes: 17,
    });
    expect(memory.body).toMatchObject({ input_hash: HASH, output_hash: OTHER_HASH, action_type: 'memory.checkpoint' });
    const ended = await calls.post('/sessions/end', { session_id: ids.session_id, summary: 'Done.' });
    expect(ended.body).toMatchObject({ action_summary: 'Done.', svc_74_status: 'anchored', details: { count: 3 } });

    const nodes = await allNodes(calls, ids.session_id, 2);
    expect(expectIntact(nodes, hashOf(registered))).toBe(hashOf(ended));
    const root = toHex(createTree(nodes.slice(0, 3).map((node) => nodeHash(nodeOf(node)))).root);
    expect(ended.at('details.root')).toBe(root);
    for (const node of nodes) expect(node).toMatchObject({ signature_status: 'valid', svc_74_status: 'anchored' });
    // Each is answered as when it was made, but for its statuses.
    expect(nodes[1]).toEqual({ ...(tool.body as object), svc_74_status: 'anchored' });

    const session = await calls.get(`/sessions/${ids.session_id}`);
    expect(session.body).toMatchObject({ state: 'ended', node_count: 4, root, parent_session_id: null });
    const handle = String(session.at('svc_74_attestation'));
    const receipt = await server.call('GET', `/v1/receipts/${handle}`);
    expect([receipt.status, receipt.at('handle'), receipt.at('computation_type')]).toEqual([200, handle, 0x0d]);
    const sets = await server.deps.keySets.verifying('service');
    expect(sets.map(({ keyset_id }) => keyset_id)).toContain(receipt.at('keyset_id'));
  });

  test('after its end 409, after its time 410, and then nothing is recorded or charged', async () => {
    const ended = await calls.start();
    await calls.post('/sessions/end', { session_id: ended.session_id });
    const expired = await calls.start({}, { duration_secs: 60 });
    const approval = await calls.post('/approval/request', { ...expired, summary: 's', approvers: ['a'] });
    server.advance(60_000);
    const before = await credits();
    const bodies = (ids: { agent_id: string; session_id: string }) =>
      [
        ['/actions/attest', actionBody(ids)],
        ['/tools/attest', toolBody(ids)],
        ['/memory/checkpoint', { ...ids, memory_hash: HASH, context_hash: HASH, size_bytes: 1 }],
        ['/policy/evaluate', { ...ids, action_type: 'a', target_resource: 'b' }],
        ['/exposure/check', { ...ids, data_class: 'phi', operation: 'read' }],
        ['/approval/request', { ...ids, summary: 's', approvers: ['a'] }],
        ['/delegate', { ...ids, delegate_agent_id: ids.agent_id, duration_secs: 1 }],
        ['/sessions/end', { session_id: ids.session_id }],
      ] as const;
    for (const [path, body] of bodies(ended)) {
      const answer = await calls.post(path, body);
      expect([path, answer.status, answer.code]).toEqual([path, 409, 'CONFLICT']);
    }
    for (const [path, body] of bodies(expired)) {
      const answer = await calls.post(path, body);
      expect([path, answer.status, answer.code]).toEqual([path, 410, 'SESSION_EXPIRED']);
    }
    const decided = await calls.post(`/approvals/${approval.at('node_id')}/decide`, {
      decision: 'approve',
      approver: 'a',
    });
    expect(decided.code).toBe('SESSION_EXPIRED');
    expect(await credits()).toBe(before);
    expect((await allNodes(calls, ended.session_id)).length).toBe(2);
    expect((await allNodes(calls, expired.session_id)).length).toBe(2);
    expect((await calls.get(`/sessions/${expired.session_id}`)).at('state')).toBe('expired');
  });

  test('nodes are listed from a node on; another session’s node is not found', async () => {
    const ids = await calls.start();
    const other = await calls.start();
    await calls.post('/actions/attest', actionBody(ids));
    const nodes = await allNodes(calls, ids.session_id);
    const rest = await calls.get(`/sessions/${ids.session_id}/nodes?after=${nodes[0]?.node_id}`);
    expect(rest.at('items')).toEqual(nodes.slice(1));
    expect((await calls.get(`/sessions/${other.session_id}/nodes?after=${nodes[0]?.node_id}`)).code).toBe('NOT_FOUND');
    expect((await calls.get(`/sessions/${ids.session_id}/nodes?after=node_0`)).code).toBe('NOT_FOUND');
    const list = await calls.get('/sessions?limit=1');
    expect(list.at('items.0.session_id')).toBe(other.session_id);
    const next = await calls.get(`/sessions?limit=1&cursor=${String(list.at('next_cursor'))}`);
    expect(next.at('items.0.session_id')).toBe(ids.session_id);
    expect((await calls.get('/sessions?cursor=ags_0')).code).toBe('INVALID_REQUEST');
  });

  test('times never run backwards, whatever the clock does', async () => {
    const ids = await calls.start();
    const first = await calls.post('/actions/attest', actionBody(ids));
    server.advance(-120_000);
    const second = await calls.post('/actions/attest', actionBody(ids));
    expect(second.at('timestamp')).toBe(first.at('timestamp'));
    server.advance(120_000);
    expect((await calls.get(`/sessions/${ids.session_id}/nodes`)).at('items.2.signature_status')).toBe('valid');
  });

  test('S20: imported nodes carry their origin; the time is that of the import', async () => {
    const imported = { source: 'otel', trace_id: 'a1', span_id: 'b2', started_at: '2020-01-01T00:00:00Z' };
    const ids = await calls.start({}, { imported });
    const tool = await calls.post('/tools/attest', toolBody(ids, { imported }));
    expect(tool.at('details.imported')).toEqual(imported);
    const { session_id: other } = await calls.start();
    const read = async (id: string) => (await calls.get(`/sessions/${id}`)).at('imported');
    expect([await read(ids.session_id), await read(other)]).toEqual([true, false]);
    const listed = (await calls.get('/sessions?limit=2')).at('items') as { session_id: string; imported: boolean }[];
    expect(new Map(listed.map(({ session_id, imported: is }) => [session_id, is]))).toEqual(
      new Map([
        [other, false],
        [ids.session_id, true],
      ]),
    );
    expect(String(tool.at('timestamp')) > '2026').toBe(true);
    expect((await calls.post('/tools/attest', toolBody(ids, { imported: { source: 'elsewhere' } }))).code).toBe(
      'INVALID_REQUEST',
    );
  });
});

describe('what is stated', () => {
  test('tools: the status that is stated, else by the response hash; a failure is attested', async () => {
    const ids = await calls.start();
    const statusOf = async (change: object) =>
      (await calls.post('/tools/attest', toolBody(ids, change))).at('details.status');
    expect(await statusOf({})).toBe('pending');
    expect(await statusOf({ response_hash: HASH })).toBe('success');
    expect(await statusOf({ status: 'failure' })).toBe('failure');
    expect(await statusOf({ status: 'timeout', response_hash: HASH })).toBe('timeout');
    expect((await calls.post('/tools/attest', toolBody(ids, { status: 'unknown' }))).code).toBe('INVALID_REQUEST');
  });

  test.each([
    'agent.register',
    'session.end',
    'memory.checkpoint',
    'approval.decide',
    'tool:x',
    'policy:x',
    'exposure',
  ])('an action may not be called %s', async (action_type) => {
    const ids = await calls.start();
    const answer = await calls.post('/actions/attest', actionBody(ids, { action_type }));
    expect([answer.status, answer.message.includes('action_type')]).toEqual([400, true]);
  });

  test.each(['/actions/attest', '/tools/attest'])('%s takes 16 KiB of metadata and not more', async (path) => {
    const ids = await calls.start();
    // Eight names of one byte with texts of 2,047 bytes of UTF-8.
    const metadata = Object.fromEntries([...'abcdefgh'].map((name) => [name, `${'é'.repeat(1_023)}x`]));
    const body = (change: object) => (path.startsWith('/tools') ? toolBody(ids, change) : actionBody(ids, change));
    expect((await calls.post(path, body({ metadata }))).status).toBe(200);
    const refused = await calls.post(path, body({ metadata: { ...metadata, i: '' } }));
    expect([refused.code, refused.message.includes('metadata')]).toEqual(['INVALID_REQUEST', true]);
  });

  test.each([
    ['with a line break', 'a\nb', 'text'],
    ['with a line separator', 'a\u2028b', ['x']],
    ['with a line break and no text', 'a\nb', 5],
    ['of more than 100 characters', 'k'.repeat(101), 'text'],
    ['of no character', '', 'text'],
  ])('a name of metadata %s is refused by name', async (_what, name, value) => {
    const ids = await calls.start();
    const metadata = { [name]: value };
    for (const answer of [
      await calls.post('/actions/attest', actionBody(ids, { metadata })),
      await calls.post('/tools/attest', toolBody(ids, { metadata })),
    ]) {
      const told = `The name of \`metadata.${name}\` must be a name of 1 to 100 characters on one line.`;
      expect([answer.status, answer.message]).toEqual([400, told]);
    }
    expect((await allNodes(calls, ids.session_id)).length).toBe(1);
    const longest = { ['k'.repeat(100)]: 'y'.repeat(2_000) };
    expect((await calls.post('/actions/attest', actionBody(ids, { metadata: longest }))).status).toBe(200);
  });

  test.each(['started_at', 'ended_at'])('imported.%s is a time that exists', async (name) => {
    const ids = await calls.start();
    for (const time of ['2026-13-45T29:61:61Z', '2026-02-30T00:00:00Z', '2026-02-01T24:00:00Z']) {
      const imported = { source: 'otel', [name]: time };
      for (const answer of [
        await calls.post('/actions/attest', actionBody(ids, { imported })),
        await calls.post('/tools/attest', toolBody(ids, { imported })),
        await calls.post('/sessions/start', { agent_id: ids.agent_id, imported }),
      ]) {
        expect([answer.status, answer.message.includes(`imported.${name}`)]).toEqual([400, true]);
      }
    }
    const imported = { source: 'otel', [name]: '2024-02-29T23:59:59.5+01:00' };
    expect((await calls.post('/actions/attest', actionBody(ids, { imported }))).status).toBe(200);
  });

  test.each(['input_hash', 'output_hash'])('%s is 64 lower-case hexadecimal digits', async (name) => {
    const ids = await calls.start();
    for (const value of [HASH.toUpperCase(), HASH.slice(2), `${HASH}00`, '']) {
      const answer = await calls.post('/actions/attest', actionBody(ids, { [name]: value }));
      expect([answer.code, answer.message.includes(name)]).toEqual(['INVALID_REQUEST', true]);
    }
  });
});

describe('redaction, before anything is hashed', () => {
  const metadata = { value: '120.50', jurisdiction: 'EU', invoice: 'invoice 2041' };
  const LEVELS = [
    [
      'full',
      { summary: 'Prepared a payment.', type: 'payment.prepare', metadata, parameters: true, target: 'account:1' },
    ],
    [
      'metadata_only',
      { summary: 'Prepared a payment.', type: 'payment.prepare', metadata, parameters: false, target: 'account:1' },
    ],
    ['hash_only', { summary: '', type: 'payment.prepare', metadata: undefined, parameters: false, target: '' }],
    ['redacted', { summary: '', type: 'action', metadata: undefined, parameters: false, target: '' }],
  ] as const;

  test.each(LEVELS)('%s', async (redaction_level, expected) => {
    const agent_id = await calls.register({ redaction_level, name: 'Name of the agent' });
    const ids = await calls.start({}, { agent_id });
    const action = await calls.post('/actions/attest', actionBody(ids, { metadata }));
    expect(action.body).toMatchObject({
      action_summary: expected.summary,
      action_type: expected.type,
      input_hash: HASH,
    });
    expect(action.at('details')).toEqual({
      value: 120.5,
      jurisdiction: 'EU',
      ...(expected.metadata === undefined ? {} : { metadata: expected.metadata }),
    });
    const parameters = { value: 7, secret: 'kept at full only' };
    const body = { ...ids, action_type: 'payment.execute', target_resource: 'account:1', parameters };
    const policy = await calls.post('/policy/evaluate', body);
    expect(policy.at('action_summary')).toBe(expected.target);
    expect(policy.at('input_hash')).toBe(toHex(openingHash(body)));
    expect(policy.at('details')).toEqual({
      allowed: true,
      rule: null,
      value: 7,
      ...(expected.parameters ? { parameters } : {}),
    });
    expect(policy.at('action_type')).toBe(redaction_level === 'redacted' ? 'policy' : 'policy:payment.execute');
    await calls.post('/approval/request', { ...ids, summary: 'What the summary says', approvers: ['Ada'] });
    const ended = await calls.post('/sessions/end', { session_id: ids.session_id, summary: 'What happened' });
    expect(ended.at('details.count')).toBe(4);
    for (const node of await allNodes(calls, ids.session_id)) {
      expect(node).toMatchObject({ signature_status: 'valid' });
      const stored = await findAgentNode(server.deps.db, node.node_id);
      const text = `${stored?.body} ${stored?.opening}`;
      if (redaction_level === 'hash_only' || redaction_level === 'redacted') {
        expect(text).not.toMatch(/Prepared|kept at full|What the summary|What happened|invoice 2041|Name of the agent/);
      }
      if (redaction_level !== 'full') expect(text).not.toContain('kept at full only');
    }
  });
});

describe('S1: what belongs to another project is not found', () => {
  test('agents, sessions, nodes and approvals', async () => {
    const ids = await calls.start();
    const approval = await calls.post('/approval/request', { ...ids, summary: 's', approvers: ['a'] });
    const stranger = agentCalls(server, (await server.newKey({ plan: 'pro' })).key);
    const own = await stranger.start();
    const attempts: Promise<Answer>[] = [
      stranger.post('/sessions/start', { agent_id: ids.agent_id }),
      stranger.post('/sessions/end', { session_id: ids.session_id }),
      stranger.post('/actions/attest', actionBody(ids)),
      // A session of one's own with an agent of another, and the reverse.
      stranger.post('/actions/attest', actionBody({ ...own, agent_id: ids.agent_id })),
      stranger.post('/actions/attest', actionBody({ ...own, session_id: ids.session_id })),
      stranger.post('/delegate', { ...own, delegate_agent_id: ids.agent_id, duration_secs: 60 }),
      stranger.get(`/sessions/${ids.session_id}`),
      stranger.get(`/sessions/${ids.session_id}/nodes`),
      stranger.get(`/approvals/${approval.at('node_id')}`),
      stranger.post(`/approvals/${approval.at('node_id')}/decide`, { decision: 'approve', approver: 'a' }),
    ];
    for (const answer of await Promise.all(attempts)) expect(answer.code).toBe('NOT_FOUND');
    for (const list of ['/sessions', '/approvals', '']) {
      const text = (await stranger.get(list)).text;
      expect(text).not.toContain(ids.session_id);
      expect(text).not.toContain(ids.agent_id);
    }
  });

  test('an agent may not act in the session of another agent of its project', async () => {
    const [one, other] = [await calls.start(), await calls.start()];
    const mixed = { agent_id: one.agent_id, session_id: other.session_id };
    expect((await calls.post('/actions/attest', actionBody(mixed))).code).toBe('NOT_FOUND');
  });
});

describe('the statuses of a node', () => {
  test('the database refuses to change one; outside its session it is expired', async () => {
    const ids = await calls.start();
    const action = await calls.post('/actions/attest', actionBody(ids));
    const { db } = server.deps;
    const statusNow = async () => (await calls.get(`/sessions/${ids.session_id}/nodes`)).at('items.1.signature_status');
    expect(await statusNow()).toBe('valid');
    // The database refuses it; whoever has the file takes the trigger away first.
    const change = (body: string) =>
      db
        .updateTable('agent_nodes')
        .set({ body })
        .where('id', '=', String(action.at('node_id')))
        .execute();
    const stored = (await findAgentNode(db, String(action.at('node_id'))))?.body ?? '';
    await expect(change(stored.replace('Prepared', 'Executed'))).rejects.toThrow('append-only');
    await expect(db.deleteFrom('agent_nodes').execute()).rejects.toThrow('append-only');
    const started = Date.parse(String(action.at('timestamp')));
    await db
      .updateTable('agent_sessions')
      .set({ expires_at: started - 1, last_time: started - 1, started_at: started - 2 })
      .where('id', '=', ids.session_id)
      .execute();
    expect(await statusNow()).toBe('expired');
  });
});
