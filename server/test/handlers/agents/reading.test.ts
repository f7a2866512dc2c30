import { setImmediate } from 'node:timers/promises';
import { parseSessionBundle } from '@touchstone/core/agent/bundle.ts';
import { fromHex, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { leafHash, pairHash } from '@touchstone/core/log/tree.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, openTestServer, type TestServer } from '../../harness.ts';
import { HASH, type Story, tamper, tellStory } from './story.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

async function story(scope: object = {}): Promise<Story> {
  const { key } = await server.newKey({ plan: 'business' });
  return tellStory(server, key, scope);
}

const proofOf = (nodeId: string) => server.call('GET', `/api/v1/agents/proof/${nodeId}`);
const verify = (sessionId: string) => server.call('GET', `/api/v1/agents/sessions/${sessionId}/verify`);
const failedChecks = (answer: Answer) =>
  (answer.at('checks') as { id: string; status: string }[])
    .filter(({ status }) => status === 'failed')
    .map(({ id }) => id);

/** Follows a proof as a stranger would. */
function rootFrom(hash: Uint8Array, path: { hash: string; side: string }[]): string {
  const root = path.reduce((below, { hash: text, side }) => {
    const sibling = fromHex(text) ?? new Uint8Array(0);
    return side === 'left' ? pairHash(sibling, below) : pairHash(below, sibling);
  }, leafHash(hash));
  return toHex(root);
}

async function storedHash(nodeId: string): Promise<Uint8Array> {
  const { hash } = await server.deps.db
    .selectFrom('agent_nodes')
    .select('hash')
    .where('id', '=', nodeId)
    .executeTakeFirstOrThrow();
  return hash;
}

describe('proof', () => {
  test('of a node leads to the log before the seal, to the seal after it, and its end to the log', async () => {
    const told = await story();
    const acted = [await told.act(), await told.act(), await told.act()];
    const open = await proofOf(acted[0] ?? '');
    expect(open.at('valid'), open.text).toBe(true);
    expect(open.at('svc_74_attestation')).toBeNull();
    const head = await server.call('GET', '/v1/log/head');
    expect([open.at('root'), open.at('tree_size')]).toEqual([head.at('head.root'), head.at('head.tree_size')]);
    const end = await told.end();
    for (const id of [...told.nodeIds.slice(1, -1)]) {
      const proof = await proofOf(id);
      expect(proof.at('valid'), proof.text).toBe(true);
      expect(proof.at('tree_size')).toBe(4);
      const path = proof.at('merkle_proof') as { hash: string; side: string }[];
      expect(rootFrom(await storedHash(id), path)).toBe(proof.at('root'));
      expect(rootFrom(await storedHash(end), path)).not.toBe(proof.at('root'));
      expect(String(proof.at('svc_74_attestation'))).toMatch(/^[0-9a-f]{148}$/);
    }
    const ending = await proofOf(end);
    expect(ending.at('valid'), ending.text).toBe(true);
    expect(Number(ending.at('tree_size'))).toBeGreaterThan(4);
    const path = ending.at('merkle_proof') as { hash: string; side: string }[];
    expect(rootFrom(await storedHash(end), path)).toBe(ending.at('root'));
    const registration = await proofOf(told.nodeIds[0] ?? '');
    expect([registration.at('valid'), registration.at('tree_size')]).toEqual([true, 1]);
  });

  test('of an unknown node is NOT_FOUND', async () => {
    expect((await proofOf('node_0')).code).toBe('NOT_FOUND');
  });
});

describe('verify', () => {
  test('holds for open and sealed sessions, needs no key, and says what a seal would add', async () => {
    const told = await story();
    await told.act();
    const open = await verify(told.sessionId);
    expect(open.body).toMatchObject({ intact: true, nodes: 2, sealed: false, broken_at: null });
    expect(open.text).toContain('completeness cannot be concluded');
    await told.end();
    const sealed = await verify(told.sessionId);
    expect(sealed.body).toMatchObject({ intact: true, nodes: 3, sealed: true, broken_at: null });
    expect((await verify('ags_0')).code).toBe('NOT_FOUND');
  });

  test('reads long sessions in slices', async () => {
    const told = await story();
    for (let at = 0; at < 40; at++) await told.act();
    expect((await verify(told.sessionId)).body).toMatchObject({ intact: true, nodes: 41 });
    const replayed = await told.post('/replay', { session_id: told.sessionId });
    expect(replayed.at('chain_intact')).toBe(true);
    expect((replayed.at('nodes') as object[]).length).toBe(41);
  });

  const nodeRow = '(SELECT id FROM agent_nodes WHERE session_id = ? AND sequence = 3)';
  test.each([
    [
      'a text',
      `UPDATE agent_nodes SET body = replace(body, 'Prepared', 'Refused') WHERE id = ${nodeRow}`,
      'node_hashes',
      3,
    ],
    ['a text that is no JSON any more', `UPDATE agent_nodes SET body = 'x' WHERE id = ${nodeRow}`, 'node_hashes', 3],
    ['a hash', `UPDATE agent_nodes SET hash = zeroblob(32) WHERE id = ${nodeRow}`, 'node_hashes', 3],
    ['a signature', `UPDATE agent_nodes SET signature = zeroblob(3309) WHERE id = ${nodeRow}`, 'signatures', 3],
    ['a place in the log', `UPDATE agent_nodes SET log_index = 0 WHERE id = ${nodeRow}`, 'log', 3],
    ['a node that is removed', `DELETE FROM agent_nodes WHERE id = ${nodeRow}`, 'links', 4],
    ['the last node that is removed', 'DELETE FROM agent_nodes WHERE session_id = ? AND sequence = 5', 'length', null],
  ] as const)('finds %s', async (_what, sql, check, broken) => {
    const told = await story();
    for (let at = 0; at < 4; at++) await told.act();
    expect((await verify(told.sessionId)).at('intact')).toBe(true);
    tamper(server, (sqlite) => sqlite.prepare(sql).run(told.sessionId));
    const verdict = await verify(told.sessionId);
    expect(verdict.at('intact')).toBe(false);
    expect(failedChecks(verdict)).toContain(check);
    expect(verdict.at('broken_at')).toBe(broken === null ? null : told.nodeIds[broken]);
    const isChain = check === 'node_hashes' || check === 'links' || check === 'length';
    const replayed = await told.post('/replay', { session_id: told.sessionId });
    expect(replayed.at('chain_intact')).toBe(!isChain);
    if (check === 'signatures' || check === 'node_hashes') {
      expect(replayed.at('nodes.2.signature_status')).toBe('invalid');
    }
    if (broken === 3) {
      const proof = await proofOf(told.nodeIds[3] ?? '');
      expect(proof.at('valid')).toBe(false);
      expect(proof.text).toContain(told.nodeIds[3]);
      expect((await proofOf(told.nodeIds[2] ?? '')).at('valid')).toBe(true);
    }
  });

  test('finds nodes that changed places', async () => {
    const told = await story();
    for (let at = 0; at < 4; at++) await told.act();
    tamper(server, (sqlite) => {
      const move = sqlite.prepare('UPDATE agent_nodes SET sequence = ? WHERE session_id = ? AND sequence = ?');
      move.run(99, told.sessionId, 3);
      move.run(3, told.sessionId, 4);
      move.run(4, told.sessionId, 99);
    });
    const verdict = await verify(told.sessionId);
    expect([verdict.at('intact'), failedChecks(verdict), verdict.at('broken_at')]).toEqual([
      false,
      ['links'],
      told.nodeIds[4],
    ]);
  });

  test('finds a node of another session that was put between', async () => {
    const told = await story();
    for (let at = 0; at < 2; at++) await told.act();
    const other = await story();
    const foreign = await other.act();
    tamper(server, (sqlite) => {
      sqlite
        .prepare('UPDATE agent_nodes SET sequence = sequence + 10 WHERE session_id = ? AND sequence >= 3')
        .run(told.sessionId);
      sqlite.prepare('UPDATE agent_nodes SET session_id = ?, sequence = 3 WHERE id = ?').run(told.sessionId, foreign);
      sqlite.prepare('UPDATE agent_nodes SET sequence = 4 WHERE session_id = ? AND sequence > 10').run(told.sessionId);
      sqlite.prepare('UPDATE agent_sessions SET nodes = 4 WHERE id = ?').run(told.sessionId);
    });
    const verdict = await verify(told.sessionId);
    expect([verdict.at('intact'), verdict.at('broken_at')]).toEqual([false, foreign]);
  });

  test.each([
    ['stretched', 1],
    ['shortened', -1],
  ] as const)(
    'finds a session that was %s in the database, and so does the proof of its nodes',
    async (_what, times) => {
      const told = await story();
      const acted = await told.act();
      const delegation = { agent_id: told.agentId, session_id: told.sessionId, delegate_agent_id: told.agentId };
      const delegated = await told.post('/delegate', { ...delegation, duration_secs: 600 });
      const child = String(delegated.at('details.child_session_id'));
      const [first] = (await told.get(`/sessions/${child}/nodes`)).at('items') as { node_id: string }[];
      const move = 'UPDATE agent_sessions SET expires_at = expires_at + ? WHERE id = ?';
      await setImmediate();
      tamper(server, (sqlite) => {
        for (const id of [told.sessionId, child]) sqlite.prepare(move).run(times * 100_000, id);
      });
      await setImmediate();
      expect(failedChecks(await verify(told.sessionId))).toEqual(['scope']);
      const proof = await proofOf(acted);
      expect([proof.at('valid'), failedChecks(proof)]).toEqual([false, ['scope']]);
      expect(proof.text).toContain('Another duration is enforced.');
      // The end of its parent may have cut a session that was delegated, but nothing makes it longer.
      const isFound = times === 1;
      expect(failedChecks(await verify(child))).toEqual(isFound ? ['scope'] : []);
      expect((await proofOf(first?.node_id ?? '')).at('valid')).toBe(!isFound);
    },
  );

  test('finds a seal, scope, agent or registration that was changed', async () => {
    const changes = [
      [
        'UPDATE agent_seals SET statement = replace(statement, \'"count":2\', \'"count":1\') WHERE session_id = ?',
        'seal_statement',
      ],
      ["UPDATE agent_seals SET tx = '0x00' WHERE session_id = ?", 'seal_anchor'],
      [
        "UPDATE receipts SET signatures = replace(signatures, 'A', 'B') WHERE id = (SELECT receipt_id FROM agent_seals WHERE session_id = ?)",
        'seal_receipt',
      ],
      ["UPDATE agent_sessions SET scope = replace(scope, '500', '900') WHERE id = ?", 'scope'],
      [
        "UPDATE agent_nodes SET opening = replace(opening, 'clerk', 'chief') WHERE session_id IS NULL AND agent_id = (SELECT agent_id FROM agent_sessions WHERE id = ?)",
        'registration',
      ],
    ] as const;
    for (const [sql, check] of changes) {
      const told = await story({ max_value: 500 });
      await told.act();
      await told.end();
      expect((await verify(told.sessionId)).at('intact')).toBe(true);
      tamper(server, (sqlite) => sqlite.prepare(sql).run(told.sessionId));
      const verdict = await verify(told.sessionId);
      expect(verdict.at('intact'), check).toBe(false);
      expect(failedChecks(verdict), verdict.text).toContain(check);
    }
  });
});

describe('replay', () => {
  test('up to a moment, in the order of the chain, with receipts as they were answered', async () => {
    const told = await story();
    for (let at = 0; at < 3; at++) await told.act();
    const listed = await told.get(`/sessions/${told.sessionId}/nodes`);
    const whole = await told.post('/replay', { session_id: told.sessionId });
    expect(whole.at('nodes')).toEqual(listed.at('items'));
    expect(whole.at('divergence')).toEqual([]);
    const until = String(listed.at('items.1.timestamp'));
    const part = await told.post('/replay', { session_id: told.sessionId, timestamp: until });
    expect(part.at('nodes')).toEqual((listed.at('items') as object[]).slice(0, 2));
    expect(part.at('chain_intact')).toBe(true);
    const bad = await server.call('POST', '/api/v1/agents/replay', {
      token: told.token,
      json: { session_id: told.sessionId, timestamp: '2026-02-30T00:00:00.000Z' },
    });
    expect(bad.code).toBe('INVALID_REQUEST');
    const { key } = await server.newKey();
    const foreign = await server.call('POST', '/api/v1/agents/replay', {
      token: key,
      json: { session_id: told.sessionId },
    });
    expect(foreign.code).toBe('NOT_FOUND');
  });

  test('forked under a lower cap diverges where the cap refuses, and nowhere without a policy', async () => {
    const told = await story({ max_value: 500 });
    await told.act(50);
    const large = await told.act(400);
    await told.act(60);
    const same = await told.post('/replay/fork', { session_id: told.sessionId, fork_at: told.nodeIds[2] });
    expect(same.at('divergence')).toEqual([]);
    const forked = await told.post('/replay/fork', {
      session_id: told.sessionId,
      fork_at: told.nodeIds[3],
      policy: { max_value: 100 },
    });
    expect(forked.at('forked_from')).toBe(told.nodeIds[3]);
    expect(forked.at('divergence')).toEqual([
      { node_id: large, original: 'allowed', replayed: 'denied', rule: 'session.max_value' },
    ]);
    const nodes = forked.at('nodes') as { simulation?: true; signature_status: string; parent_hash: string }[];
    expect(nodes.map(({ simulation }) => simulation ?? false)).toEqual([false, false, true, true]);
    expect(nodes.map(({ signature_status: status }) => status)).toEqual(['valid', 'valid', 'unsigned', 'unsigned']);
    expect(nodes[2]?.parent_hash).toBe(toHex(await storedHash(told.nodeIds[2] ?? '')));
    expect(nodes[3]?.parent_hash).not.toBe(toHex(await storedHash(large)));
    const other = await story();
    const foreign = await server.call('POST', '/api/v1/agents/replay/fork', {
      token: told.token,
      json: { session_id: told.sessionId, fork_at: other.nodeIds[1] },
    });
    expect(foreign.code).toBe('NOT_FOUND');
  });

  test('a fork over several slices is the fork of the whole', async () => {
    const told = await story();
    for (let at = 0; at < 36; at++) await told.act(at);
    const forked = await told.post('/replay/fork', {
      session_id: told.sessionId,
      fork_at: told.nodeIds[1],
      policy: { max_value: 30 },
    });
    expect(forked.at('chain_intact')).toBe(true);
    expect((forked.at('divergence') as object[]).length).toBe(5);
  });
});

describe('lineage', () => {
  test('follows chain, delegation and approval both ways, and says when it stopped', async () => {
    const told = await story();
    const before = await told.act();
    const asked = await told.post('/approval/request', {
      agent_id: told.agentId,
      session_id: told.sessionId,
      summary: 'Pay?',
      approvers: ['ada'],
      allow_requester: true,
    });
    const delegated = await told.post('/delegate', {
      agent_id: told.agentId,
      session_id: told.sessionId,
      delegate_agent_id: told.agentId,
      duration_secs: 600,
    });
    const decided = await server.call('POST', `/api/v1/agents/approvals/${asked.at('node_id')}/decide`, {
      token: told.token,
      json: { decision: 'approve', approver: 'ada' },
    });
    expect(decided.status, decided.text).toBe(200);
    const down = await told.post('/lineage/query', { node_id: before, direction: 'descendants' });
    const kinds = (down.at('edges') as { kind: string; from: string; to: string }[]).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['approval', 'chain', 'chain', 'chain', 'delegation']);
    expect(down.at('roots')).toEqual([before]);
    expect(down.at('truncated')).toBe(false);
    const up = await told.post('/lineage/query', { node_id: decided.at('node_id'), direction: 'ancestors' });
    expect((up.at('nodes') as object[]).length).toBe(6);
    expect(up.at('roots')).toEqual([told.nodeIds[0]]);
    const child = await told.post('/lineage/query', {
      session_id: delegated.at('details.child_session_id'),
      direction: 'ancestors',
      depth: 1,
    });
    expect((child.at('edges') as object[]).length).toBe(1);
    expect(child.at('edges.0')).toMatchObject({ from: delegated.at('node_id'), kind: 'delegation' });
    expect(child.at('truncated')).toBe(true);
    const agent = await told.post('/lineage/query', { agent_id: told.agentId });
    expect((agent.at('nodes') as object[]).length).toBe(7);
    for (const json of [{}, { node_id: before, agent_id: told.agentId }]) {
      const refused = await server.call('POST', '/api/v1/agents/lineage/query', { token: told.token, json });
      expect(refused.code).toBe('INVALID_REQUEST');
    }
    const { key } = await server.newKey();
    const foreign = await server.call('POST', '/api/v1/agents/lineage/query', {
      token: key,
      json: { node_id: before },
    });
    expect(foreign.code).toBe('NOT_FOUND');
  });
});

