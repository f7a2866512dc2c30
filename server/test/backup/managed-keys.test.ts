/** Managed keys, their provenance and webhooks: what doctor finds of damage, and what a restore makes of them (S27). */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { verifyProvenanceEvents } from '@touchstone/core/keys/provenance.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { serviceKeys } from '../../src/key-sets/held-verifier.ts';
import { openTestServer, type TestServer } from '../harness.ts';
import { copyDataFolder } from '../started-folder.ts';
import { bringBack, kdf, makeFolder, NOW, remove, save, temporaryFolder } from './folder.ts';

let root: string;
let sound: string;
let dataDir: string;
let ids: Readonly<Record<'active' | 'rotated' | 'revoked' | 'wrapped' | 'storage' | 'webhook', string>>;

const post = async (server: TestServer, path: string, json: object) => {
  const answer = await server.call('POST', path, { token: server.admin, json });
  expect(answer.status, answer.text).toBe(200);
  return (name: string) => String(answer.at(name));
};

const encrypt = async (server: TestServer) =>
  (await post(server, '/v1/key/encrypt', { key_material: 'm', label: 'l', tier: 'key-1' }))('id');

const revoke = (server: TestServer, key_id: string) =>
  post(server, '/v1/key/revoke', { key_id, reason: 'because', notify_webhook: true });

beforeAll(async () => {
  root = temporaryFolder();
  sound = join(root, 'sound');
  dataDir = join(root, 'patient');
  await makeFolder(sound);
  const server = await openTestServer({ dataDir: sound });
  const url = 'https://hooks.example.com/';
  const hook = await server.call('PUT', '/api/v1/admin/webhooks', { token: server.admin, json: { url } });
  const [active, rotated, revoked] = [await encrypt(server), await encrypt(server), await encrypt(server)];
  await post(server, '/v1/key/rotate', { key_id: rotated, new_key_material: 'n', tier: 'key-1' });
  await revoke(server, revoked);
  const wrap = { key_material: 'm', wrapping_tier: 'key-2', key_id: active };
  const wrapped = (await post(server, '/v1/key/wrap', wrap))('wrapped_key_id');
  await post(server, '/v1/key/rotate-envelope', { wrapped_key_id: wrapped });
  const storage = (await post(server, '/v1/storage/keygen', {}))('key_id');
  await post(server, '/v1/key/revoke', { key_id: storage, reason: 'because' });
  ids = { active, rotated, revoked, wrapped, storage, webhook: String(hook.at('webhook.id')) };
  await server.close();
}, 300_000);
afterAll(() => remove(root));
beforeEach(() => copyDataFolder(sound, dataDir));
afterEach(() => remove(dataDir));

/** What is not in order, with its words. */
/** Of the folder's place, and of seals, which have tests of their own and tell of the same rows. */
const OTHERS: ReadonlySet<string> = new Set(['master-key-place', 'row-seals']);

async function complaints(): Promise<readonly string[]> {
  const options = { dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 1e12 };
  const { findings } = await examineDataFolder(options);
  return findings
    .filter(({ status, check }) => status !== 'ok' && !OTHERS.has(check))
    .map(({ check, message }) => `${check}: ${message}`);
}

function sql(text: string): void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  sqlite.pragma('foreign_keys = OFF');
  sqlite.exec(text);
  sqlite.close();
}

