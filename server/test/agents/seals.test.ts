/** S20: seals of sessions and registrations, at the end of a session and by the sweep. */

import { type AgentNode, nodeHash, nodeOf } from '@touchstone/core/agent/node.ts';
import { scopeHash, UNRESTRICTED } from '@touchstone/core/agent/scope.ts';
import { type AgentSeal, sealPayload } from '@touchstone/core/agent/seal.ts';
import { toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { pinKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { createTree } from '@touchstone/core/log/tree.ts';
import { verifyReceipt } from '@touchstone/core/receipt/verify.ts';
import { CompiledQuery } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { sealStatus, signatureStatus } from '../../src/agents/receipts.ts';
import { sealedOrLeft, sealSession } from '../../src/agents/seals.ts';
import { findAgent } from '../../src/agents/store/agents.ts';
import { findAgentNode } from '../../src/agents/store/nodes.ts';
import { sealsDue, sealsDueQuery } from '../../src/agents/store/seals-due.ts';
import { findAgentSession, findSeal } from '../../src/agents/store/sessions.ts';
import { agentSeals } from '../../src/agents/sweeps.ts';
import type { Service } from '../../src/service.ts';
import { pastRequests } from '../../src/store/requests.ts';
import { allNodes } from './chain.ts';
import { type AgentCalls, actionBody, agentCalls, openAgentServer } from './flow.ts';

const { server, calls, agentId, start: startIn } = await openAgentServer();
const { deps } = server;
afterAll(() => server.close());

const start = (change: object = {}) => startIn({}, change);

const due = async () => (await sealsDue(deps.db, { now: deps.clock(), limit: 10 })).map(({ id }) => id);

/** The statement of a seal that is there, after its receipt has verified with the statement as payload. */
async function verified(of: Parameters<typeof findSeal>[1]): Promise<AgentSeal> {
  const seal = await findSeal(deps.db, of);
  if (seal === null) throw new Error('there is no seal');
  const statement = JSON.parse(seal.statement) as AgentSeal;
  const file = await server.call('GET', `/v1/receipts/${seal.handle}`);
  expect(file.status).toBe(200);
  const [keySet] = await deps.keySets.verifying('service');
  if (keySet === undefined) throw new Error('there is no key set');
  const pinned = pinKeySet(EMPTY_TRUST_STORE, keySet, { at: 0, by: 'test', source: 'test' });
  if (!pinned.ok) throw new Error(pinned.message);
  const options = { fileName: 'a', verifier: deps.signer, now: deps.clock(), product: deps.product };
  const { report } = await verifyReceipt(utf8(file.text), {
    ...options,
    trust: pinned.store,
    data: sealPayload(statement),
  });
  expect(report.outcome).toBe('VERIFIED');
  const other = { ...statement, count: statement.count + 1 };
  const { report: failed } = await verifyReceipt(utf8(file.text), {
    ...options,
    trust: pinned.store,
    data: sealPayload(other),
  });
  expect(failed.outcome).toBe('FAILED');
  expect(await sealStatus(deps, seal)).toBe('anchored');
  return statement;
}

test('a registration is sealed alone', async () => {
  const agent = await findAgent(deps.db, agentId);
  if (agent === null) throw new Error('no agent');
  const hash = toHex(agent.node_hash);
  expect(await verified({ agentId })).toEqual({
    v: 1,
    session_id: null,
    agent_id: agentId,
    agent_public_key: toBase64(agent.public_key),
    scope_hash: null,
    count: 1,
    first_hash: hash,
    last_hash: hash,
    root: toHex(createTree([agent.node_hash]).root),
    end_hash: null,
    started_at: new Date(agent.registered_at).toISOString(),
    ended_at: new Date(agent.registered_at).toISOString(),
  });
});

test('the seal of a session that was ended covers what stands before its end node', async () => {
  const ids = await start();
  for (let i = 0; i < 4; i++) await calls.post('/actions/attest', actionBody(ids));
  await calls.post('/sessions/end', { session_id: ids.session_id });
  const hashes = (await allNodes(calls, ids.session_id)).map((node) => nodeHash(nodeOf(node)));
  const covered = hashes.slice(0, -1);
  expect(await verified({ sessionId: ids.session_id })).toMatchObject({
    session_id: ids.session_id,
    scope_hash: toHex(scopeHash(UNRESTRICTED)),
    count: 5,
    first_hash: toHex(covered[0] ?? new Uint8Array(0)),
    last_hash: toHex(covered[4] ?? new Uint8Array(0)),
    root: toHex(createTree(covered).root),
    end_hash: toHex(hashes[5] ?? new Uint8Array(0)),
  });
});

test('one that ran out is sealed by the sweep, whole, at the moment when its time was over', async () => {
  const ids = await start({ duration_secs: 60 });
  await calls.post('/actions/attest', actionBody(ids));
  await agentSeals.run(deps);
  expect(await findSeal(deps.db, { sessionId: ids.session_id })).toBeNull();
  const session = await calls.get(`/sessions/${ids.session_id}`);
  expect([session.at('root'), session.at('svc_74_attestation')]).toEqual([null, null]);
  server.advance(60_000);
  await agentSeals.run(deps);
  const hashes = (await allNodes(calls, ids.session_id)).map((node) => nodeHash(nodeOf(node)));
  expect(await verified({ sessionId: ids.session_id })).toMatchObject({
    count: 2,
    end_hash: null,
    root: toHex(createTree(hashes).root),
    ended_at: session.at('expires_at'),
  });
  const after = await calls.get(`/sessions/${ids.session_id}`);
  expect(after.at('svc_74_attestation')).toMatch(/^[0-9a-f]{148}$/);
  expect((await allNodes(calls, ids.session_id))[1]).toMatchObject({ svc_74_status: 'anchored' });
});

test('children that the end of their parent has cut are sealed alike', async () => {
  const ids = await start();
  const delegation = { ...ids, delegate_agent_id: agentId, duration_secs: 600 };
  const child = String((await calls.post('/delegate', delegation)).at('details.child_session_id'));
  const ended = await calls.post('/sessions/end', { session_id: ids.session_id });
  await agentSeals.run(deps);
  expect(await verified({ sessionId: child })).toMatchObject({ count: 1, ended_at: ended.at('timestamp') });
});

test('what cannot be sealed now is recorded all the same, and sealed by the sweep', async () => {
  const ids = await start();
  // The receipt cannot be signed: as where its key set was revoked, or the workers are gone.
  const crippled: Service['deps'] = { ...deps, run: () => Promise.reject(new Error('no worker')) };
  await deps.db
    .updateTable('agent_sessions')
    .set({ expires_at: deps.clock() })
    .where('id', '=', ids.session_id)
    .execute();
  await expect(sealSession(crippled, ids.session_id)).rejects.toThrow('no worker');
  await sealedOrLeft(crippled, () => sealSession(crippled, ids.session_id));
  expect(server.logged.at(-1)).toContain('a seal is left to the sweep');
  expect(await due()).toEqual([ids.session_id]);
  await expect(agentSeals.run(crippled)).rejects.toThrow('no worker');
  await agentSeals.run(deps);
  expect(await due()).toEqual([]);
  await verified({ sessionId: ids.session_id });
});

test('a session that was damaged does not keep others from being sealed', async () => {
  const broken = await start({ duration_secs: 60 });
  const whole = await start({ duration_secs: 60 });
  server.advance(60_000);
  const repair = (nodes: number) =>
    deps.db.updateTable('agent_sessions').set({ nodes }).where('id', '=', broken.session_id).execute();
  await repair(7);
  await expect(agentSeals.run(deps)).rejects.toThrow('has a gap');
  await verified({ sessionId: whole.session_id });
  await repair(1);
  await agentSeals.run(deps);
  await verified({ sessionId: broken.session_id });
});

test('projects take turns: one that has much to be sealed keeps no other waiting', async () => {
  const many: string[] = [];
  for (let at = 0; at < 10; at++) many.push((await start({ duration_secs: 60 })).session_id);
  const others: AgentCalls[] = [];
  for (let at = 0; at < 2; at++) others.push(agentCalls(server, (await server.newKey({ plan: 'business' })).key));
  server.advance(30_000);
  const few: string[] = [];
  // They run out later than all of the first project.
  for (const other of others) {
    for (let at = 0; at < 2; at++) few.push((await other.start({}, { duration_secs: 60 })).session_id);
  }
  server.advance(60_000);
  await agentSeals.run(deps);
  const seals = await deps.db
    .selectFrom('agent_seals')
    .select('session_id')
    .where('session_id', 'in', [...many, ...few])
    .orderBy('position')
    .execute();
  const order = seals.map(({ session_id: id }) => few.includes(id ?? ''));
  expect(order.filter((isOther) => isOther)).toHaveLength(4);
  // Two of three are the others', until these have no more.
  expect(order.slice(0, 6).filter((isOther) => isOther)).toHaveLength(4);
  const own = seals.flatMap(({ session_id: id }) => (many.includes(id ?? '') ? [id] : []));
  expect(own).toEqual(many);
});

test('seals due are looked for by indexes that hold nothing else', async () => {
  const { sql, parameters } = sealsDueQuery(deps.db, { now: deps.clock(), limit: 8 }).compile();
  const { rows } = await deps.db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]),
  );
  const read = rows.flatMap(({ detail }) => (/ (agent_sessions|agents) /.test(`${detail} `) ? [detail] : []));
  expect(read).toHaveLength(3);
  expect(read.map((detail) => /USING INDEX (\w+)/.exec(detail)?.[1]).sort()).toEqual([
    'agent_sessions_ended_to_seal',
    'agent_sessions_expired_to_seal',
    'agents_to_seal',
  ]);
});

