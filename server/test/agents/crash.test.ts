/** kill -9 during appends to one session: every acknowledged receipt is there, the chain is whole, a repeat answers the same. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createChainCheck } from '@touchstone/core/agent/chain.ts';
import { type AgentNode, nodeHash, nodeOf } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../process.ts';
import { actionBody } from './flow.ts';

/** `npm run soak crash` runs the long one. */
const ROUNDS = process.env.SOAK === '1' ? 100 : 5;
const WRITERS = 6;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Receipt = AgentNode & { readonly signature_status: string };

interface Sent {
  readonly body: object;
  readonly key: string;
  /** null where the answer never came. */
  readonly receipt: Receipt | null;
}

async function call<T = Readonly<Record<string, unknown>>>(
  server: ServerProcess,
  method: string,
  path: string,
  body?: object,
  key?: string,
): Promise<T> {
  const answer = await fetch(`${server.url}/api/v1/agents${path}`, {
    method,
    headers: {
      'x-api-key': String(server.line.admin_token),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const value = (await answer.json()) as T;
  if (answer.status !== 200) throw new RangeError(`unexpected: ${JSON.stringify(value)}`);
  return value;
}

/** Appends until the server is gone. The first answer lets the killer begin. */
async function appendUntilKilled(server: ServerProcess, ids: object, name: string, sent: Sent[], answered: () => void) {
  for (let turn = 0; ; turn++) {
    const key = `${name}-${turn}`;
    const body = actionBody(ids, { summary: key });
    try {
      const receipt = await call<Receipt>(server, 'POST', '/actions/attest', body, key);
      sent.push({ body, key, receipt });
      answered();
    } catch (error) {
      if (error instanceof RangeError) throw error;
      sent.push({ body, key, receipt: null });
      return;
    }
  }
}

test(
  `kill -9 during appends, ${ROUNDS} rounds`,
  async () => {
    const sent: Sent[] = [];
    let server = await startProcess({ dataDir: folder });
    const registered = await call<Receipt>(server, 'POST', '/register', {
      name: 'a',
      canonical_name: 'svc.agent.example.finance.clerk.prod.001',
      tenant: 'example',
    });
    const { agent_id } = registered;
    const { session_id } = await call(server, 'POST', '/sessions/start', { agent_id });
    const ids = { agent_id, session_id };
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) server = await startProcess({ dataDir: folder });
      const running = server;
      const first = Promise.withResolvers<void>();
      const writers = Array.from({ length: WRITERS }, (_, writer) =>
        appendUntilKilled(running, ids, `${round}-${writer}`, sent, first.resolve),
      );
      await first.promise;
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 200));
      await running.end('SIGKILL');
      await Promise.all(writers);
    }

    server = await startProcess({ dataDir: folder });
    // Whoever has no answer repeats: recorded or not before, now it is, once. Whoever has one is answered the same.
    const repeated = await Promise.all(
      sent.map(async ({ body, key, receipt }) => {
        const again = await call<Receipt>(server, 'POST', '/actions/attest', body, key);
        // The address is that of today.
        if (receipt !== null) expect({ ...again, verification_url: '' }).toEqual({ ...receipt, verification_url: '' });
        return again;
      }),
    );
    const nodes: Receipt[] = [];
    for (let after = ''; ; ) {
      const path = `/sessions/${session_id}/nodes?limit=1000${after}`;
      const page = await call<{ items: Receipt[]; next_cursor: string | null }>(server, 'GET', path);
      nodes.push(...page.items);
      if (page.next_cursor === null) break;
      after = `&after=${page.next_cursor}`;
    }
    const check = createChainCheck({ firstParent: toHex(nodeHash(nodeOf(registered))) });
    for (const node of nodes) {
      expect(check.add(nodeOf(node))).toBeNull();
      expect(node.signature_status).toBe('valid');
    }
    expect(
      nodes
        .slice(1)
        .map(({ node_id }) => node_id)
        .sort(),
    ).toEqual(repeated.map(({ node_id }) => node_id).sort());
    const ended = await call(server, 'POST', '/sessions/end', { session_id }, 'end');
    expect(ended.svc_74_status).toBe('anchored');
    expect(ended.details).toMatchObject({ count: nodes.length });
    expect(await server.end('SIGTERM')).toEqual([0, null]);

    const after = new SqliteDatabase(join(folder, 'touchstone.db'), { readonly: true });
    // What was charged is what was recorded: registration, start, acts and end.
    const { units } = after.prepare("SELECT sum(units) AS units FROM usage WHERE operation LIKE 'agents.%'").get() as {
      units: number;
    };
    expect(units).toBe(nodes.length + 2);
    const unlogged = after.prepare(
      'SELECT count(*) AS n FROM agent_nodes LEFT JOIN log_leaves ON log_leaves.position = log_index + 1 WHERE data IS NOT hash',
    );
    expect(unlogged.get()).toEqual({ n: 0 });
    expect(after.pragma('foreign_key_check')).toEqual([]);
    after.close();
  },
  120_000 + ROUNDS * 30_000,
);