describe('doctor', () => {
  test('finds nothing in a sound folder, and says how much it looked at', async () => {
    expect(await complaints()).toEqual([]);
    const options = { dataDir, kdf, random: systemRandom, clock: () => NOW };
    const { findings } = await examineDataFolder(options);
    const words = (id: string) => findings.find(({ check }) => check === id)?.message;
    expect(words('managed-keys')).toContain('(4)');
    expect(words('wrapped-keys')).toContain('(1)');
    expect(words('key-provenance')).toContain('(6 chains, 10 events)');
  });

  test.each(['encrypted', 'kem_ciphertext', 'hmac_digest', 'envelope'])(
    'names a key whose %s was changed',
    async (column) => {
      const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
      const value = sqlite.prepare(`SELECT ${column} FROM managed_keys WHERE id = ?`).pluck().get(ids.active) as Buffer;
      value.writeUInt8((value.at(-1) ?? 0) ^ 1, value.length - 1);
      sqlite.prepare(`UPDATE managed_keys SET ${column} = ? WHERE id = ?`).run(value, ids.active);
      sqlite.close();
      const found = await complaints();
      expect(found).toContainEqual(`managed-keys: The stored blob was changed for ${ids.active}.`);
      expect(found.some((text) => text.startsWith('sealed-values'))).toBe(column === 'envelope');
    },
  );

  test.each(['wrapped_key', 'material', 'kem_ciphertext'])(
    'names a wrapped key whose %s was changed',
    async (column) => {
      sql(`UPDATE wrapped_keys SET ${column} = zeroblob(length(${column})) WHERE id = '${ids.wrapped}'`);
      expect(await complaints()).toContainEqual(`wrapped-keys: Wrapped keys that do not open: ${ids.wrapped}.`);
    },
  );

  test('a history that begins with the opening of an old wrapped key says nothing about its envelope', async () => {
    sql(`DELETE FROM key_events WHERE key_id = '${ids.wrapped}'`);
    const server = await openTestServer({ dataDir });
    await post(server, '/api/svc-key/unwrap', { wrapped_key_id: ids.wrapped });
    await server.close();
    // That the earlier events are gone is seen, and nothing else.
    expect(await complaints()).toEqual([expect.stringContaining('the provenance of keys')]);
  });

  test('names the secret of a webhook that does not open', async () => {
    sql(`UPDATE webhooks SET envelope = zeroblob(length(envelope)) WHERE id = '${ids.webhook}'`);
    expect(await complaints()).toEqual([expect.stringContaining(`secret of webhook ${ids.webhook}`)]);
  });

  test.each([
    [
      'a changed actor',
      "UPDATE key_events SET body = replace(body, 'administrator', 'console') WHERE $ AND position = 1",
      1,
    ],
    ['a changed signature', "UPDATE key_events SET signature = 'AA==' WHERE $ AND position = 2", 2],
    ['text that is no JSON', "UPDATE key_events SET body = '{' WHERE $ AND position = 2", 2],
    ['a removed first event', 'DELETE FROM key_events WHERE $ AND position = 1', 1],
    ['another column', "UPDATE key_events SET event = 'restored' WHERE $ AND position = 2", 2],
    ['another key set', "UPDATE key_events SET body = replace(body, 'ks_service', 'ks_x') WHERE $ AND position = 1", 1],
  ])('names the event with %s', async (_what, statement, at) => {
    sql(statement.replace('$', `key_id = '${ids.revoked}'`));
    const found = await complaints();
    const named = found.filter((text) => text.includes(`Event ${at} in the provenance of ${ids.revoked}`));
    expect(named, found.join('\n')).toHaveLength(1);
  });

  test.each([
    [
      'a revocation that was taken back',
      'revoked',
      "UPDATE managed_keys SET status = 'active', revoked_at = NULL WHERE id = '$'",
    ],
    ['a status that was set back', 'rotated', "UPDATE managed_keys SET status = 'active' WHERE id = '$'"],
    [
      'a grace that was prolonged',
      'rotated',
      "UPDATE managed_keys SET grace_ends_at = grace_ends_at + 1 WHERE id = '$'",
    ],
    [
      'a storage key whose revocation was taken back',
      'storage',
      "UPDATE storage_keys SET revoked_at = NULL, revoke_reason = NULL WHERE id = '$'",
    ],
    ['a key that is gone and whose chain is not', 'rotated', "DELETE FROM managed_keys WHERE id = '$'"],
    ['a chain without its end', 'revoked', "DELETE FROM key_events WHERE key_id = '$' AND event = 'revoked'"],
    ['a chain that is gone', 'active', "DELETE FROM key_events WHERE key_id = '$'"],
    [
      'a rotation that was taken back',
      'rotated',
      "UPDATE managed_keys SET status = 'active', rotated_to = NULL, grace_ends_at = NULL WHERE id = '$'",
    ],
    ['an older envelope', 'wrapped', "UPDATE wrapped_keys SET envelope_version = 1 WHERE id = '$'"],
  ] as const)('names %s', async (_what, which, statement) => {
    sql(statement.replace('$', ids[which]));
    const words = `key-provenance: The provenance and the store disagree about ${ids[which]}.`;
    expect(await complaints()).toContainEqual(words);
  });

  test.each([
    [
      'an end that was cut off, and its key set back',
      'revoked',
      `DELETE FROM key_events WHERE key_id = '$' AND event = 'revoked';
       UPDATE managed_keys SET status = 'active', revoked_at = NULL WHERE id = '$'`,
    ],
    [
      'a key that was removed with its chain',
      'rotated',
      "DELETE FROM key_events WHERE key_id = '$'; DELETE FROM managed_keys WHERE id = '$'",
    ],
  ] as const)('S15: the ledger knows of %s', async (_what, which, statement) => {
    sql(statement.replaceAll('$', ids[which]));
    const words =
      'ledger: The ledger holds an entry that the provenance of keys does not have: it was changed or cut off.';
    expect(await complaints()).toContainEqual(words);
  });
});