test('seals due: those whose turn it was last come last', async () => {
  const calls2 = agentCalls(server, (await server.newKey({ plan: 'business' })).key);
  const ids = [await start({ duration_secs: 60 }), await calls2.start({}, { duration_secs: 60 })];
  server.advance(60_000);
  const ask = (after?: string) =>
    sealsDue(deps.db, { now: deps.clock(), limit: 10, ...(after === undefined ? {} : { after }) });
  const found = await ask();
  expect(found.map(({ id }) => id).sort()).toEqual(ids.map(({ session_id: id }) => id).sort());
  expect(await ask(found[0]?.projectId)).toEqual([...found].reverse());
  expect(await ask(found[1]?.projectId)).toEqual(found);
  const except = [found[0]?.id ?? ''];
  expect(await sealsDue(deps.db, { now: deps.clock(), limit: 10, except })).toEqual([found[1]]);
  await agentSeals.run(deps);
});

test('a session is sealed once, however often that is asked for', async () => {
  const ids = await start({ duration_secs: 60 });
  server.advance(60_000);
  await Promise.all([agentSeals.run(deps), sealSession(deps, ids.session_id), sealSession(deps, ids.session_id)]);
  const before = await findSeal(deps.db, { sessionId: ids.session_id });
  await sealSession(deps, ids.session_id);
  expect(await findSeal(deps.db, { sessionId: ids.session_id })).toEqual(before);
  const open = await start();
  await expect(sealSession(deps, open.session_id)).rejects.toThrow('is not over');
});

