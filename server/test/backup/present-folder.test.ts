/** S27: a restore keeps what was revoked also where rows of the folder that it replaces were put back, or refuses. */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findAccountByEmail } from '../../src/accounts/store/accounts.ts';
import { openTestServer, type TestServer } from '../harness.ts';
import { bringBack, makeFolder, remove, save, temporaryFolder } from './folder.ts';

const EMAIL = 'suspended@example.com';

let root: string;
let dataDir: string;
let out: string;
/** Of before what was revoked. */
let old: string;
let made: {
  readonly key: string;
  readonly keyId: string;
  readonly secret: string;
  readonly managed: string;
};

beforeEach(async () => {
  root = temporaryFolder();
  [dataDir, out, old] = [join(root, 'data'), join(root, 'saved.backup'), join(root, 'old.db')];
  made = await served(async (server) => {
    const owner = await server.newKey({ plan: 'pro' });
    await server.newKey({ email: EMAIL });
    const { key, keyId } = await server.newKey({ plan: 'pro' });
    const stored = { name: 'db', value: 'a value of some length', provider: 'aws', environment: 'prod', vault: 'main' };
    const secret = await server.call('POST', '/v1/shield/store', { token: owner.key, json: stored });
    const material = { key_material: 'sk_live_abcdefghijklmnop', label: 'stripe', tier: 'key-2' };
    const managed = await server.call('POST', '/v1/key/encrypt', { token: owner.key, json: material });
    return { owner: owner.key, key, keyId, secret: String(secret.at('id')), managed: String(managed.at('id')) };
  }).then(async ({ owner, ...all }) => {
    await save(dataDir, out);
    copyFileSync(join(dataDir, 'touchstone.db'), old);
    await served(async (server) => {
      const admin = { token: server.admin };
      const account = await findAccountByEmail(server.deps.db, EMAIL);
      for (const [method, path, options] of [
        ['DELETE', `/api/v1/admin/keys/${all.keyId}`, admin],
        ['PATCH', `/api/v1/admin/accounts/${account?.id}`, { ...admin, json: { status: 'suspended' } }],
        ['POST', `/v1/shield/secrets/${all.secret}/destroy`, { token: owner }],
        ['POST', '/v1/key/revoke', { token: owner, json: { key_id: all.managed, reason: 'lost' } }],
      ] as const) {
        const { status, text } = await server.call(method, path, options);
        if (status >= 300) throw new Error(`${path}: ${text}`);
      }
    });
    return all;
  });
});
afterEach(() => remove(root));

async function served<T>(action: (server: TestServer) => Promise<T>): Promise<T> {
  const server = await openTestServer({ dataDir });
  try {
    return await action(server);
  } finally {
    await server.close();
  }
}

function edit(sql: string): void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  sqlite.pragma('foreign_keys = OFF');
  sqlite.pragma('ignore_check_constraints = ON');
  sqlite.exec(`ATTACH '${old}' AS old; ${sql}`);
  sqlite.close();
}

/** What is in force in the restored folder. */
function restored() {
  return served(async ({ deps: { db }, call }) => {
    const managed = await db
      .selectFrom('managed_keys')
      .select('status')
      .where('id', '=', made.managed)
      .executeTakeFirst();
    const secret = await db
      .selectFrom('secret_versions')
      .select('envelope')
      .where('id', '=', made.secret)
      .executeTakeFirst();
    const status = async (token: string) => (await call('GET', '/v1/keys', { token })).status;
    return {
      revoked: await status(made.key),
      account: (await findAccountByEmail(db, EMAIL))?.status,
      managed: managed?.status,
      hasSecret: secret?.envelope != null,
    };
  });
}

const KEPT = { revoked: 401, account: 'suspended', managed: 'revoked', hasSecret: false };
const restore = (forgetPresent = false) => bringBack(out, dataDir, { replace: true, forgetPresent });

test('keeps what the signed chains say, whatever the rows say', async () => {
  edit(`UPDATE api_keys SET revoked_at = NULL; UPDATE accounts SET status = 'active';
    UPDATE managed_keys SET status = 'active', revoked_at = NULL, revoke_reason = NULL;
    DELETE FROM secret_versions; INSERT INTO secret_versions SELECT * FROM old.secret_versions`);
  await restore();
  expect(await restored()).toEqual(KEPT);
});

test('refuses an older database, a row that was put back, and an audit that was changed, unless all is to be forgotten', async () => {
  const kept = join(root, 'kept.db');
  copyFileSync(join(dataDir, 'touchstone.db'), kept);
  const renew = () => {
    for (const journal of ['-wal', '-shm']) rmSync(join(dataDir, `touchstone.db${journal}`), { force: true });
    copyFileSync(kept, join(dataDir, 'touchstone.db'));
  };
  for (const [sql, why] of [
    ['DELETE FROM api_keys; INSERT INTO api_keys SELECT * FROM old.api_keys', 'were put back as they once were'],
    ['DELETE FROM audit_entries WHERE position = 1', 'is broken at entry 1'],
    ["UPDATE settings SET value = 'ff' WHERE name = 'vault_check'", 'master key of the backup'],
  ] as const) {
    edit(sql);
    await expect(restore()).rejects.toThrow(why);
    renew();
  }
  copyFileSync(old, join(dataDir, 'touchstone.db'));
  await expect(restore()).rejects.toThrow('is older than it was');
  expect(await restore(true)).toMatchObject({ keptRevocations: false });
  const told = await served(async ({ call, admin, deps }) => {
    await deps.audit.tellRestore();
    return (await call('GET', '/api/v1/admin/audit?action=restored', { token: admin })).at('items.0.details');
  });
  expect(told).toMatchObject({ forgot_present: true });
  expect(await restored()).toMatchObject({ revoked: 200 });
});

test('a folder of another installation knows nothing of the backup, and is replaced', async () => {
  remove(dataDir);
  await makeFolder(dataDir);
  await restore();
  expect(await restored()).toMatchObject({ revoked: 200 });
});
