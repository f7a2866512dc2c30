/** Kill -9 while secrets are stored, rotated, revealed and destroyed: nothing is half-written. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { kdf } from '../backup/folder.ts';
import { type ServerProcess, startProcess } from '../process.ts';

const ROUNDS = process.env.SOAK === '1' ? 60 : 4;
const WRITERS = 3;
/** A round is killed when so many were acknowledged, and some more: how fast the machine is must not matter. */
const LEAST_WRITES = 3;
const MORE_WRITES = 6;
const FACTS = { name: 'n', provider: 'p', environment: 'e', vault: 'v' };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function send(
  server: ServerProcess,
  method: string,
  path: string,
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/v1/shield${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-api-key': String(server.line.admin_token) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const json = (await answer.json()) as Record<string, unknown>;
  if (answer.status !== 200) throw new RangeError(`unexpected: ${JSON.stringify(json)}`);
  return json;
}

/** Goes on until the server is gone. `values` holds what was acknowledged; `onEach` is called for each. */
async function writeUntilKilled(
  server: ServerProcess,
  values: Map<string, string>,
  destroyed: Set<string>,
  onEach: () => void,
): Promise<void> {
  for (;;) {
    try {
      const value = `value ${Math.random()}`;
      const { id } = await send(server, 'POST', '/store', { ...FACTS, value });
      values.set(String(id), value);
      onEach();
      const next = await send(server, 'POST', '/rotate', { secret_id: id, new_value: `${value} 2` });
      values.set(String(next.id), `${value} 2`);
      await send(server, 'GET', `/secrets/${next.id}`);
      if (Math.random() < 0.5) {
        for (const one of [id, next.id]) destroyed.add(String(one));
        await send(server, 'POST', `/secrets/${next.id}/destroy`);
      }
    } catch (error) {
      if (error instanceof RangeError) throw error;
      return;
    }
  }
}

test(
  `kill -9, ${ROUNDS} rounds`,
  async () => {
    const values = new Map<string, string>();
    const destroyed = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const server = await startProcess({ dataDir: folder });
      // The first start makes the key sets, which takes longer than a round.
      if (round === 0) await send(server, 'POST', '/store', { ...FACTS, value: 'first' });
      const enough = Promise.withResolvers<void>();
      const least = values.size + LEAST_WRITES + Math.floor(Math.random() * MORE_WRITES);
      const onEach = () => {
        if (values.size >= least) enough.resolve();
      };
      const writers = Promise.all(
        Array.from({ length: WRITERS }, () => writeUntilKilled(server, values, destroyed, onEach)),
      );
      await Promise.race([enough.promise, writers]);
      // Not always at the moment of an answer.
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 20));
      await server.end('SIGKILL');
      await writers;
    }
    const server = await startProcess({ dataDir: folder });
    for (const [id, value] of values) {
      if (!destroyed.has(id)) expect((await send(server, 'GET', `/secrets/${id}`)).value).toBe(value);
    }
    await server.end('SIGTERM');
    expect(values.size).toBeGreaterThanOrEqual(ROUNDS * LEAST_WRITES);

    const after = new SqliteDatabase(join(folder, 'touchstone.db'), { readonly: true });
    const count = (text: string) => after.prepare(`SELECT count(*) FROM ${text}`).pluck().get();
    const told = (action: string) => count(`secret_audit WHERE action = '${action}' AND body LIKE '%"success"%'`);
    // Every effect has its entry, and every entry its effect.
    expect(told('store')).toBe(count('secret_versions WHERE version = 1'));
    expect(told('rotate')).toBe(count('secret_versions WHERE version = 2'));
    expect(told('rotate')).toBe(count('secret_versions WHERE superseded_at IS NOT NULL'));
    expect(2 * Number(told('destroy'))).toBe(count('secret_versions WHERE destroyed_at IS NOT NULL'));
    expect(after.pragma('foreign_key_check')).toEqual([]);
    after.close();
    const { findings } = await examineDataFolder({ dataDir: folder, kdf, random: systemRandom, clock: Date.now });
    const own = findings.filter(({ check }) => ['secret-values', 'secret-audit', 'sealed-values'].includes(check));
    expect(own.map(({ status }) => status)).toEqual(['ok', 'ok', 'ok']);
  },
  120_000 + ROUNDS * 30_000,
);
