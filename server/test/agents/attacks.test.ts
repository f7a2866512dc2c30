/** Attacks on recorded sessions: a clock that is set back, a session that ends while it is exported, and large nodes. */
import * as nodeCrypto from 'node:crypto';
import { join } from 'node:path';
import { createKem } from '@touchstone/core/kem/kem.ts';
import { nodeKem } from '@touchstone/core/kem/node-kem.ts';
import { afterAll, expect, test } from 'vitest';
import { lineageOf } from '../../src/agents/lineage.ts';
import { agentRows } from '../../src/agents/row-checks.ts';
import { sealSession } from '../../src/agents/seals.ts';
import { sessionBundle } from '../../src/agents/session-bundle.ts';
import { sessionNodesAfter } from '../../src/agents/store/nodes.ts';
import { findAgentSession, markRestoredSessions, sessionsToTell } from '../../src/agents/store/sessions.ts';
import { agentSeals } from '../../src/agents/sweeps.ts';
import { verifySession } from '../../src/agents/verify-session.ts';
import type { ReadablePatient } from '../../src/doctor/check.ts';
import type { JsonText } from '../../src/frame/json-text.ts';
import type { Service } from '../../src/service.ts';
import { write } from '../../src/store/engine.ts';
import { inspectDatabase } from '../../src/store/sqlite/inspect.ts';
import { allNodes } from './chain.ts';
import { actionBody, openAgentServer } from './flow.ts';

const { server, calls, agentId, start: startIn } = await openAgentServer();
afterAll(() => server.close());

const start = (change: object = {}) => startIn({}, change);

async function row(id: string) {
  const found = await findAgentSession(server.deps.db, id);
  if (found === null) throw new Error('no session');
  return found;
}

test('S20: a sealed session takes no node, though the clock is set back to when it was open', async () => {
  const ids = await start({ duration_secs: 60 });
  await calls.post('/actions/attest', actionBody(ids));
  server.advance(61_000);
  await agentSeals.run(server.deps);
  expect((await row(ids.session_id)).sealed_at).not.toBeNull();
  server.advance(-30_000);
  const late = await calls.post('/actions/attest', actionBody(ids));
  expect([late.status, late.at('error.code')]).toEqual([410, 'SESSION_EXPIRED']);
  expect((await calls.get(`/sessions/${ids.session_id}`)).at('state')).toBe('expired');
  expect(await allNodes(calls, ids.session_id)).toHaveLength(2);
  server.advance(30_000);
  expect(await verifySession(server.deps, ids.session_id)).toMatchObject({ intact: true, sealed: true });
});

/** A session, sealed by a clock that is ahead and then set back to when it was open; `again` sets it forward again. */
async function sealedAhead(change: object = {}) {
  const parent = await start();
  const delegation = { ...parent, delegate_agent_id: agentId, duration_secs: 60, ...change };
  const child = String((await calls.post('/delegate', delegation)).at('details.child_session_id'));
  server.advance(120_000);
  await agentSeals.run(server.deps);
  server.advance(-120_000);
  const sealed = await row(child);
  expect([sealed.sealed_at !== null, sealed.ended_at]).toEqual([true, null]);
  return { parent, child, sealed, again: () => server.advance(120_000) };
}

/** What doctor finds in the rows about agents. */
async function rowFaults(): Promise<readonly string[]> {
  const { signer, random, clock } = server.deps;
  const inspection = inspectDatabase(join(server.dataDir, 'touchstone.db'));
  try {
    const patient: ReadablePatient = {
      dataDir: server.dataDir,
      inspection,
      masterKey: null,
      masterKeyFault: null,
      signer,
      kem: createKem([nodeKem(nodeCrypto)], random),
      random,
      now: clock(),
      freeBytes: () => 0,
      hasPermissions: true,
    };
    return (await agentRows.run(patient)).map(({ message }) => message);
  } finally {
    await inspection.close();
  }
}

test('S20: a session that is sealed is not cut by the end of its parent, though the clock is set back', async () => {
  const { parent, child, sealed, again } = await sealedAhead();
  const below = { agent_id: agentId, session_id: child };
  expect((await calls.post('/actions/attest', actionBody(below))).code).toBe('SESSION_EXPIRED');
  expect((await calls.post('/sessions/end', { session_id: parent.session_id })).status).toBe(200);
  expect(await row(child)).toEqual(sealed);
  again();
  expect(await verifySession(server.deps, child)).toMatchObject({ intact: true, sealed: true, nodes: 1 });
  expect((await rowFaults()).filter((message) => message.includes(child))).toEqual([]);
});

