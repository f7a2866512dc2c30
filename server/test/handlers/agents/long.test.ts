/** Sessions that are read in several slices, by workers: more than 1,000 nodes, each really signed. */
import { parseSessionBundle } from '@touchstone/core/agent/bundle.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { knownAgent } from '../../../src/agents/agent-rows.ts';
import { appendNode } from '../../../src/agents/append.ts';
import { lockAgentSession } from '../../../src/agents/store/sessions.ts';
import { write } from '../../../src/store/engine.ts';
import { openTestServer, type TestServer } from '../../harness.ts';
import { HASH, type Story, tamper, tellStory } from './story.ts';

/** Two full slices of 512, and 76 nodes more. */
const NODES = 1_100;

let server: TestServer;
let told: Story;
const jobs: string[] = [];
beforeAll(async () => {
  server = await openTestServer();
  const { key } = await server.newKey({ plan: 'enterprise_plus' });
  await server.deps.db.updateTable('accounts').set({ credits: 100_000 }).execute();
  told = await tellStory(server, key);
  await appendMany(told.sessionId, NODES - 1);
  const run = server.deps.run;
  vi.spyOn(server.deps, 'run').mockImplementation((job, input) => {
    jobs.push(job.name);
    return run(job, input);
  });
}, 300_000);
afterAll(() => server.close());
beforeEach(() => {
  jobs.length = 0;
});

/** Actions with the values 1, 2, 3 …, appended as the service does, without a request for each. */
async function appendMany(sessionId: string, count: number): Promise<void> {
  const { deps } = server;
  await deps.agentKeys.signing((signer) =>
    write(deps.db, async (db) => {
      for (let at = 1; at <= count; at++) {
        const session = await lockAgentSession(db, sessionId);
        const agent = session === null ? null : await knownAgent(db, session.agent_id);
        if (session === null || agent === null) throw new TypeError('no such session');
        await appendNode({ db, needs: deps, signer }, agent, session, {
          kind: 'action',
          actionType: 'payment.prepare',
          summary: 'Prepared a payment.',
          inputHash: HASH,
          details: { value: at },
        });
      }
    }),
  );
}

const verify = () => server.call('GET', `/api/v1/agents/sessions/${told.sessionId}/verify`);
const idAt = async (sequence: number) => {
  const { id } = await server.deps.db
    .selectFrom('agent_nodes')
    .select('id')
    .where('session_id', '=', told.sessionId)
    .where('sequence', '=', sequence)
    .executeTakeFirstOrThrow();
  return id;
};

describe('a session of more than 1,000 nodes', () => {
  test('is verified by jobs, and its signatures only once', async () => {
    const first = await verify();
    expect(first.body).toMatchObject({ intact: true, nodes: NODES, sealed: false });
    expect(jobs).toEqual(['session slice', 'session slice', 'session slice']);
    const verified = vi
      .mocked(server.deps.run)
      .mock.calls.map(([, input]) => Reflect.get(input ?? {}, 'slice').verified);
    expect(verified).toEqual([null, null, null]);
    vi.mocked(server.deps.run).mockClear();
    expect((await verify()).body).toEqual(first.body);
    const again = vi.mocked(server.deps.run).mock.calls.map(([, input]) => Reflect.get(input ?? {}, 'slice').verified);
    expect(again.every((digest) => digest instanceof Uint8Array)).toBe(true);
  });

  test('is verified once for all who ask at the same time', async () => {
    const verdicts = await Promise.all(Array.from({ length: 10 }, verify));
    for (const verdict of verdicts) expect(verdict.at('intact')).toBe(true);
    expect(jobs.length).toBe(3);
  });

  test('is replayed whole and in its order', async () => {
    const replayed = await told.post('/replay', { session_id: told.sessionId });
    const nodes = replayed.at('nodes') as { signature_status: string; details: { value?: number } }[];
    expect(nodes.map(({ details }) => details.value ?? 0)).toEqual(Array.from({ length: NODES }, (_, at) => at));
    expect(nodes.every(({ signature_status: status }) => status === 'valid')).toBe(true);
    expect(replayed.at('chain_intact')).toBe(true);
    expect(jobs).toEqual(['session slice', 'session slice', 'session slice']);
  });

  test.each([1, 512, 513, 600, 1_025])('is forked at its node %i as if it were read at once', async (sequence) => {
    const forked = await told.post('/replay/fork', {
      session_id: told.sessionId,
      fork_at: await idAt(sequence),
      policy: { max_value: 1_090 },
    });
    const nodes = forked.at('nodes') as { simulation?: true }[];
    expect(nodes.filter(({ simulation }) => simulation === true).length).toBe(NODES - sequence + 1);
    expect((forked.at('divergence') as object[]).length).toBe(9);
    expect(forked.at('chain_intact')).toBe(true);
  });

  test('is sealed, proven and exported', async () => {
    await told.end();
    const sealed = await verify();
    expect(sealed.body, sealed.text).toMatchObject({ intact: true, nodes: NODES + 1, sealed: true });
    jobs.length = 0;
    for (const sequence of [1, 2, 512, 513, NODES]) {
      const proof = await server.call('GET', `/api/v1/agents/proof/${await idAt(sequence)}`);
      expect(proof.body).toMatchObject({ valid: true, tree_size: NODES });
    }
    expect(jobs).toEqual(['session tree']);
    const bundle = await told.get(`/sessions/${told.sessionId}/bundle`);
    const parsed = parseSessionBundle(utf8(bundle.text));
    expect(parsed.ok ? parsed.nodes.count : parsed).toBe(NODES + 1);
  });

  test.each([513, 1_024, 1_025])('shows a change at node %i after it was verified', async (sequence) => {
    expect((await verify()).at('intact')).toBe(true);
    const id = await idAt(sequence);
    const change = 'UPDATE agent_nodes SET signature = ? WHERE id = ?';
    const row = await server.deps.db
      .selectFrom('agent_nodes')
      .select('signature')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    tamper(server, (sqlite) => sqlite.prepare(change).run(new Uint8Array(3309), id));
    expect((await verify()).body).toMatchObject({ intact: false, broken_at: id });
    tamper(server, (sqlite) => sqlite.prepare(change).run(row.signature, id));
    tamper(server, (sqlite) =>
      sqlite.prepare("UPDATE agent_nodes SET body = replace(body, 'Prepared', 'Refused') WHERE id = ?").run(id),
    );
    expect((await verify()).body).toMatchObject({ intact: false, broken_at: id });
    tamper(server, (sqlite) =>
      sqlite.prepare("UPDATE agent_nodes SET body = replace(body, 'Refused', 'Prepared') WHERE id = ?").run(id),
    );
    expect((await verify()).at('intact')).toBe(true);
  });
});
