/** The platform's cache and audit log in backup, restore and doctor (S15, S22, S27). */
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { cacheUsage, findCacheEntry, findCachePattern } from '../../src/cache/store.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { platformAuditRestores } from '../../src/platform/audit.ts';
import { platformAuditAfter } from '../../src/platform/store/audit.ts';
import type { Service } from '../../src/service.ts';
import { bringBack, kdf, makeFolder, NOW, remove, save, serviceOn, temporaryFolder } from './folder.ts';

const PROJECT = LOCAL.projectId;
const CHECKS = ['database-schema', 'platform-audit', 'cache-counts', 'sealed-values', 'ledger'];

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  await makeFolder(dataDir);
});
afterEach(() => remove(root));

type Send = (method: 'GET' | 'POST', path: string, body?: unknown) => Promise<Record<string, unknown>>;

async function withService<T>(action: (service: Service, send: Send) => Promise<T>): Promise<T> {
  const service = await serviceOn(dataDir);
  const { deps } = service;
  const app = createApp({ ...deps, allowedHosts: () => new Set(['127.0.0.1:1']) });
  const send: Send = async (method, path, body) => {
    const answer = await app.inject({
      method,
      url: path,
      headers: {
        host: '127.0.0.1:1',
        authorization: `Bearer ${deps.sessions.adminToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    return answer.json();
  };
  try {
    return await action(service, send);
  } finally {
    await app.close();
    await service.close();
  }
}

const EVENT = { userId: 'u', resourceId: 'r', metadata: {} };
const audit = (send: Send, action: string) => send('POST', '/v1/blockchain/audit', { ...EVENT, action });
const cache = (send: Send, key: string, ttl = 600) =>
  send('POST', `/v1/cache/${key}`, { value: `value of ${key}`, ttl });

async function complaints(): Promise<readonly string[]> {
  const options = { dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 100 * 1024 ** 3 };
  const { findings } = await examineDataFolder(options);
  return findings
    .filter(({ status, check }) => status !== 'ok' && CHECKS.includes(check))
    .map(({ check, message }) => `${check}: ${message}`);
}

/** Changes the file as somebody would who has it, and leaves the schema as it was. */
function damage(sql: string): void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  const triggers = sqlite.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").all() as {
    name: string;
    sql: string;
  }[];
  for (const { name } of triggers) sqlite.exec(`DROP TRIGGER ${name}`);
  sqlite.exec(sql);
  for (const trigger of triggers) sqlite.exec(trigger.sql);
  sqlite.close();
}

describe('doctor', () => {
  const broken = (entry: number) =>
    `platform-audit: The platform's audit log of project ${PROJECT} is broken at entry ${entry}: the entry was changed, an earlier entry is missing, or the entry is not on the ledger.`;
  const lost =
    "ledger: The ledger holds an entry that the platform's audit log does not have: it was changed or cut off.";

  beforeEach(async () => {
    await withService(async (_service, send) => {
      for (const action of ['one', 'two', 'three']) await audit(send, action);
      for (const key of ['a', 'b']) await cache(send, key);
    });
    expect(await complaints()).toEqual([]);
  });

  test('S15: an entry that was changed, taken out or cut off is named', async () => {
    damage(`UPDATE platform_audit SET body = replace(body, '"two"', '"TWO"') WHERE position = 2`);
    expect(await complaints()).toEqual([broken(2), lost]);
    damage(`UPDATE platform_audit SET body = replace(body, '"TWO"', '"two"') WHERE position = 2`);
    expect(await complaints()).toEqual([]);
    damage(`UPDATE platform_audit SET action = 'x' WHERE position = 1`);
    expect(await complaints()).toEqual([broken(1)]);
    damage(
      `UPDATE platform_audit SET action = 'one' WHERE position = 1; DELETE FROM platform_audit WHERE position = 3`,
    );
    expect(await complaints()).toEqual([lost]);
    damage('DELETE FROM platform_audit WHERE position = 1');
    expect(await complaints()).toEqual([broken(1), lost]);
  });

  test('S15: an entry is named also where the trigger that guards it was taken away', async () => {
    const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
    sqlite.exec(`DROP TRIGGER platform_audit_stays; DROP INDEX cache_entries_by_end;
      UPDATE platform_audit SET body = replace(body, '"two"', '"TWO"') WHERE position = 2`);
    sqlite.close();
    const schema = [
      'database-schema: The database has no index cache_entries_by_end.',
      'database-schema: The database has no trigger platform_audit_stays.',
    ];
    const found = await complaints();
    expect(found.slice(0, 2).sort()).toEqual(schema);
    expect(found.slice(2)).toEqual([broken(2), lost]);
  });

  test('S15: an anchor that the ledger does not hold', async () => {
    damage(`UPDATE platform_audit SET tx = (SELECT tx FROM platform_audit WHERE position = 1) WHERE position = 2`);
    expect(await complaints()).toEqual([broken(2)]);
  });

  test('S22: a cached value that was moved, and counts that do not fit', async () => {
    damage(`UPDATE cache_entries SET envelope = (SELECT envelope FROM cache_entries WHERE key = 'a') WHERE key = 'b'`);
    expect((await complaints()).join()).toMatch(/^sealed-values: .*cached value 2/);
    damage(`DELETE FROM cache_entries WHERE key = 'b'`);
    expect(await complaints()).toEqual([
      `cache-counts: The cache of these projects does not agree with its counters: ${PROJECT}. Values were added or removed by hand.`,
    ]);
  });
});

test('S27: a restore empties the cache, keeps the audit log, and tells it once', async () => {
  const out = join(root, 'saved.backup');
  await withService(async (_service, send) => {
    await audit(send, 'before');
    await cache(send, 'a');
    await send('GET', '/v1/cache/a');
    await send('GET', '/v1/cache/a');
  });
  // The stop has written what was seen of the key.
  await withService(async ({ deps }) => {
    expect(await findCachePattern(deps.db, PROJECT, 'a')).toMatchObject({ hits: 2, writes: 1 });
  });
  await save(dataDir, out);
  await withService((_service, send) => audit(send, 'lost'));
  await bringBack(out, dataDir, { replace: true });
  await withService(async ({ deps }, send) => {
    expect(await findCacheEntry(deps.db, PROJECT, 'a')).toBeNull();
    expect(await findCachePattern(deps.db, PROJECT, 'a')).toBeNull();
    expect(await cacheUsage(deps.db, PROJECT)).toEqual({ entries: 0, bytes: 0 });
    await platformAuditRestores.run(deps);
    await platformAuditRestores.run(deps);
    await audit(send, 'after');
    const actions = (await platformAuditAfter(deps.db, PROJECT, 0, 9)).map(({ action }) => action);
    expect(actions).toEqual(['before', 'restored', 'after']);
    const { items } = (await send('GET', '/v1/blockchain/audit')) as { items: { auditId: string }[] };
    for (const { auditId } of items) {
      expect(await send('GET', `/v1/blockchain/audit/${auditId}/verify`)).toMatchObject({ verified: true });
    }
  });
  expect(await complaints()).toEqual([]);
});
