import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from './process.ts';

/** `npm run soak crash` runs the long one. */
const ROUNDS = process.env.SOAK === '1' ? 200 : 10;
const WRITERS = 4;
/** A round is killed when so many writes were acknowledged, and some more: how fast the machine is must not matter. */
const LEAST_WRITES = 5;
const MORE_WRITES = 10;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function post(server: ServerProcess, path: string, token: string, body: unknown): Promise<Response> {
  return fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
}

interface Acknowledged {
  /** What to read back and by which operation. */
  readonly path: string;
  readonly body?: unknown;
  readonly units: number;
}

/** What writers do in turn; each effect is stored and paid for in one transaction. */
const WRITES: readonly ((turn: string) => {
  readonly path: string;
  readonly body: unknown;
  readonly units: number;
  readonly back: (answer: Record<string, unknown>) => { path: string; body?: unknown };
})[] = [
  (turn) => ({
    path: '/v1/artifacts',
    body: { ...api.artifacts.artifacts.create.example.body, subject: { name: turn, category: 'demo' } },
    units: 1,
    back: ({ artifact_id }) => ({ path: `/v1/artifacts/${artifact_id}` }),
  }),
  (turn) => ({
    path: '/v1/receipts',
    body: { payload: turn },
    units: 1,
    back: ({ receipt_id }) => ({ path: `/v1/receipts/${receipt_id}` }),
  }),
  (turn) => ({
    path: '/api/svc-key/wrap',
    body: { key_material: turn, tier: 'key-2' },
    units: 1,
    back: ({ wrapped_key_id }) => ({ path: '/api/svc-key/unwrap', body: { wrapped_key_id } }),
  }),
  (turn) => ({
    path: '/v1/storage/encrypt',
    body: { plaintext_b64: Buffer.from(turn).toString('base64') },
    units: 1,
    back: ({ ciphertext_b64, key_id }) => ({ path: '/v1/storage/decrypt', body: { ciphertext_b64, key_id } }),
  }),
  (turn) => ({
    path: '/api/v1/commerce/invoice',
    body: { ...api.privacy.commerce.invoice.example.body, description: turn },
    units: 1,
    back: ({ commitment }) => ({ path: `/api/v1/commerce/settlement/${commitment}` }),
  }),
  () => ({
    path: '/v1/hybrid/keygen',
    body: { scheme: 'CONCAT_ED25519_DILITHIUM3' },
    units: 2,
    back: ({ key_id }) => ({
      path: '/v1/hybrid/sign',
      body: { message: 'eA==', scheme: 'CONCAT_ED25519_DILITHIUM3', key_id },
    }),
  }),
];

/** Writes until the server is gone; returns the units of the write whose answer never came. */
async function writeUntilKilled(
  server: ServerProcess,
  token: string,
  first: number,
  acknowledge: (write: Acknowledged) => void,
): Promise<number> {
  for (let i = first; ; i++) {
    const turn = `${server.line.pid} ${i} ${Math.random()}`;
    const write = WRITES[i % WRITES.length]?.(turn);
    if (write === undefined) throw new TypeError('no such write');
    try {
      const answer = await post(server, write.path, token, write.body);
      const body = (await answer.json()) as Record<string, unknown>;
      if (answer.status !== 200) throw new TypeError(`unexpected: ${JSON.stringify(body)}`);
      acknowledge({ ...write.back(body), units: write.units });
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith('unexpected')) throw error;
      return write.units;
    }
  }
}

test(
  `kill -9 during writes, ${ROUNDS} rounds: nothing acknowledged is lost, units add up, no manual step`,
  async () => {
    const acknowledged: Acknowledged[] = [];
    let unknown = 0;
    let server = await startProcess({ dataDir: folder });
    const keyAnswer = await post(server, '/api/auth/request', '', { email: 'crash@example.com' });
    const { api_key: token, project_id: project } = (await keyAnswer.json()) as { api_key: string; project_id: string };
    expect(project).toMatch(/^prj_/);
    const asAdministrator = async (method: string, path: string, body?: unknown) => {
      const answer = await fetch(`${server.url}/api/v1/admin${path}`, {
        method,
        headers: { 'x-api-key': String(server.line.admin_token), 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      expect(answer.status).toBe(200);
      return (await answer.json()) as Record<string, unknown>;
    };
    const { accounts } = (await asAdministrator('GET', '/accounts')) as { accounts: { id: string; email: string }[] };
    const account = accounts.find(({ email }) => email === 'crash@example.com')?.id ?? '';
    await asAdministrator('PATCH', `/accounts/${account}`, { plan: 'enterprise_plus', credits: 100_000 });
    await server.end('SIGKILL');

    for (let round = 0; round < ROUNDS; round++) {
      server = await startProcess({ dataDir: folder });
      const running = server;
      const enough = Promise.withResolvers<void>();
      const least = acknowledged.length + LEAST_WRITES + Math.floor(Math.random() * MORE_WRITES);
      const writers = Promise.all(
        Array.from({ length: WRITERS }, (_, i) =>
          writeUntilKilled(running, token, i, (write) => {
            acknowledged.push(write);
            if (acknowledged.length >= least) enough.resolve();
          }),
        ),
      );
      await Promise.race([enough.promise, writers]);
      // Not always at the moment of an answer.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      await server.end('SIGKILL');
      unknown += (await writers).reduce((sum, units) => sum + units, 0);
    }

    server = await startProcess({ dataDir: folder });
    // Every stored effect was paid for, and nothing else was: effect and charge are one transaction.
    const before = await asAdministrator('GET', `/accounts/${account}`);
    const paid = acknowledged.reduce((sum, { units }) => sum + units, 0);
    expect(before.granted).toBe(100_000);
    expect(Number(before.spent) + Number(before.credits)).toBe(100_000);
    expect(Number(before.spent)).toBeGreaterThanOrEqual(paid);
    expect(Number(before.spent)).toBeLessThanOrEqual(paid + unknown);

    for (const { path, body } of acknowledged) {
      const answer =
        body === undefined
          ? await fetch(server.url + path, { headers: { 'x-api-key': token } })
          : await post(server, path, token, body);
      expect(answer.status, path).toBe(200);
      await answer.arrayBuffer();
    }
    expect(await asAdministrator('POST', '/audit/verify')).toMatchObject({ intact: true });
    expect(await server.end('SIGTERM')).toEqual([0, null]);

    const { default: SqliteDatabase } = await import('better-sqlite3');
    const after = new SqliteDatabase(join(folder, 'touchstone.db'), { readonly: true });
    const count = (table: string) => (after.prepare(`SELECT count(*) AS n FROM ${table}`).get() as { n: number }).n;
    const units =
      count('artifacts') +
      count('storage_keys') +
      count('receipts') +
      count('wrapped_keys') +
      count('invoices') +
      2 * count('signing_keys');
    expect(units).toBe(Number(before.spent));
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(after.pragma('foreign_key_check')).toEqual([]);
    after.close();
    expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * LEAST_WRITES);
  },
  // A machine that is busy with other tests takes ten times as long.
  120_000 + ROUNDS * 30_000,
);
