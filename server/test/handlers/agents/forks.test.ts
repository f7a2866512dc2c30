/** Forks are kept beside their session, shown by lineage, computed again, and never taken for a record. */

import { parseSessionBundle } from '@touchstone/core/agent/bundle.ts';
import { fromHex, utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertFork } from '../../../src/agents/store/forks.ts';
import { write } from '../../../src/store/engine.ts';
import { agentCalls, HASH } from '../../agents/flow.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { type Story, tamper, tellStory } from './story.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function story(): Promise<Story> {
  const { key } = await server.newKey({ plan: 'business' });
  const told = await tellStory(server, key, { max_value: 500 });
  for (const value of [10, 200, 30]) await told.act(value);
  return told;
}

const forkOf = (told: Story, at: number, policy?: object) =>
  told.post('/replay/fork', {
    session_id: told.sessionId,
    fork_at: told.nodeIds[at],
    ...(policy === undefined ? {} : { policy }),
  });
const listOf = async (told: Story) =>
  (await told.get(`/sessions/${told.sessionId}/forks`)).at('items') as Record<string, unknown>[];
const count = async (table: 'agent_nodes' | 'agent_seals' | 'receipts' | 'log_leaves') => {
  const { rows } = await server.deps.db
    .selectFrom(table)
    .select((expression) => expression.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  return rows;
};

describe('a fork', () => {
  test('is kept with its question, its counts and its differences, and by whom it was asked', async () => {
    const told = await story();
    const made = await forkOf(told, 3, { max_value: 100 });
    const plain = await forkOf(told, 2);
    const kept = await listOf(told);
    expect(kept.map(({ fork_id: id }) => id)).toEqual([plain.at('fork_id'), made.at('fork_id')]);
    expect(kept[1]).toMatchObject({
      session_id: told.sessionId,
      forked_from: told.nodeIds[3],
      policy: { max_value: 100 },
      nodes: 4,
      simulated: 2,
      divergences: 1,
      divergence: made.at('divergence'),
      chain_intact: true,
      made_at: made.at('replayed_at'),
      made_by: `ak_${told.token.split('_')[2]}`,
      simulation: true,
    });
    expect(kept[0]).toMatchObject({ policy: {}, simulated: 3, divergences: 0, divergence: [] });
    // The session is open: where the fork ends is told by the answer itself.
    for (const [answer, row] of [
      [made, kept[1]],
      [plain, kept[0]],
    ] as const) {
      expect([answer.at('simulated'), answer.at('head_hash')]).toEqual([row?.simulated, row?.head_hash]);
    }
  });

  test('enters neither the chain, nor the log, nor the receipts, nor the bundle', async () => {
    const told = await story();
    const before = await Promise.all([
      count('agent_nodes'),
      count('agent_seals'),
      count('receipts'),
      count('log_leaves'),
    ]);
    const made = await forkOf(told, 2, { max_value: 100 });
    const forkId = String(made.at('fork_id'));
    expect(
      await Promise.all([count('agent_nodes'), count('agent_seals'), count('receipts'), count('log_leaves')]),
    ).toEqual(before);
    const [kept] = await listOf(told);
    const head = String(kept?.head_hash);
    const bundle = await told.get(`/sessions/${told.sessionId}/bundle`);
    expect(parseSessionBundle(utf8(bundle.text)).ok).toBe(true);
    for (const text of [bundle.text, (await told.get(`/sessions/${told.sessionId}/nodes`)).text]) {
      expect(text).toContain(told.nodeIds[2]);
      expect(text).not.toContain(forkId);
      expect(text).not.toContain(head);
      expect(text).not.toContain('simulation');
    }
    expect((await server.call('GET', `/api/v1/agents/proof/${forkId}`)).code).toBe('NOT_FOUND');
    const inLog = await server.deps.db
      .selectFrom('log_leaves')
      .selectAll()
      .where('data', '=', fromHex(head) ?? new Uint8Array())
      .execute();
    expect(inLog).toEqual([]);
  });

  test('is opened again as it was, also when its session has grown since, and ended', async () => {
    const told = await story();
    const made = await forkOf(told, 3, { max_value: 100 });
    await told.act(400);
    await told.end();
    const again = await told.get(`/replay/forks/${made.at('fork_id')}`);
    expect(again.status, again.text).toBe(200);
    expect(again.body).toMatchObject({
      fork_id: made.at('fork_id'),
      forked_from: told.nodeIds[3],
      policy: { max_value: 100 },
      chain_intact: true,
      divergence: made.at('divergence'),
      made_at: made.at('replayed_at'),
      simulation: true,
      reproduced: true,
    });
    const nodes = again.at('nodes') as { node_id: string; simulation?: true; signature_status: string }[];
    expect(nodes.map(({ node_id: id }) => id)).toEqual(told.nodeIds.slice(1, 5));
    expect(nodes.map(({ simulation }) => simulation)).toEqual([undefined, undefined, true, true]);
    expect(nodes.slice(2).map(({ signature_status: status }) => status)).toEqual(['unsigned', 'unsigned']);
  });

  test('ends where the session ends, without the root of the recorded nodes', async () => {
    const told = await story();
    await told.end();
    const made = await forkOf(told, 2, { max_value: 100 });
    const end = (made.at('nodes') as { action_type: string; details: object; simulation?: true }[]).at(-1);
    expect(end).toMatchObject({ action_type: 'session.end', simulation: true, details: { count: 4 } });
    expect(end?.details).not.toHaveProperty('root');
    const again = await told.get(`/replay/forks/${made.at('fork_id')}`);
    expect(again.body).toMatchObject({ reproduced: true, simulated: 4, head_hash: made.at('head_hash') });
    const replayed = await told.post('/replay', { session_id: told.sessionId });
    expect(replayed.at('nodes.4.details')).toHaveProperty('root');
  });

  test('says where it does not come out the same any more', async () => {
    const told = await story();
    const made = await forkOf(told, 2, { max_value: 100 });
    tamper(server, (sqlite) => {
      sqlite
        .prepare('UPDATE agent_nodes SET body = replace(body, \'"200"\', \'"20"\') WHERE session_id = ?')
        .run(told.sessionId);
    });
    const again = await told.get(`/replay/forks/${made.at('fork_id')}`);
    expect([again.at('reproduced'), again.at('chain_intact')]).toEqual([false, false]);
  });

  test('belongs to its project', async () => {
    const told = await story();
    const made = await forkOf(told, 2, { max_value: 100 });
    const { key } = await server.newKey();
    for (const path of [`/replay/forks/${made.at('fork_id')}`, `/sessions/${told.sessionId}/forks`]) {
      expect((await server.call('GET', `/api/v1/agents${path}`, { token: key })).code).toBe('NOT_FOUND');
    }
    expect((await told.get('/replay/forks/fork_0')).code).toBe('NOT_FOUND');
    const foreign = { token: key, json: { node_id: made.at('fork_id') } };
    expect((await server.call('POST', '/api/v1/agents/lineage/query', foreign)).code).toBe('NOT_FOUND');
  });

  test('makes room: the oldest go where there are too many, or too much', async () => {
    const told = await story();
    const ids: unknown[] = [];
    for (let at = 0; at < 52; at++) ids.push((await forkOf(told, 4)).at('fork_id'));
    const kept = await listOf(told);
    expect(kept.map(({ fork_id: id }) => id)).toEqual(ids.slice(2).reverse());
    expect((await told.get(`/replay/forks/${ids[1]}`)).code).toBe('NOT_FOUND');
    const other = await story();
    const first = await forkOf(other, 4);
    await forkOf(other, 4, { max_value: 1 });
    const { db } = server.deps;
    const { position: _new, ...row } = await db
      .selectFrom('agent_forks')
      .selectAll()
      .where('id', '=', String(first.at('fork_id')))
      .executeTakeFirstOrThrow();
    await write(db, (transaction) =>
      insertFork(transaction, { ...row, id: 'fork_a' }, { most: 50, mostBytes: row.size * 2 }),
    );
    expect((await listOf(other)).map(({ fork_id: id }) => id)).toEqual(['fork_a']);
    await write(db, (transaction) =>
      insertFork(transaction, { ...row, id: 'fork_b', size: 9 }, { most: 50, mostBytes: 1 }),
    );
    expect((await listOf(other)).map(({ fork_id: id }) => id)).toEqual(['fork_b']);
    expect(await listOf(told)).toHaveLength(50);
  });
});

describe('what cannot be judged', () => {
  test.each(['full', 'metadata_only', 'hash_only', 'redacted'])(
    '%s: stays refused in a fork, by the rule that a live session names',
    async (redaction_level) => {
      const calls = agentCalls(server, (await server.newKey({ plan: 'business' })).key);
      const agent_id = await calls.register({ redaction_level });
      const scope = { allowed_tools: ['svc.tool.a'], max_value: 100 };
      const policy = { allowed_tools: ['svc.tool.a', 'svc.tool.b'], max_value: 100 };
      const [recorded, live] = [await calls.start(scope, { agent_id }), await calls.start(policy, { agent_id })];
      const acts: readonly (readonly [string, object])[] = [
        ['/tools/attest', { tool_name: 'svc.tool.b', request_hash: HASH, metadata: { value: '1e9' } }],
        ['/tools/attest', { tool_name: 'svc.tool.b', request_hash: HASH, metadata: { value: '500' } }],
        ['/policy/evaluate', { action_type: 'pay', target_resource: 'svc.tool.b', parameters: { jurisdiction: 7 } }],
        ['/actions/attest', { action_type: 'pay', summary: 's', input_hash: HASH, metadata: { value: '-1' } }],
      ];
      const rules: unknown[] = [];
      for (const [path, body] of acts) {
        const answer = await calls.post(path, { ...recorded, ...body });
        expect(answer.status, answer.text).toBe(200);
        rules.push((await calls.post(path, { ...live, ...body })).at('details.rule'));
      }
      expect(rules).toEqual(['action.value', 'session.max_value', 'action.jurisdiction', 'action.value']);
      const [first] = (await calls.get(`/sessions/${recorded.session_id}/nodes`)).at('items') as { node_id: string }[];
      const question = { session_id: recorded.session_id, fork_at: first?.node_id, policy };
      const fork = await calls.post('/replay/fork', question);
      expect(fork.at('divergence')).toEqual([]);
      const nodes = fork.at('nodes') as { details: { rule: unknown; unreadable?: unknown } }[];
      expect(nodes.slice(1).map(({ details }) => details.unreadable)).toEqual([
        'value',
        undefined,
        'jurisdiction',
        'value',
      ]);
      // Where not even the tool is known any more, the recorded rule stands.
      const isRedacted = redaction_level === 'redacted';
      const isTargetKept = redaction_level === 'full' || redaction_level === 'metadata_only';
      expect(nodes.slice(1).map(({ details }) => details.rule)).toEqual([
        isRedacted ? 'session.allowed_tools' : 'action.value',
        isRedacted ? 'session.allowed_tools' : 'session.max_value',
        isTargetKept ? 'action.jurisdiction' : 'session.allowed_tools',
        'action.value',
      ]);
      expect((await calls.get(`/replay/forks/${String(fork.at('fork_id'))}`)).at('reproduced')).toBe(true);
    },
  );
});

describe('lineage', () => {
  const edgesOf = (answer: { at(path: string): unknown }) =>
    (answer.at('edges') as { from: string; to: string; kind: string }[]).filter(({ kind }) => kind === 'fork');

  test('leads from a node to its forks and back, and marks them as simulation', async () => {
    const told = await story();
    const made = await forkOf(told, 3, { max_value: 100 });
    const fork = { from: told.nodeIds[3], to: made.at('fork_id'), kind: 'fork' };
    const down = await told.post('/lineage/query', { node_id: told.nodeIds[2], direction: 'descendants' });
    expect(edgesOf(down)).toEqual([fork]);
    const nodes = down.at('nodes') as Record<string, unknown>[];
    expect(nodes.at(-1)).toMatchObject({
      node_id: made.at('fork_id'),
      agent_id: told.agentId,
      session_id: told.sessionId,
      parent_hash: null,
      signature_status: 'unsigned',
      svc_74_status: 'unavailable',
      verification_url: '',
      simulation: true,
      fork: { forked_from: told.nodeIds[3], nodes: 4, simulated: 2, divergences: 1 },
    });
    expect(nodes.filter(({ simulation }) => simulation === true)).toHaveLength(1);
    expect(down.at('roots')).toEqual([told.nodeIds[2]]);
    const up = await told.post('/lineage/query', { node_id: made.at('fork_id'), direction: 'ancestors' });
    expect(edgesOf(up)).toEqual([fork]);
    expect(up.at('roots')).toEqual([told.nodeIds[0]]);
    expect((up.at('nodes') as object[]).length).toBe(5);
    const whole = await told.post('/lineage/query', { session_id: told.sessionId });
    expect(edgesOf(whole)).toEqual([fork]);
    const upwards = await told.post('/lineage/query', { session_id: told.sessionId, direction: 'ancestors' });
    expect(edgesOf(upwards)).toEqual([]);
  });

  test('cuts forks off by depth and by number, as nodes', async () => {
    const told = await story();
    for (let at = 0; at < 3; at++) await forkOf(told, 4);
    const near = await told.post('/lineage/query', { node_id: told.nodeIds[3], direction: 'descendants', depth: 1 });
    expect([edgesOf(near).length, near.at('truncated')]).toEqual([0, true]);
    const far = await told.post('/lineage/query', { node_id: told.nodeIds[3], direction: 'descendants', depth: 2 });
    expect([edgesOf(far).length, far.at('truncated')]).toEqual([3, false]);
  });
});
