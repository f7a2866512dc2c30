/** Agents in doctor, backup and restore (S15, S22, S27). */

import * as nodeCrypto from 'node:crypto';
import { join } from 'node:path';
import { nodeHash } from '@touchstone/core/agent/node.ts';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { nodeKem } from '@touchstone/core/kem/node-kem.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nodeIn } from '../../src/agents/agent-rows.ts';
import { agentChains } from '../../src/agents/doctor.ts';
import { forksOfSession } from '../../src/agents/store/forks.ts';
import { sessionNodesAfter } from '../../src/agents/store/nodes.ts';
import { findAgentSession, findSeal } from '../../src/agents/store/sessions.ts';
import { agentSeals, RESTORED_RULE } from '../../src/agents/sweeps.ts';
import { createApp } from '../../src/app.ts';
import { createServerSigner } from '../../src/crypto/signer.ts';
import type { ReadablePatient } from '../../src/doctor/check.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import type { Service } from '../../src/service.ts';
import { inspectDatabase } from '../../src/store/sqlite/inspect.ts';
import { actionBody } from '../agents/flow.ts';
import { bringBack, kdf, NOW, remove, save, serviceOn, temporaryFolder } from './folder.ts';

let root: string;
let dataDir: string;
beforeEach(() => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
});
afterEach(() => remove(root));

type Post = (path: string, body: object) => Promise<Record<string, unknown>>;

