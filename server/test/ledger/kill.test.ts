/** kill -9 while anchors are accepted and blocks are made: what was acknowledged is there, and the chains hold. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServerProcess, startProcess } from '../process.ts';

const ROUNDS = process.env.SOAK === '1' ? 100 : 5;
const CHAINS = ['solana', 'ethereum', 'bitcoin'] as const;
/** A round is killed when so many anchors were accepted and each chain has a new block: how fast the machine is must not matter. */
const LEAST_ANCHORS = 11;

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

interface Chain {
  readonly chain: string;
  readonly height: number;
}

async function chainsOf(server: ServerProcess): Promise<readonly Chain[]> {
  return (await call(server, 'GET', '/v1/ledger/chains')).body.chains as Chain[];
}

async function heightsOf(server: ServerProcess): Promise<readonly number[]> {
  const chains = await chainsOf(server);
  return CHAINS.map((name) => chains.find(({ chain }) => chain === name)?.height ?? 0);
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
      const [before, heights] = [acknowledged.length, await heightsOf(running)];
      const writers = [1, 2].map((writer) => attestUntilKilled(running, acknowledged, round * 10 + writer));
      const hasGrown = async () => (await heightsOf(running)).every((height, at) => height > (heights[at] ?? 0));
      while (acknowledged.length < before + LEAST_ANCHORS || !(await hasGrown())) await wait(20);
      // At any moment of the second between two blocks.
      await wait(Math.random() * 1_000);
      await server.end('SIGKILL');
      await Promise.all(writers);
    }
    expect(acknowledged.length).toBeGreaterThan(ROUNDS * 10);
    server = await startProcess({ dataDir: folder });
    const statusOf = (id: string) => call(server, 'GET', `/v1/vault/status/${id}`);
    for (const id of acknowledged) {
      await expect
        .poll(() => statusOf(id), { timeout: 60_000, message: id })
        .toMatchObject({ status: 200, body: { status: 'confirmed' } });
    }
    for (const chain of CHAINS) {
      const { body } = await call(server, 'POST', `/v1/ledger/chains/${chain}/verify`);
      expect(body).toMatchObject({ intact: true, untrusted: 0 });
      expect(Number(body.blocks)).toBeGreaterThan(ROUNDS - 1);
    }
    // Everything is confirmed: the chains rest, but for what the service anchors of itself once a minute.
    const areResting = async () => {
      const before = await chainsOf(server);
      await wait(2_500);
      const after = await chainsOf(server);
      return after.every(({ height }, at) => height === before[at]?.height);
    };
    await expect.poll(areResting, { timeout: 60_000 }).toBe(true);
    expect(await server.end('SIGTERM')).toEqual([0, null]);
  },
  120_000 + ROUNDS * 30_000,
);
