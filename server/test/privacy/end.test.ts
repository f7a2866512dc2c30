/** 12.39: what becomes of privacy proofs by time and in a restore, and what doctor says of their rows. */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { schemaFaults } from '../../../core/test/schemas/validator.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { expiredProofs } from '../../src/privacy/sweeps.ts';
import { bringBack, kdf, makeFolder, remove, save, temporaryFolder } from '../backup/folder.ts';
import { openTestServer, type TestServer } from '../harness.ts';

const DAY_MS = 86_400_000;
const AGE = { date_of_birth: '1990-05-17', minimum_age: 18, chain: 'solana' };

let root: string;
let dataDir: string;
let server: TestServer;
beforeEach(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  await makeFolder(dataDir);
  server = await openTestServer({ dataDir });
});
afterEach(async () => {
  await server.close();
  remove(root);
});

async function prove(token?: string): Promise<string> {
  const made = await server.call('POST', '/api/v1/privacy/age', {
    json: AGE,
    ...(token === undefined ? {} : { token }),
  });
  expect(made.status, made.text).toBe(200);
  return String(made.at('commitment'));
}

async function isValid(commitment: string): Promise<unknown> {
  const json = { commitment, chain: 'solana' };
  return (await server.call('POST', '/api/v1/privacy/verify', { json })).at('valid');
}

/** What doctor says of privacy proofs. */
async function complaints(): Promise<readonly string[]> {
  const now = server.deps.clock();
  const options = { dataDir, kdf, random: systemRandom, clock: () => now, freeBytes: () => 100 * 1024 ** 3 };
  const { findings } = await examineDataFolder(options);
  return findings
    .filter(({ check, status }) => check === 'privacy-proofs' && status !== 'ok')
    .map(({ message }) => message);
}

test('12.39: whoever has a webhook is told once of each proof that has expired, and its bytes go', async () => {
  const { key, projectId } = await server.newKey();
  const hook = { url: 'https://hooks.example.com/touchstone', project_id: projectId };
  expect((await server.call('PUT', '/api/v1/admin/webhooks', { token: server.admin, json: hook })).status).toBe(200);
  const [own, hidden, nobodys] = [await prove(key), await prove(key), await prove()];
  await server.call('DELETE', `/api/v1/privacy/proof/${hidden}`, { token: key });
  const { deps } = server;
  const rows = () => deps.db.selectFrom('privacy_proofs').select(['commitment', 'proof', 'ended_at']).execute();
  const notices = () => deps.db.selectFrom('webhook_deliveries').select(['event', 'body', 'project_id']).execute();
  await expiredProofs.run(deps);
  expect((await rows()).every(({ proof, ended_at }) => proof !== null && ended_at === null)).toBe(true);
  server.advance(DAY_MS);
  const later = await prove(key);
  for (let round = 0; round < 2; round++) await expiredProofs.run(deps);
  const kept = (await rows()).filter(({ proof }) => proof !== null).map(({ commitment }) => commitment);
  expect(kept).toEqual([later]);
  expect((await notices()).map(({ event, project_id }) => [event, project_id])).toEqual([['proof.expired', projectId]]);
  expect(schemaFaults('webhook-notice', JSON.parse(String((await notices())[0]?.body)))).toEqual([]);
  expect(JSON.parse(String((await notices())[0]?.body))).toMatchObject({
    event: 'proof.expired',
    commitment: own,
    attestation_type: 'age_threshold',
    chain: 'solana',
  });
  expect(await isValid(nobodys)).toBe(false);
  expect(await complaints()).toEqual([]);
});

test('S27: a restore brings back what was proven before, and nothing that came later', async () => {
  const before = await prove(server.admin);
  await server.deps.chains.makeBlocks();
  await server.close();
  const file = join(root, 'saved.backup');
  await save(dataDir, file);
  server = await openTestServer({ dataDir });
  const after = await prove(server.admin);
  await server.close();
  await bringBack(file, dataDir, { replace: true });
  server = await openTestServer({ dataDir });
  expect(await isValid(before)).toBe(true);
  expect(await isValid(after)).toBe(false);
  await server.deps.chains.makeBlocks();
  expect(await complaints()).toEqual([]);
});

describe('doctor names a row', () => {
  const edit = (sql: string) => {
    const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
    sqlite.exec(sql);
    sqlite.close();
  };

  test.each([
    ['whose end was moved', 'UPDATE privacy_proofs SET expires_at = expires_at + 1', 'expires_at'],
    [
      'whose public inputs were changed',
      `UPDATE privacy_proofs SET public_inputs = replace(public_inputs, '"minimum_age":18', '"minimum_age":21')`,
      'public_inputs',
    ],
    ['whose proof was changed', "UPDATE privacy_proofs SET proof = x'00'", 'proof'],
    ['whose record was changed', `UPDATE privacy_proofs SET record = replace(record, 'solana', 'ethereum')`, 'signed'],
    ['that is gone', 'DELETE FROM privacy_proofs', 'is gone'],
  ])('%s', async (_what, sql, named) => {
    const commitment = await prove();
    expect(await complaints()).toEqual([]);
    edit(sql);
    const found = (await complaints()).join('\n');
    expect(found).toContain(named);
    if (named !== 'is gone') expect(found).toContain(commitment);
  });

  test('that was put there for a claim that did not hold', async () => {
    const made = await server.call('POST', '/api/v1/privacy/age', { json: { ...AGE, minimum_age: 150 } });
    const commitment = String(made.at('commitment'));
    edit(`UPDATE privacy_proofs SET is_satisfied = 1, tx = 'forged' WHERE commitment = '${commitment}'`);
    expect(await isValid(commitment)).toBe(false);
    expect((await complaints()).join('\n')).toContain('is_satisfied');
  });
});
