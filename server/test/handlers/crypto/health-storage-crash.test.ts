/** kill -9 during writes: the events of a call are all there or none, and what was encrypted opens. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemRandom } from '@touchstone/core/random.ts';
import { systemClock } from '@touchstone/core/time.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { examineDataFolder } from '../../../src/doctor/doctor.ts';
import { kdf } from '../../backup/folder.ts';
import { type ServerProcess, startProcess } from '../../process.ts';

const ROUNDS = process.env.SOAK === '1' ? 60 : 4;
const EVENTS = 7;
const PLAIN = 'SGVsbG8=';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function call(
  server: ServerProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const answer = await fetch(`${server.url}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${server.line.admin_token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}

test(
  `${ROUNDS} rounds`,
  async () => {
    let server = await startProcess({ dataDir: folder });
    await call(server, 'POST', '/health/baa/accept', { user_id: 'u', signature_name: 'U' });
    const { session_id: session } = await call(server, 'POST', '/health/sessions', { contract_id: 'c', user_id: 'u' });
    const event = { session_id: session, field_id: 'f', action: 'view', actor: 'u', timestamp: '2026-04-01T12:00:00Z' };
    const body = { events: Array.from({ length: EVENTS }, () => event) };
    // The first signature waits for the key set that is made for it.
    const heads: unknown[] = [(await call(server, 'POST', '/health/audit', body)).head_hash];
    const encrypted: object[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const running = server;
      const untilKilled = async (action: () => Promise<void>) => {
        for (;;) {
          try {
            await action();
          } catch (error) {
            if (error instanceof TypeError) return;
            throw error;
          }
        }
      };
      const append = async () => {
        heads.push((await call(running, 'POST', '/health/audit', body)).head_hash);
      };
      const encrypt = async () => {
        const { ciphertext_b64, key_id } = await call(running, 'POST', '/storage/encrypt', { plaintext_b64: PLAIN });
        encrypted.push({ ciphertext_b64, key_id });
      };
      const writers = [append, append, append, encrypt].map(untilKilled);
      const before = heads.length;
      const known = encrypted.length;
      while (heads.length === before || encrypted.length === known) await wait(5);
      await wait(Math.random() * 150);
      await server.end('SIGKILL');
      await Promise.all(writers);
      server = await startProcess({ dataDir: folder });
    }
    const { items } = (await call(server, 'GET', '/health/sessions')) as { items: { events: number }[] };
    const events = items[0]?.events ?? 0;
    expect(events % EVENTS).toBe(0);
    expect(heads.length).toBeGreaterThan(0);
    expect(events / EVENTS).toBeGreaterThanOrEqual(heads.length);
    // Each round may leave three calls whose answer never came.
    expect(events / EVENTS).toBeLessThanOrEqual(heads.length + 3 * ROUNDS);
    for (const ciphertext of encrypted) {
      expect((await call(server, 'POST', '/storage/decrypt', ciphertext)).plaintext_b64).toBe(PLAIN);
    }
    await server.end('SIGTERM');
    const { findings } = await examineDataFolder({ dataDir: folder, kdf, random: systemRandom, clock: systemClock });
    const found = findings.filter(({ check }) =>
      ['storage-keys', 'health-audit', 'account-balances', 'ledger'].includes(check),
    );
    expect(found.map(({ check, status }) => [check, status])).toEqual([
      ['storage-keys', 'ok'],
      ['health-audit', 'ok'],
      ['account-balances', 'ok'],
      ['ledger', 'ok'],
    ]);
  },
  120_000 + ROUNDS * 30_000,
);