test('a ledger that does not hold a seal is told as unavailable', async () => {
  const seal = await findSeal(deps.db, { agentId });
  if (seal === null) throw new Error('there is no seal');
  expect(await sealStatus(deps, null)).toBe('pending');
  expect(await sealStatus(deps, { ...seal, tx: `0x${'0'.repeat(64)}` })).toBe('unavailable');
  expect(await sealStatus(deps, { ...seal, chain: 'nowhere' })).toBe('unavailable');
  expect(await sealStatus(deps, { ...seal, handle: '0'.repeat(148) })).toBe('unavailable');
});

test('the status of a signature: valid, invalid for every change, unsigned, expired', async () => {
  const ids = await start();
  const receipt = await calls.post('/actions/attest', actionBody(ids));
  const row = await findAgentNode(deps.db, String(receipt.at('node_id')));
  const [agent, session] = [await findAgent(deps.db, agentId), await findAgentSession(deps.db, ids.session_id)];
  if (row === null || agent === null || session === null) throw new Error('something is missing');
  const statusOf = (change: Partial<typeof row>, key = agent.public_key, within = session) =>
    signatureStatus(deps.signer, { ...row, ...change }, key, within);
  expect(await statusOf({})).toBe('valid');
  const node = JSON.parse(row.body) as AgentNode;
  const other = { ...node, action_summary: 'Another.' };
  expect(await statusOf({ body: JSON.stringify(other) })).toBe('invalid');
  expect(await statusOf({ body: JSON.stringify(other), hash: nodeHash(other) })).toBe('invalid');
  expect(await statusOf({ signature: row.signature.map((byte, at) => (at === 7 ? byte ^ 1 : byte)) })).toBe('invalid');
  const stranger = await findAgent(deps.db, await calls.register());
  expect(await statusOf({}, stranger?.public_key)).toBe('invalid');
  expect(await statusOf({ signature: new Uint8Array(0) })).toBe('unsigned');
  expect(await statusOf({}, agent.public_key, { ...session, expires_at: row.time_ms - 1 })).toBe('expired');
  expect(await statusOf({}, agent.public_key, { ...session, started_at: row.time_ms + 1 })).toBe('expired');
});

test('requests are remembered for more than seven days, and then forgotten', async () => {
  const ids = await start();
  const headers = { 'idempotency-key': 'for a week'.replaceAll(' ', '-') };
  const receipt = await calls.post('/actions/attest', actionBody(ids), headers);
  server.advance(7 * 86_400_000);
  await pastRequests.run(deps);
  const repeated = await calls.post('/actions/attest', actionBody(ids), headers);
  expect(repeated.at('node_id')).toBe(receipt.at('node_id'));
  server.advance(86_400_000);
  await pastRequests.run(deps);
  expect((await calls.post('/actions/attest', actionBody(ids), headers)).code).toBe('SESSION_EXPIRED');
});
