/** Gateway targets, agreements, ceremonies and devices: what doctor finds where a row is not what was recorded of it. */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newDevice } from '../../../core/test/webauthn/device.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { openTestServer } from '../harness.ts';
import { openUpstream } from '../outbound/upstream.ts';
import { copyDataFolder } from '../started-folder.ts';
import { bringBack, kdf, makeFolder, NOW, remove, save, temporaryFolder } from './folder.ts';

let root: string;
let sound: string;
let dataDir: string;
const SECRET_TEMPLATE = 'Basic c2VjcmV0 {{key}}';

beforeAll(async () => {
  root = temporaryFolder();
  sound = join(root, 'sound');
  dataDir = join(root, 'patient');
  await makeFolder(sound);
  const server = await openTestServer({ dataDir: sound });
  const upstream = await openUpstream();
  const post = async (path: string, json: object) => {
    const answer = await server.call('POST', path, { token: server.admin, json });
    expect(answer.status, answer.text).toBe(200);
    return answer;
  };
  const target = {
    target_id: 'payments',
    base_url: `http://127.0.0.1:${upstream.port}`,
    auth_header: 'Authorization',
    auth_template: 'Bearer {{key}}',
    allowed_paths: ['/v1/*'],
    rate_limit: 60,
  };
  await post('/v1/key/gateway/configure', target);
  // Another form of the key makes another target of it: the first one is gone, and rightly so.
  await post('/v1/key/gateway/configure', { ...target, auth_template: SECRET_TEMPLATE });
  await post('/v1/key/gateway/configure', { ...target, target_id: 'private' });
  const permit = { token: server.admin, json: { allow_private: true } };
  expect((await server.call('PATCH', '/api/v1/admin/gateway-targets/private', permit)).status).toBe(200);
  const key = await post('/v1/key/encrypt', { key_material: 'a-key-to-carry', label: 'l', tier: 'key-1' });
  const call = { key_id: key.at('id'), target_id: 'private', method: 'GET', path: '/v1/x' };
  await post('/v1/key/gateway/proxy', call);
  await post('/v1/health/baa/accept', { user_id: 'reviewer', signature_name: 'Ada Lovelace' });
  await post('/v1/ceremony/init', { ceremony_id: 'c', participants: 3, threshold: 2, algorithm: 'ML-DSA-44' });
  const user = await post('/v1/auth/register', { email: 'a@example.com', displayName: 'Ada' });
  await post('/v1/biometric/enroll', {
    userId: user.at('user.id'),
    type: 'fingerprint',
    credential: { publicKey: newDevice('Ed25519').publicKey, attestation: 'cmF3' },
    device: { id: 'd', name: 'Laptop', platform: 'linux' },
  });
  await upstream.close();
  await server.close();
}, 300_000);
afterAll(() => remove(root));
beforeEach(() => copyDataFolder(sound, dataDir));
afterEach(() => remove(dataDir));

async function examined(folder = dataDir) {
  const options = { dataDir: folder, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 1e12 };
  return (await examineDataFolder(options)).findings;
}

/** What is not in order: status, check and words. */
/** Of the folder's place, and of seals, which have tests of their own and tell of the same rows. */
const OTHERS: ReadonlySet<string> = new Set(['master-key-place', 'row-seals']);