test('S20: a session that its parent cuts while it is being sealed leaves the seal to the next run', async () => {
  const parent = await start();
  const delegation = { ...parent, delegate_agent_id: agentId, duration_secs: 60 };
  const child = String((await calls.post('/delegate', delegation)).at('details.child_session_id'));
  server.advance(61_000);
  const { run } = server.deps;
  const slow: Service['deps'] = {
    ...server.deps,
    async run(job, input) {
      const result = await run(job, input);
      server.advance(-30_000);
      expect((await calls.post('/sessions/end', { session_id: parent.session_id })).status).toBe(200);
      server.advance(30_000);
      return result;
    },
  };
  await expect(sealSession(slow, child)).rejects.toThrow('has changed');
  expect((await row(child)).sealed_at).toBeNull();
  await sealSession(server.deps, child);
  expect(await verifySession(server.deps, child)).toMatchObject({ intact: true, sealed: true });
});

test('S27: a restore appends nothing to a session that is sealed, though the clock was set back before', async () => {
  const { child, sealed, again } = await sealedAhead();
  const { db, clock } = server.deps;
  const open = await start();
  const restore = { restoredAt: clock(), backupCreatedAt: clock() };
  await write(db, (transaction) => markRestoredSessions(transaction, restore));
  expect(await row(child)).toEqual(sealed);
  expect((await row(open.session_id)).restored_at).toBe(restore.restoredAt);
  // A mark that an earlier version has left has no effect either.
  await db.updateTable('agent_sessions').set({ restored_at: clock() }).where('id', '=', child).execute();
  expect(await sessionsToTell(db, 100)).not.toContain(child);
  await agentSeals.run(server.deps);
  expect(await row(child)).toMatchObject({ nodes: 1, ended_at: null });
  expect((await row(open.session_id)).ended_at).toBe(restore.restoredAt);
  again();
  expect(await verifySession(server.deps, child)).toMatchObject({ intact: true, sealed: true, nodes: 1 });
});

const bundleOf = async (document: JsonText) => JSON.parse(await document.read()) as Record<string, unknown>;

test('a session that is sealed while it is exported is exported as it was: open, without a seal', async () => {
  const ids = await start();
  await calls.post('/actions/attest', actionBody(ids));
  const before = await row(ids.session_id);
  await calls.post('/sessions/end', { session_id: ids.session_id });
  const bundle = await bundleOf(await sessionBundle(server.deps, before, { openings: 'all' }));
  expect(bundle).toMatchObject({ session: { ended_at: null }, seal: null });
  expect(bundle.nodes).toHaveLength(2);
  const after = await bundleOf(await sessionBundle(server.deps, await row(ids.session_id), { openings: 'all' }));
  expect(after.seal).not.toBeNull();
  expect(after.nodes).toHaveLength(3);
});

test('S20: a node that comes while its session is being sealed leaves the seal to the next run', async () => {
  const ids = await start({ duration_secs: 60 });
  server.advance(61_000);
  const { run } = server.deps;
  const slow: Service['deps'] = {
    ...server.deps,
    async run(job, input) {
      const result = await run(job, input);
      server.advance(-30_000);
      expect((await calls.post('/actions/attest', actionBody(ids))).status).toBe(200);
      server.advance(30_000);
      return result;
    },
  };
  await expect(sealSession(slow, ids.session_id)).rejects.toThrow('has changed');
  expect((await row(ids.session_id)).sealed_at).toBeNull();
  await sealSession(server.deps, ids.session_id);
  expect(await verifySession(server.deps, ids.session_id)).toMatchObject({ intact: true, sealed: true, nodes: 2 });
});

test('a lineage of large nodes is cut off by their size, and says so', async () => {
  const ids = await start();
  const metadata = { text: 'x'.repeat(2_000) };
  for (let i = 0; i < 6; i++) await calls.post('/actions/attest', actionBody(ids, { metadata }));
  const { db } = server.deps;
  const all = await sessionNodesAfter(db, ids.session_id, 0, 10);
  const [first] = all;
  if (first === undefined) throw new Error('no node');
  const plan = { directions: ['descendants'], depth: 100, mostNodes: 100 } as const;
  const size = all.reduce((sum, { body }) => sum + body.length, 0);
  for (const begun of [all, [first]]) {
    const whole = await lineageOf(db, begun, { ...plan, mostText: size });
    expect([whole.nodes.length, whole.isTruncated]).toEqual([7, false]);
    const cut = await lineageOf(db, begun, { ...plan, mostText: 6_000 });
    expect([cut.nodes.length, cut.isTruncated]).toEqual([3, true]);
    const least = await lineageOf(db, begun, { ...plan, mostText: 1 });
    expect([least.nodes.length, least.isTruncated]).toEqual([1, true]);
  }
});
