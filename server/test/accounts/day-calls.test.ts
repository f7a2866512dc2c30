import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLANS } from '@touchstone/core/api/plans.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDayCalls, platformCalls } from '../../src/accounts/day-calls.ts';
import { SWEEPS } from '../../src/sweeps.ts';
import { openTestServer, type TestServer } from '../harness.ts';

const DAY_MS = 86_400_000;
const ACCOUNT = 'acc_local';

let dataDir: string;
let server: TestServer;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'touchstone-'));
  server = await openTestServer({ dataDir });
});
afterEach(async () => {
  await server.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const stored = () => server.deps.db.selectFrom('platform_calls').selectAll().orderBy('day').execute();

test("document 3's daily quota outlives a restart", async () => {
  const { key } = await server.newKey();
  const most = PLANS.free.platformPerDay ?? Number.NaN;
  const account = await server.deps.db.selectFrom('accounts').select('id').where('id', '!=', ACCOUNT).execute();
  const [{ id = '' } = {}] = account;
  for (let calls = 1; calls < most; calls++) server.deps.dayCalls.take(id, most, server.deps.clock());
  const call = () => server.call('GET', '/v1/auth/challenge', { token: key });
  expect((await call()).status).toBe(200);
  expect(await call()).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  await server.close();
  server = await openTestServer({ dataDir });
  const refused = await call();
  expect(refused).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
  expect(refused.headers['x-ratelimit-limit']).toBe(String(most));
  server.advance(DAY_MS);
  expect((await call()).status).toBe(200);
});

test('calls are written by a sweep and not one by one; old days are removed', async () => {
  const { db, dayCalls, clock } = server.deps;
  expect(SWEEPS).toContain(platformCalls);
  for (let calls = 0; calls < 3; calls++) expect(dayCalls.take(ACCOUNT, 3, clock())).toBe(true);
  expect(dayCalls.take(ACCOUNT, 3, clock())).toBe(false);
  expect(await stored()).toEqual([]);
  await platformCalls.run(server.deps);
  expect(await stored()).toEqual([{ account_id: ACCOUNT, day: '2026-04-01', calls: 3 }]);
  const again = await openDayCalls(db, clock);
  expect(again.take(ACCOUNT, 3, clock())).toBe(false);
  server.advance(DAY_MS);
  expect(dayCalls.take(ACCOUNT, 3, clock())).toBe(true);
  await platformCalls.run(server.deps);
  expect(await stored()).toEqual([{ account_id: ACCOUNT, day: '2026-04-02', calls: 1 }]);
  server.advance(DAY_MS);
  await platformCalls.run(server.deps);
  expect(await stored()).toEqual([]);
});

test('what cannot be written is written the next time', async () => {
  const { db, dayCalls, clock } = server.deps;
  dayCalls.take(ACCOUNT, 3, clock());
  await db.schema.alterTable('platform_calls').renameTo('platform_calls_away').execute();
  await expect(dayCalls.flush()).rejects.toThrow('platform_calls');
  await db.schema.alterTable('platform_calls_away').renameTo('platform_calls').execute();
  dayCalls.take(ACCOUNT, 3, clock());
  await dayCalls.flush();
  expect(await stored()).toEqual([{ account_id: ACCOUNT, day: '2026-04-01', calls: 2 }]);
});
