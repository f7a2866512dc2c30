/** kill -9 while nodes are recorded: every acknowledged one is in the log, and no head that was answered is taken back. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fromHex } from '@touchstone/core/bytes.ts';
import { verifyConsistency } from '@touchstone/core/log/tree.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServerSigner } from '../../src/crypto/signer.ts';
import { statementVerifier } from '../../src/key-sets/held-verifier.ts';
import { verifyStoredLog } from '../../src/log/verify-stored.ts';
import { openReader } from '../../src/store/sqlite/open.ts';
import { HASH } from '../handlers/agents/story.ts';
import { type ServerProcess, startProcess } from '../process.ts';

const ROUNDS = process.env.SOAK === '1' ? 50 : 3;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(server: ServerProcess, method: string, path: string, body?: unknown) {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${server.line.admin_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

interface Head {
  readonly tree_size: number;
  readonly root: string;
}

/** Records, and now and then asks for a head, until the server is gone. */
async function recordUntilKilled(server: ServerProcess, ids: object, nodes: string[], heads: Head[]): Promise<void> {
  const action = { ...ids, action_type: 'payment.prepare', summary: 'Prepared a payment.', input_hash: HASH };
  for (let count = 0; ; count++) {
    try {
      const { status, body } = await call(server, 'POST', '/api/v1/agents/actions/attest', action);
      if (status !== 200) throw new Error(`unexpected: ${JSON.stringify(body)}`);
      nodes.push(String(body.node_id));
      if (count % 10 !== 0) continue;
      heads.push((await call(server, 'GET', '/v1/log/head')).body.head as Head);
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('unexpected')) throw error;
      return;
    }
  }
}

test(
  `${ROUNDS} rounds`,
  async () => {
    const nodes: string[] = [];
    const heads: Head[] = [];
    let server = await startProcess({ dataDir: folder });
    const sessions: object[] = [];
    for (const seq of ['001', '002']) {
      const name = { name: 'A', canonical_name: `svc.agent.example.test.kill.test.${seq}`, tenant: 'example' };
      const { agent_id } = (await call(server, 'POST', '/api/v1/agents/register', name)).body;
      const started = await call(server, 'POST', '/api/v1/agents/sessions/start', { agent_id, duration_secs: 36_000 });
      sessions.push({ agent_id, session_id: started.body.session_id });
    }
    for (let round = 0; round < ROUNDS; round++) {
      const running = server;
      const before = nodes.length;
      const writers = sessions.map((ids) => recordUntilKilled(running, ids, nodes, heads));
      while (nodes.length < before + 40) await wait(20);
      await server.end('SIGKILL');
      await Promise.all(writers);
      server = await startProcess({ dataDir: folder });
    }
    const now = (await call(server, 'GET', '/v1/log/head')).body.head as Head;
    for (const { tree_size: first, root } of heads) {
      const proof = await call(server, 'GET', `/v1/log/consistency?first=${first}&second=${now.tree_size}`);
      expect(proof.body.first_root).toBe(root);
      const path = (proof.body.path as string[]).map((hash) => fromHex(hash) ?? new Uint8Array(0));
      const roots = [root, now.root].map((hash) => fromHex(hash) ?? new Uint8Array(0)) as [Uint8Array, Uint8Array];
      expect(verifyConsistency({ first, second: now.tree_size, path }, ...roots)).toBe(true);
    }
    for (const id of nodes.filter((_, at) => at % 10 === 0)) {
      expect((await call(server, 'GET', `/api/v1/agents/proof/${id}`)).body).toMatchObject({ valid: true });
    }
    await server.end('SIGKILL');
    const db = openReader(join(folder, 'touchstone.db'));
    const verdict = await verifyStoredLog(db, await statementVerifier(db, createServerSigner()));
    await db.destroy();
    expect(verdict.faults).toEqual([]);
    expect(verdict.size).toBeGreaterThanOrEqual(nodes.length);
  },
  120_000 + ROUNDS * 30_000,
);