describe('bundle', () => {
  test('is a file that the verifier reads, sealed or not', async () => {
    const told = await story({ max_value: 500 });
    await told.act();
    const open = await told.get(`/sessions/${told.sessionId}/bundle`);
    const parsedOpen = parseSessionBundle(utf8(open.text));
    expect(parsedOpen.ok ? parsedOpen.nodes.count : parsedOpen).toBe(2);
    await told.end();
    const sealed = await told.get(`/sessions/${told.sessionId}/bundle`);
    const parsed = parseSessionBundle(utf8(sealed.text));
    if (!parsed.ok) throw new TypeError(`${parsed.field}: ${parsed.message}`);
    expect(parsed.nodes.count).toBe(3);
    expect(parsed.bundle.seal?.statement.count).toBe(2);
    expect(parsed.bundle.registration.seal?.statement.count).toBe(1);
    expect([...parsed.bundle.openings.keys()]).toEqual([told.nodeIds[0], told.nodeIds[1], told.nodeIds.at(-1)]);
    expect(parsed.bundle.log?.inclusion.map(({ node_id: id }) => id)).toEqual([told.nodeIds[0], told.nodeIds.at(-1)]);
    const { key } = await server.newKey();
    const foreign = await server.call('GET', `/api/v1/agents/sessions/${told.sessionId}/bundle`, { token: key });
    expect(foreign.code).toBe('NOT_FOUND');
  });
});

