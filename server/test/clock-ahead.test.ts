/** S41 and reliability 8: a clock that was ahead once breaks nothing, and doctor says what it left. */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { examineDataFolder } from '../src/doctor/doctor.ts';
import { actionBody, agentCalls } from './agents/flow.ts';
import { kdf, remove, temporaryFolder } from './backup/folder.ts';
import { openTestServer, type TestServer } from './harness.ts';

const DAY_MS = 86_400_000;
let root: string;
let server: TestServer;
beforeEach(async () => {
  root = temporaryFolder();
  server = await openTestServer({ dataDir: join(root, 'data') });
});
afterEach(async () => {
  await server.close();
  remove(root);
});

const doctor = async () => {
  const clock = server.deps.clock;
  const options = { dataDir: server.dataDir, kdf, random: systemRandom, clock, freeBytes: () => 2 ** 40 };
  const { findings } = await examineDataFolder(options);
  return findings;
};

test('reliability 8: after a jump of the clock and back, the sealed session is pending, not broken', async () => {
  const calls = agentCalls(server, (await server.newKey({ plan: 'business' })).key);
  const agent_id = await calls.register();
  const ids = await calls.start({}, { agent_id });
  const { session_id } = ids;
  expect((await calls.post('/actions/attest', actionBody(ids))).status).toBe(200);
  const verify = () => server.call('GET', `/api/v1/agents/sessions/${session_id}/verify`);
  expect((await verify()).at('intact')).toBe(true);
  expect((await doctor()).find(({ check }) => check === 'future-times')?.status).toBe('ok');

  server.advance(20 * DAY_MS);
  const { agentSeals } = await import('../src/agents/sweeps.ts');
  await agentSeals.run(server.deps);
  await server.deps.chains.makeBlocks();
  server.advance(-20 * DAY_MS);

  const verdict = await verify();
  expect([verdict.status, verdict.at('sealed'), verdict.at('intact'), verdict.at('broken_at')]).toEqual([
    200,
    true,
    true,
    null,
  ]);
  const checks = verdict.at('checks') as { readonly id: string; readonly status: string; readonly reason?: string }[];
  const receipt = checks.find(({ id }) => id === 'seal_receipt');
  expect(receipt).toMatchObject({
    status: 'pending',
    reason: expect.stringContaining("ahead of this computer's clock"),
  });
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);

  const found = (await doctor()).filter(
    // The harness sets the plan of an account by hand.
    ({ check, status }) => check === 'future-times' || (status === 'problem' && check !== 'administration'),
  );
  expect(found).toEqual([
    expect.objectContaining({
      check: 'future-times',
      status: 'warning',
      message: expect.stringMatching(/blocks of the ledger: \d+.*seals: 1.*sealed as expired/s),
    }),
  ]);
  // Within five minutes two clocks may differ.
  server.advance(20 * DAY_MS - 60_000);
  expect((await verify()).at('intact')).toBe(true);
  expect((await doctor()).find(({ check }) => check === 'future-times')?.status).toBe('ok');
});

test('S41: a session that lies ahead is pending; one whose scope was changed is broken all the same', async () => {
  const calls = agentCalls(server, (await server.newKey({ plan: 'business' })).key);
  server.advance(DAY_MS);
  const agent_id = await calls.register();
  const { session_id } = await calls.start({ max_value: 500 }, { agent_id });
  server.advance(-DAY_MS);
  const verify = () => server.call('GET', `/api/v1/agents/sessions/${session_id}/verify`);
  const verdict = await verify();
  expect(verdict.at('intact')).toBe(true);
  expect(verdict.at('checks')).toContainEqual(expect.objectContaining({ id: 'times', status: 'pending' }));
  const { scope } = await server.deps.db
    .selectFrom('agent_sessions')
    .select('scope')
    .where('id', '=', session_id)
    .executeTakeFirstOrThrow();
  await server.deps.db
    .updateTable('agent_sessions')
    .set({ scope: scope.replace('500', '900') })
    .where('id', '=', session_id)
    .execute();
  const changed = await verify();
  expect(changed.at('intact')).toBe(false);
  const failed = (changed.at('checks') as { id: string; status: string }[]).filter(({ status }) => status === 'failed');
  expect(failed.map(({ id }) => id)).toEqual(['scope']);
});