async function complaints(folder?: string): Promise<readonly string[]> {
  return (await examined(folder))
    .filter(({ status, check }) => status !== 'ok' && !OTHERS.has(check))
    .map(({ status, check, message }) => `${status} ${check}: ${message}`);
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
    const words = new Map((await examined()).map(({ check, message }) => [check, message]));
    for (const [check, count] of [
      ['gateway-targets', '(2)'],
      ['health-agreements', '(1)'],
      ['ceremonies', '(1)'],
      ['device-credentials', '(1)'],
    ] as const) {
      expect(words.get(check)).toContain(count);
    }
  });

  test.each([
    [
      "gateway_targets SET base_url = 'https://evil.example' WHERE name = 'payments'",
      'gateway-targets',
      'prj_local payments',
    ],
    [`gateway_targets SET allowed_paths = '["/*"]' WHERE name = 'payments'`, 'gateway-targets', 'prj_local payments'],
    [
      "gateway_targets SET auth_template = 'X {{key}}' WHERE name = 'payments'",
      'gateway-targets',
      'prj_local payments',
    ],
    ["health_agreements SET signature_name = 'Eve'", 'health-agreements', 'prj_local reviewer'],
    ['health_agreements SET accepted_at = accepted_at + 1', 'health-agreements', 'prj_local reviewer'],
    ['ceremonies SET threshold = 3', 'ceremonies', 'prj_local c'],
    ['ceremonies SET public_key = zeroblob(1312)', 'ceremonies', 'prj_local c'],
    ['device_credentials SET public_key = zeroblob(44)', 'device-credentials', 'prj_local '],
    ["device_credentials SET form = 'webauthn'", 'device-credentials', 'prj_local '],
  ])('names a changed row: %s', async (change, check, subject) => {
    sql(`UPDATE ${change}`);
    const found = await complaints();
    expect(found).toEqual([expect.stringContaining(`problem ${check}: The audit says something else than the store`)]);
    expect(found[0]).toContain(subject);
  });

  test.each([
    ['health_agreements', 'health-agreements', 'prj_local reviewer'],
    ['ceremonies', 'ceremonies', 'prj_local c'],
    ['device_credentials', 'device-credentials', 'prj_local '],
    ["gateway_targets WHERE name = 'payments'", 'gateway-targets', 'prj_local payments'],
  ])('names a row that is gone: %s', async (from, check, subject) => {
    sql(`DELETE FROM ${from}`);
    const found = await complaints();
    // Of rows that open doors the digest over all of them tells as well (S35).
    const opensDoors = check === 'device-credentials' || check === 'gateway-targets';
    expect(found).toEqual([
      ...(opensDoors ? [expect.stringMatching(/^problem rollback-mark: .*taken away/)] : []),
      expect.stringContaining(`problem ${check}: The audit records`),
    ]);
    expect(found.at(-1)).toContain(subject);
  });

  test.each([
    [
      "health_agreements SELECT project_id, 'eve', signature_name, actor, accepted_at FROM health_agreements",
      'health-agreements',
      'prj_local eve',
    ],
    [
      "device_credentials SELECT project_id, 'ZXZl', user_id, type, form, zeroblob(44), 0, 'd', 'n', 'p', created_at, NULL, NULL, rp_id FROM device_credentials",
      'device-credentials',
      'prj_local ZXZl',
    ],
  ])('names a row that was put in: %s', async (into, check, subject) => {
    sql(`INSERT INTO ${into}`);
    const found = await complaints();
    expect(found).toEqual([expect.stringContaining(`problem ${check}: No signed record tells of`)]);
    expect(found[0]).toContain(subject);
  });

  test('names a target whose private addresses nobody has allowed', async () => {
    sql("UPDATE gateway_targets SET allow_private = 1 WHERE name = 'payments'");
    expect(await complaints()).toEqual([
      'problem gateway-targets: Nobody allowed private addresses for the gateway targets prj_local payments.',
    ]);
  });

  test('names a key that was bound by hand', async () => {
    sql(`INSERT INTO gateway_bindings SELECT gateway_targets.id, managed_keys.id, 1, NULL FROM gateway_targets, managed_keys
         WHERE gateway_targets.name = 'payments'`);
    expect(await complaints()).toEqual([
      expect.stringMatching(
        /^warning gateway-targets: Bindings to gateway targets that no key.s history mentions: key_\w+ to gwt_/,
      ),
    ]);
  });
});

test('the record of a target has no template in clear: a key may have been written into it', () => {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'), { readonly: true });
  const bodies = sqlite.prepare('SELECT body FROM audit_entries').pluck().all().join('\n');
  sqlite.close();
  expect(bodies).toContain('auth_template_sha3_256');
  expect(bodies).not.toContain('c2VjcmV0');
});

test('S27: a restore takes a permission back, and that is in order', async () => {
  const file = join(root, 'saved.backup');
  await save(dataDir, file);
  sql('UPDATE gateway_targets SET allow_private = 0');
  await bringBack(file, dataDir, { replace: true });
  expect((await complaints()).filter((text) => text.includes('gateway-targets'))).toEqual([]);
});