describe('a log that was changed', () => {
  test('shows in the proof of every node that stands in it, and in the verification of the one that was changed', async () => {
    const told = await story();
    const [first, second] = [await told.act(), await told.act()];
    expect((await proofOf(second)).at('valid')).toBe(true);
    tamper(server, (sqlite) =>
      sqlite
        .prepare(
          'UPDATE log_leaves SET data = zeroblob(32) WHERE position = (SELECT log_index + 1 FROM agent_nodes WHERE id = ?)',
        )
        .run(first),
    );
    const changed = await proofOf(first);
    expect(changed.at('valid')).toBe(false);
    expect(failedChecks(changed)).toContain('log');
    expect(changed.text).toContain(`The log does not hold ${first} at its place.`);
    const neighbour = await proofOf(second);
    expect([neighbour.at('valid'), failedChecks(neighbour)]).toEqual([false, ['inclusion']]);
    const verdict = await verify(told.sessionId);
    expect([verdict.at('intact'), verdict.at('broken_at'), failedChecks(verdict)]).toEqual([false, first, ['log']]);
  });
});

describe('console H4: what the list says of a session', () => {
  const row = async (told: Awaited<ReturnType<typeof story>>) => (await told.get(`/sessions/${told.sessionId}`)).body;
  const check = (told: Awaited<ReturnType<typeof story>>) => told.post(`/sessions/${told.sessionId}/check`, {});

  test('counts failures, denials and violations as they are recorded', async () => {
    const told = await story({ allowed_tools: ['svc.tool.example.read.v1'] });
    const tool = (tool_name: string, more: object) =>
      told.post('/tools/attest', {
        agent_id: told.agentId,
        session_id: told.sessionId,
        tool_name,
        request_hash: HASH,
        ...more,
      });
    const read = 'svc.tool.example.read.v1';
    for (const status of ['success', 'failure', 'timeout']) await tool(read, { status, response_hash: HASH });
    await tool('svc.tool.example.write.v1', {});
    await tool('svc.tool.example.write.v1', { status: 'success', response_hash: HASH });
    expect(await row(told)).toMatchObject({ node_count: 6, failures: 2, denials: 1, violations: 1, last_check: null });
  });

  test('keeps what the last check found, up to which receipt, and where it broke', async () => {
    const told = await story();
    await told.act();
    const kept = await check(told);
    expect(kept.body).toMatchObject({ intact: true, last_check: { intact: true, nodes: 2, broken_receipt: null } });
    await told.act();
    expect(await row(told)).toMatchObject({ node_count: 3, last_check: { intact: true, nodes: 2 } });
    tamper(server, (sqlite) =>
      sqlite
        .prepare(
          "UPDATE agent_nodes SET body = replace(body, 'Prepared', 'Refused') WHERE session_id = ? AND sequence = 2",
        )
        .run(told.sessionId),
    );
    expect((await check(told)).at('intact')).toBe(false);
    expect(await row(told)).toMatchObject({ last_check: { intact: false, nodes: 3, broken_receipt: 2 } });
  });

  test('is no matter of another project', async () => {
    const told = await story();
    const { key: token } = await server.newKey({ plan: 'business' });
    const answer = await server.call('POST', `/api/v1/agents/sessions/${told.sessionId}/check`, { token, json: {} });
    expect(answer.code).toBe('NOT_FOUND');
    expect(await row(told)).toMatchObject({ last_check: null });
  });
});
