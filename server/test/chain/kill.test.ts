/** kill -9 while anchors are accepted and blocks are made: what was acknowledged is there, and the chains hold. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../process.ts';

const ROUNDS = process.env.SOAK === '1' ? 100 : 5;
const CHAINS = ['solana', 'ethereum', 'bitcoin'] as const;

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

/** Attests until the server is gone. */
async function attestUntilKilled(server: ServerProcess, acknowledged: string[], turn: number): Promise<void> {
  for (let i = 0; ; i++) {
    try {
      const hash = (turn * 1_000_000 + i).toString(16).padStart(64, '0');
      const chain = CHAINS[i % CHAINS.length];
      const { status, body } = await call(server, 'POST', '/v1/vault/attest', { hash, chain });
      if (status !== 200) throw new Error(`unexpected: ${JSON.stringify(body)}`);
      acknowledged.push(String(body.attestation_id));
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('unexpected')) throw error;
      return;
    }
    await wait(5);
  }
}

test(
  `${ROUNDS} rounds`,
  async () => {
    const acknowledged: string[] = [];
    let server = await startProcess({ dataDir: folder });
    await call(server, 'GET', '/api/svc-key/keys/public');
    await server.end('SIGKILL');
    for (let round = 0; round < ROUNDS; round++) {
      server = await startProcess({ dataDir: folder });
      const running = server;
      const writers = [1, 2].map((writer) => attestUntilKilled(running, acknowledged, round * 10 + writer));
      await wait(700 + Math.random() * 800);
      await server.end('SIGKILL');
      await Promise.all(writers);
    }
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 10);

    server = await startProcess({ dataDir: folder });
    const statusOf = (id: string) => call(server, 'GET', `/v1/vault/status/${id}`);
    const last = acknowledged.at(-1) ?? '';
    for (let i = 0; i < 200 && (await statusOf(last)).body.status !== 'confirmed'; i++) await wait(100);
    await wait(1_500);
    for (const id of acknowledged) {
      expect(await statusOf(id), id).toMatchObject({ status: 200, body: { status: 'confirmed' } });
    }
    for (const chain of CHAINS) {
      const { body } = await call(server, 'POST', `/v1/ledger/chains/${chain}/verify`);
      expect(body).toMatchObject({ intact: true, untrusted: 0 });
      expect(Number(body.blocks)).toBeGreaterThan(ROUNDS - 1);
    }
    // Everything is confirmed: the chains rest.
    const heights = async () =>
      JSON.stringify(
        ((await call(server, 'GET', '/v1/ledger/chains')).body.chains as { height: number }[]).map(
          ({ height }) => height,
        ),
      );
    const before = await heights();
    await wait(2_500);
    expect(await heights()).toBe(before);
    expect(await server.end('SIGTERM')).toEqual([0, null]);
  },
  60_000 + ROUNDS * 10_000,
);
