import { type AgentNode, nodeHash, nodeOf } from '@touchstone/core/agent/node.ts';
import { fromBase64, toHex } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';
import { type Story, tellStory } from './story.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function story(scope: object = {}): Promise<Story> {
  const { key } = await server.newKey({ plan: 'business' });
  return tellStory(server, key, scope);
}

const outlineOf = (told: Story, query = '') => told.get(`/sessions/${told.sessionId}/outline${query}`);

function hashesIn(answer: Answer, member: string): string[] {
  const bytes = fromBase64(String(answer.at(member))) ?? new Uint8Array();
  return Array.from({ length: bytes.length / 32 }, (_, at) => toHex(bytes.subarray(at * 32, at * 32 + 32)));
}

/** The outcome of each node, in words. */
function outcomesIn(answer: Answer): unknown[] {
  const words = answer.at('outcomes') as string[];
  return (answer.at('outcome') as number[]).map((place) => words[place]);
}

describe('outline', () => {
  test('has one entry for each node, the same that `nodes` answers', async () => {
    const told = await story({ max_value: 10 });
    await told.act(5);
    await told.act(50);
    const other = { agent_id: told.agentId, session_id: told.sessionId };
    const delegated = await told.post('/delegate', { ...other, delegate_agent_id: told.agentId, duration_secs: 60 });
    await told.post('/exposure/check', { ...other, data_class: 'phi', operation: 'read' });
    await told.post('/approval/request', { ...other, summary: 'Pay?', approvers: ['ada'] });
    await told.post('/tools/attest', {
      ...other,
      tool_name: 'svc.tool.x.v1',
      request_hash: 'ab'.repeat(32),
      status: 'timeout',
    });
    const nodes = (await told.get(`/sessions/${told.sessionId}/nodes?limit=100`)).at('items') as (AgentNode & object)[];
    const outline = await outlineOf(told);
    expect(outline.status, outline.text).toBe(200);
    expect(outline.at('node_ids')).toEqual(nodes.map(({ node_id }) => node_id));
    expect(outline.at('times')).toEqual(nodes.map(({ timestamp }) => Date.parse(timestamp)));
    expect(hashesIn(outline, 'hashes')).toEqual(nodes.map((node) => toHex(nodeHash(nodeOf(node)))));
    expect(hashesIn(outline, 'input_hashes')).toEqual(nodes.map(({ input_hash }) => input_hash));
    expect(hashesIn(outline, 'output_hashes')).toEqual(nodes.map(({ output_hash }) => output_hash.padStart(64, '0')));
    expect(outcomesIn(outline)).toEqual(['recorded', 'recorded', 'denied', 'recorded', 'clean', 'asked', 'timeout']);
    const place = nodes.findIndex(({ action_type }) => action_type === 'session.delegate');
    expect(outline.at('children')).toEqual([
      { node: place, session_id: (delegated.at('details') as { child_session_id: string }).child_session_id },
    ]);
    expect(outline.at('next')).toBeNull();
  });

  test('comes in pages that join, however large they are', async () => {
    const told = await story();
    for (let at = 0; at < 6; at++) await told.act();
    const whole = (await outlineOf(told)).at('node_ids') as string[];
    for (const limit of [1, 3, 7, 8]) {
      const ids: string[] = [];
      for (let after: number | null = 0; after !== null; ) {
        const page: Answer = await outlineOf(told, `?after=${after}&limit=${limit}`);
        ids.push(...(page.at('node_ids') as string[]));
        after = page.at('next') as number | null;
      }
      expect(ids, String(limit)).toEqual(whole);
    }
    expect((await outlineOf(told, '?after=7')).at('node_ids')).toEqual([]);
  });

  test('reads sessions that are longer than a turn', async () => {
    const told = await story();
    const id = told.sessionId;
    await told.act();
    const row = await server.deps.db
      .selectFrom('agent_nodes')
      .selectAll()
      .where('session_id', '=', id)
      .where('sequence', '=', 2)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 600 }, (_, at) => ({
      ...row,
      position: row.position + at + 1,
      id: `${row.id}${at}`,
      sequence: at + 3,
    }));
    for (let start = 0; start < copies.length; start += 100) {
      await server.deps.db
        .insertInto('agent_nodes')
        .values(copies.slice(start, start + 100))
        .execute();
    }
    const outline = await outlineOf(told, '?limit=10000');
    expect(outline.at('node_ids')).toHaveLength(602);
    expect(hashesIn(outline, 'hashes')).toHaveLength(602);
    expect((await outlineOf(told, '?limit=500')).at('next')).toBe(500);
  });

  test("is the own project's alone, and no larger than the contract says", async () => {
    const told = await story();
    const stranger = await story();
    const path = `/api/v1/agents/sessions/${told.sessionId}/outline`;
    expect((await server.call('GET', path, { token: stranger.token })).status).toBe(404);
    expect((await server.call('GET', path)).status).toBe(401);
    for (const query of ['limit=0', 'limit=10001', 'after=-1', 'after=x']) {
      expect((await server.call('GET', `${path}?${query}`, { token: told.token })).status, query).toBe(400);
    }
  });
});
