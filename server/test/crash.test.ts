import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@touchstone/core/api/api.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from './process.ts';

/** `npm run soak crash` runs the long one. */
const ROUNDS = process.env.SOAK === '1' ? 200 : 10;
const WRITERS = 4;

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

/** Writes until the server is gone; returns what was acknowledged and how many answers are unknown. */
async function writeUntilKilled(server: ServerProcess, token: string, acknowledged: string[]): Promise<number> {
  for (let i = 0; ; i++) {
    try {
      const subject = { name: `${server.line.pid} ${i} ${Math.random()}`, category: 'demo' };
      const answer = await post(server, '/v1/artifacts', token, {
        ...api.artifacts.artifacts.create.example.body,
        subject,
      });
      const body = (await answer.json()) as { artifact_id: string };
      if (answer.status !== 200) throw new TypeError(`unexpected: ${JSON.stringify(body)}`);
      acknowledged.push(body.artifact_id);
    } catch (error) {
      if (error instanceof TypeError && error.message.startsWith('unexpected')) throw error;
      return 1;
    }
  }
}

test(
  `kill -9 during writes, ${ROUNDS} rounds: nothing acknowledged is lost, units add up, no manual step`,
  async () => {
    const acknowledged: string[] = [];
    let unknown = 0;
    let server = await startProcess({ dataDir: folder });
    const keyAnswer = await post(server, '/api/auth/request', '', { email: 'crash@example.com' });
    const { api_key: token, project_id: project } = (await keyAnswer.json()) as { api_key: string; project_id: string };
    expect(project).toMatch(/^prj_/);
    const { default: SqliteDatabase } = await import('better-sqlite3');
    await server.end('SIGKILL');
    const direct = new SqliteDatabase(join(folder, 'touchstone.db'));
    direct
      .prepare("UPDATE accounts SET plan = 'enterprise_plus', credits = 100000 WHERE email = 'crash@example.com'")
      .run();
    direct.close();

    for (let round = 0; round < ROUNDS; round++) {
      server = await startProcess({ dataDir: folder });
      const running = server;
      const writers = Array.from({ length: WRITERS }, () => writeUntilKilled(running, token, acknowledged));
      await new Promise((resolve) => setTimeout(resolve, 60 + Math.random() * 240));
      await server.end('SIGKILL');
      unknown += (await Promise.all(writers)).reduce((sum, count) => sum + count, 0);
    }

    server = await startProcess({ dataDir: folder });
    const admin = String(server.line.admin_token);
    for (const id of acknowledged) {
      const answer = await fetch(`${server.url}/v1/artifacts/${id}`, { headers: { 'x-api-key': token } });
      expect(answer.status, id).toBe(200);
      await answer.arrayBuffer();
    }
    const listed = await fetch(`${server.url}/api/v1/admin/accounts`, { headers: { 'x-api-key': admin } });
    const { accounts } = (await listed.json()) as { accounts: { id: string; email: string; credits: number }[] };
    const account = accounts.find(({ email }) => email === 'crash@example.com');
    expect(await server.end('SIGTERM')).toEqual([0, null]);

    const after = new SqliteDatabase(join(folder, 'touchstone.db'), { readonly: true });
    const { stored } = after.prepare('SELECT count(*) AS stored FROM artifacts').get() as { stored: number };
    const { units } = after
      .prepare('SELECT coalesce(sum(units), 0) AS units FROM usage WHERE account_id = ?')
      .get(account?.id) as { units: number };
    expect(after.pragma('integrity_check', { simple: true })).toBe('ok');
    expect(after.pragma('foreign_key_check')).toEqual([]);
    after.close();
    expect(acknowledged.length).toBeGreaterThan(ROUNDS);
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
    // Every stored artifact was paid for, and nothing else was: effect and charge are one transaction.
    expect(units).toBe(stored);
    expect(account?.credits).toBe(100_000 - stored);
    expect(stored).toBeGreaterThanOrEqual(acknowledged.length);
    expect(stored).toBeLessThanOrEqual(acknowledged.length + unknown);
  },
  120_000 + ROUNDS * 5_000,
);
