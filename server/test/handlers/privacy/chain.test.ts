import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestServer, type TestServer } from '../../harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer();
});
afterAll(() => server.close());

test('the ten chains are there, with a measured latency, for everybody', async () => {
  const answer = await server.call('GET', '/api/v1/chain/status');
  expect(answer.status).toBe(200);
  expect(answer.body).toMatchObject({ total: 10, all_healthy: true, mode: 'embedded' });
  expect(Object.keys(answer.at('chains') as object)).toEqual([...CHAIN_NAMES]);
  for (const name of CHAIN_NAMES) {
    expect(answer.at(`chains.${name}.connected`)).toBe(true);
    expect(answer.at(`chains.${name}.latency_ms`)).toBeGreaterThan(0);
  }
  const health = await server.call('GET', '/health');
  expect(health.at('chains_connected')).toBe(10);
});

test('where the ledger cannot be read, nothing is connected, and health says so too', async () => {
  await server.deps.db.schema.alterTable('ledger_blocks').renameTo('ledger_blocks_away').execute();
  try {
    const answer = await server.call('GET', '/api/v1/chain/status');
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ total: 10, all_healthy: false });
    expect(answer.at('chains.solana.connected')).toBe(false);
    expect((await server.call('GET', '/health')).at('chains_connected')).toBe(0);
  } finally {
    await server.deps.db.schema.alterTable('ledger_blocks_away').renameTo('ledger_blocks').execute();
  }
});