async function withService<T>(action: (service: Service, post: Post) => Promise<T>): Promise<T> {
  const service = await serviceOn(dataDir);
  const app = createApp({ ...service.deps, allowedHosts: () => new Set(['127.0.0.1:1']) });
  const post: Post = async (path, body) => {
    const answer = await app.inject({
      method: 'POST',
      url: `/api/v1/agents${path}`,
      headers: {
        host: '127.0.0.1:1',
        authorization: `Bearer ${service.deps.sessions.adminToken}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify(body),
    });
    return answer.json();
  };
  try {
    return await action(service, post);
  } finally {
    await app.close();
    await service.close();
  }
}

let registered = 0;
const registration = () => ({
  name: 'a',
  canonical_name: `svc.agent.example.finance.clerk.test.${++registered}`,
  tenant: 'example',
});

/** A session with some acts and a child, ended or open. */
async function makeSession(post: Post, end: boolean) {
  const { agent_id } = await post('/register', registration());
  const { session_id } = await post('/sessions/start', { agent_id });
  const ids = { agent_id: String(agent_id), session_id: String(session_id) };
  for (let i = 0; i < 3; i++) await post('/actions/attest', actionBody(ids));
  const delegated = await post('/delegate', { ...ids, delegate_agent_id: agent_id, duration_secs: 60 });
  const { child_session_id: child } = delegated.details as { child_session_id: string };
  const fork = { session_id, fork_at: delegated.node_id, policy: { max_value: 1 } };
  const { fork_id: forkId } = await post('/replay/fork', fork);
  if (end) await post('/sessions/end', { session_id });
  return { ids, child, forkId: String(forkId) };
}

async function complaints(): Promise<readonly string[]> {
  const options = { dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 100 * 1024 ** 3 };
  const { findings } = await examineDataFolder(options);
  return findings
    .filter(({ status, check }) => status !== 'ok' && ['agent-chains', 'sealed-values', 'references'].includes(check))
    .map(({ check, message }) => `${check}: ${message}`);
}

/** What the one check finds. */
async function chainFaults(): Promise<string> {
  const inspection = inspectDatabase(join(dataDir, 'touchstone.db'));
  try {
    const patient: ReadablePatient = {
      dataDir,
      inspection,
      masterKey: null,
      masterKeyFault: null,
      signer: createServerSigner(),
      kem: createKem([nodeKem(nodeCrypto)], systemRandom),
      random: systemRandom,
      now: NOW,
      freeBytes: () => 0,
      hasPermissions: true,
    };
    const findings = await agentChains.run(patient);
    return findings.map(({ status, message }) => (status === 'ok' ? '' : message)).join('');
  } finally {
    await inspection.close();
  }
}

const STAY = `CREATE TRIGGER agent_nodes_stay BEFORE UPDATE ON agent_nodes
BEGIN SELECT RAISE(ABORT, 'nodes of agents are append-only'); END`;
const REMAIN = `CREATE TRIGGER agent_nodes_remain BEFORE DELETE ON agent_nodes
BEGIN SELECT RAISE(ABORT, 'nodes of agents are append-only'); END`;

/** Changes the database as somebody does who has the file. */
function damage(sql: string): void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec('DROP TRIGGER agent_nodes_stay; DROP TRIGGER agent_nodes_remain');
  sqlite.exec(sql);
  sqlite.exec(`${STAY}; ${REMAIN};`);
  sqlite.close();
}

/** A copy of the file, so that each damage is alone. */
function saved(): () => void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  const copy = join(root, 'copy.db');
  sqlite.exec(`VACUUM INTO '${copy}'`);
  sqlite.close();
  return () => {
    for (const name of ['touchstone.db', 'touchstone.db-wal', 'touchstone.db-shm']) remove(join(dataDir, name));
    const from = new SqliteDatabase(copy);
    from.exec(`VACUUM INTO '${join(dataDir, 'touchstone.db')}'`);
    from.close();
  };
}

test('doctor finds every change of a chain and says where', async () => {
  const { session, open } = await withService(async ({ deps }, post) => {
    const made = await makeSession(post, true);
    const unfinished = await makeSession(post, false);
    await agentSeals.run(deps);
    return { session: made.ids.session_id, open: unfinished.ids.session_id };
  });
  expect(await complaints()).toEqual([]);
  const back = saved();
  const of = `session_id = '${session}'`;
  const third = `${of} AND sequence = 3`;
  const lasting: readonly (readonly [string, string, RegExp])[] = [
    [
      'an edit',
      `UPDATE agent_nodes SET body = replace(body, 'Prepared', 'Executed') WHERE ${third}`,
      /node 3: the node was changed/,
    ],
    ['another spelling', `UPDATE agent_nodes SET body = body || ' ' WHERE ${third}`, /node 3/],
    ['a removal', `DELETE FROM agent_nodes WHERE ${third}`, /broken at node 3/],
    [
      'a cut end',
      `DELETE FROM agent_nodes WHERE session_id = '${open}' AND sequence = 5`,
      /ends at node 4 instead of 5/,
    ],
    [
      'another signature',
      `UPDATE agent_nodes SET signature = zeroblob(3309) WHERE ${third}`,
      /node 3: the signature is invalid/,
    ],
    ['another column', `UPDATE agent_nodes SET kind = 'tool' WHERE ${third}`, /node 3/],
    ['another opening', `UPDATE agent_nodes SET opening = '{}' WHERE ${of} AND sequence = 1`, /node 1/],
    [
      'a swap',
      `UPDATE agent_nodes SET sequence = 99 WHERE ${third};
      UPDATE agent_nodes SET sequence = 3 WHERE ${of} AND sequence = 4;
      UPDATE agent_nodes SET sequence = 4 WHERE ${of} AND sequence = 99`,
      /node 3/,
    ],
    ['a lost seal', `DELETE FROM agent_seals WHERE ${of}`, /has no seal any more/],
    [
      'a seal of less',
      `UPDATE agent_seals SET statement = replace(statement, '"count":5', '"count":4') WHERE ${of}`,
      /not what the seal covers/,
    ],
    ['a reopened session', `UPDATE agent_sessions SET ended_at = NULL WHERE id = '${session}'`, /has an end/],
    ['a registration', `UPDATE agents SET node_hash = zeroblob(32)`, /registration of agent .* was changed/],
    ['a log index', `UPDATE agent_nodes SET log_index = 0 WHERE ${third}`, /log of receipts is missing/],
    ['a fork that was moved', `UPDATE agent_forks SET session_id = '${open}' WHERE ${of}`, /fork .* another session/],
    ['a fork of more', `UPDATE agent_forks SET nodes = 9 WHERE ${of}`, /fork .* miscounts/],
    ['a fork of fewer', `UPDATE agent_forks SET nodes = 4, simulated = 4 WHERE ${of}`, /fork .* miscounts/],
    ['a policy', `UPDATE agent_forks SET policy = '[]' WHERE ${of}`, /fork .* cannot be read/],
    ['differences', `UPDATE agent_forks SET divergence = 'x' WHERE ${of}`, /fork .* cannot be read/],
    [
      'a removed session',
      `DELETE FROM agent_nodes WHERE ${of}; DELETE FROM agent_seals WHERE ${of}; DELETE FROM agent_sessions WHERE id = '${session}'`,
      /contains a seal that no agent/,
    ],
  ];
  for (const [name, sql, expected] of lasting) {
    damage(sql);
    expect([name, await chainFaults()]).toEqual([name, expect.stringMatching(expected)]);
    back();
  }
  expect(await chainFaults()).toBe('');
  // S22: a key that is moved to another agent does not open.
  damage(
    `UPDATE agents SET envelope = (SELECT envelope FROM agents ORDER BY position DESC LIMIT 1) WHERE position = 1`,
  );
  expect((await complaints()).join()).toMatch(/sealed-values: The master key does not open key of agent agt_/);
});

describe('S27: a restore', () => {
  test('ends the sessions that were open, says so in their chains, and leaves the others alone', async () => {
    const made = await withService(async (_service, post) => ({
      open: await makeSession(post, false),
      ended: await makeSession(post, true),
    }));
    await save(dataDir, join(root, 'saved.backup'));
    // What happens after the backup is lost, and the restored chain does not pretend otherwise.
    await withService((_service, post) => post('/actions/attest', actionBody(made.open.ids)));
    await bringBack(join(root, 'saved.backup'), dataDir, { replace: true });
    await withService(async ({ deps }, post) => {
      const refused = await post('/actions/attest', actionBody(made.open.ids));
      expect((refused.error as { code: string }).code).toBe('CONFLICT');
      await agentSeals.run(deps);
      const nodes = await sessionNodesAfter(deps.db, made.open.ids.session_id, 0, 100);
      const end = nodes.at(-1);
      if (end === undefined) throw new Error('no node');
      expect(nodes.length).toBe(6);
      expect(nodeIn(end)).toMatchObject({
        action_type: 'session.end',
        details: { count: 5, rule: RESTORED_RULE, metadata: { restored_at: expect.any(String) } },
      });
      expect(nodeHash(nodeIn(end))).toEqual(end.hash);
      expect((await findAgentSession(deps.db, made.open.ids.session_id))?.ended_at).toBe(end.time_ms);
      expect(await findSeal(deps.db, { sessionId: made.open.ids.session_id })).not.toBeNull();
      expect(await findSeal(deps.db, { sessionId: made.open.child })).not.toBeNull();
      expect((await sessionNodesAfter(deps.db, made.ended.ids.session_id, 0, 100)).length).toBe(6);
      // A fork is what the backup has, also of a session that the restore has ended.
      for (const { ids, forkId } of [made.open, made.ended]) {
        const forks = await forksOfSession(deps.db, ids.session_id);
        expect(forks.map(({ id, simulated }) => [id, simulated])).toEqual([[forkId, 1]]);
      }
    });
    expect(await complaints()).toEqual([]);
  });
});