describe('S27: a restore', () => {
  test('keeps revocations made since, and tells every chain', async () => {
    const out = join(root, 'saved.backup');
    await save(dataDir, out);
    const later = await openTestServer({ dataDir });
    await revoke(later, ids.active);
    const since = await encrypt(later);
    await later.close();
    await bringBack(out, dataDir, { replace: true });
    // The chains are told at the next start; until then nothing is wrong.
    expect(await complaints()).toEqual([]);

    const server = await openTestServer({ dataDir });
    server.advance(3 * 86_400_000);
    const get = (path: string) => server.call('GET', `/v1/key/${path}`, { token: server.admin });
    const eventsOf = async (id: string) => ((await get(`provenance/${id}`)).at('chain') ?? []) as JsonObject[];
    await expect.poll(async () => (await eventsOf(ids.wrapped)).length, { timeout: 30_000 }).toBe(3);
    const status = await get(`status/${ids.active}`);
    expect(status.body).toMatchObject({ status: 'revoked' });
    expect((await get(`status/${since}`)).code).toBe('NOT_FOUND');
    const chain = await eventsOf(ids.active);
    expect(chain.map(({ event, actor, reason }) => [event, actor, reason])).toEqual([
      ['created', 'administrator', undefined],
      ['revoked', 'system', 'because'],
      ['restored', 'system', undefined],
    ]);
    expect(chain[1]?.timestamp).toBe(status.at('revoked_at'));
    const names = async (id: string) => (await eventsOf(id)).map(({ event }) => event);
    expect(await names(ids.rotated)).toEqual(['created', 'rotated', 'restored']);
    expect(await names(ids.revoked)).toEqual(['created', 'revoked', 'restored']);
    expect(await names(ids.wrapped)).toEqual(['created', 'envelope_rotated', 'restored']);
    const publicKeys = await serviceKeys(server.deps.db);
    for (const id of [ids.active, ids.rotated, ids.revoked, ids.wrapped]) {
      const verdict = await verifyProvenanceEvents(
        await eventsOf(id),
        (set) => publicKeys.get(set) ?? null,
        server.deps.signer,
      );
      expect(verdict).toEqual({ ok: true });
    }
    await server.close();
    // The server of this test runs by its own clock, which is ahead of doctor's.
    expect((await complaints()).filter((text) => !text.startsWith('future-times:'))).toEqual([]);

    const again = await openTestServer({ dataDir });
    await again.deps.provenance.tellRestore();
    const rows = await again.deps.db.selectFrom('key_events').select('event').where('event', '=', 'restored').execute();
    expect(rows.length).toBe(6);
    await again.close();
    rmSync(out);
  }, 300_000);

  test('an event that comes before the telling still stands after `restored`', async () => {
    const out = join(root, 'early.backup');
    await save(dataDir, out);
    await bringBack(out, dataDir, { replace: true });
    const server = await openTestServer({ dataDir });
    await revoke(server, ids.active);
    const chain = (await server.call('GET', `/v1/key/provenance/${ids.active}`, { token: server.admin })).at('chain');
    expect((chain as JsonObject[]).map(({ event }) => event)).toEqual(['created', 'restored', 'revoked']);
    await server.close();
    rmSync(out);
  }, 300_000);
});
