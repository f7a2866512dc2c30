/** Health sessions and storage keys in backup, restore and doctor (S15, S22, S27). */
import { join } from 'node:path';
import { sessionStateAt } from '@touchstone/core/health/session.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { healthSessions } from '../../src/health/chain.ts';
import { findHealthSession, healthEventsAfter } from '../../src/health/store.ts';
import type { Service } from '../../src/service.ts';
import { findStorageKey, revokeStorageKey } from '../../src/storage/store.ts';
import { bringBack, kdf, makeFolder, NOW, remove, save, serviceOn, temporaryFolder } from '../backup/folder.ts';

const PROJECT = LOCAL.projectId;
const USER = 'reviewer';

let root: string;
let dataDir: string;
beforeEach(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  await makeFolder(dataDir);
});
afterEach(() => remove(root));

type Post = (path: string, body: unknown) => Promise<Record<string, unknown>>;

async function withService<T>(action: (service: Service, post: Post) => Promise<T>): Promise<T> {
  const service = await serviceOn(dataDir);
  const { deps } = service;
  const app = createApp({ ...deps, allowedHosts: () => new Set(['127.0.0.1:1']) });
  const post: Post = async (path, body) => {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: {
        host: '127.0.0.1:1',
        authorization: `Bearer ${deps.sessions.adminToken}`,
        'content-type': 'application/json',
      },
      payload: JSON.stringify(body),
    });
    return answer.json();
  };
  try {
    return await action(service, post);
  } finally {
    await app.close();
    await service.close();
  }
}

async function openSession(post: Post, contract: string): Promise<string> {
  await post('/v1/health/baa/accept', { user_id: USER, signature_name: 'A' });
  return String((await post('/v1/health/sessions', { contract_id: contract, user_id: USER })).session_id);
}

function append(post: Post, session: string, count: number) {
  const event = { session_id: session, field_id: 'f', action: 'view', actor: USER, timestamp: '2026-04-01T12:00:00Z' };
  return post('/v1/health/audit', { events: Array.from({ length: count }, () => event) });
}

/** What doctor finds by these two checks. */
async function complaints(): Promise<readonly string[]> {
  const options = { dataDir, kdf, random: systemRandom, clock: () => NOW, freeBytes: () => 100 * 1024 ** 3 };
  const { findings } = await examineDataFolder(options);
  return findings
    .filter(({ status, check }) => status !== 'ok' && ['health-audit', 'storage-keys', 'sealed-values'].includes(check))
    .map(({ check, message }) => `${check}: ${message}`);
}

function damage(sql: string): void {
  const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
  sqlite.exec('DROP TRIGGER health_events_stay; DROP TRIGGER health_events_remain');
  sqlite.exec(sql);
  sqlite.exec(`
    CREATE TRIGGER health_events_stay BEFORE UPDATE ON health_events
    BEGIN SELECT RAISE(ABORT, 'health events are append-only'); END;
    CREATE TRIGGER health_events_remain BEFORE DELETE ON health_events
    BEGIN SELECT RAISE(ABORT, 'health events are append-only'); END;`);
  sqlite.close();
}

describe('doctor', () => {
  test('S15: names the session and the event that was changed, removed, cut off or added', async () => {
    const session = await withService(async (_service, post) => {
      const id = await openSession(post, 'c');
      await append(post, id, 5);
      await post('/v1/health/attest', {
        session_id: id,
        validation_results: { fields_validated: 1, passed: 1, flagged: 0 },
        signature_name: 'A',
        reviewer_user_id: USER,
      });
      return id;
    });
    expect(await complaints()).toEqual([]);

    const saved = (sql: string) => {
      const sqlite = new SqliteDatabase(join(dataDir, 'touchstone.db'));
      const rows = sqlite.prepare(sql).all();
      sqlite.close();
      return rows as Record<string, string | number>[];
    };
    const [third] = saved('SELECT body, signature FROM health_events WHERE position = 3');
    damage(`UPDATE health_events SET body = replace(body, '"view"', '"edit"') WHERE position = 3`);
    expect(await complaints()).toEqual([
      `health-audit: The audit of health session ${session} is broken at event 3: the event was changed, or an earlier event is missing.`,
    ]);
    damage(`UPDATE health_events SET body = '${third?.body}' WHERE position = 3`);
    expect(await complaints()).toEqual([]);

    const [fifth] = saved('SELECT * FROM health_events WHERE position = 5');
    damage('DELETE FROM health_events WHERE position = 5');
    expect(await complaints()).toEqual([
      `health-audit: The audit of health session ${session} ends at event 4 instead of 5: events were cut off or added.`,
    ]);
    damage(`INSERT INTO health_events VALUES ('${session}', 5, '${PROJECT}', '${fifth?.body}', '${fifth?.signature}')`);
    expect(await complaints()).toEqual([]);

    damage('UPDATE health_attestations SET body = replace(body, \'"passed":1\', \'"passed":9\')');
    expect(await complaints()).toEqual([
      `health-audit: Attestation 1 of health session ${session} was changed, or is not on the ledger.`,
    ]);
  });

  test('S15: a whole session that was cut back without a trace in its own rows shows against the ledger', async () => {
    const session = await withService(async (service, post) => {
      const id = await openSession(post, 'c');
      await append(post, id, 2);
      const { db } = service.deps;
      await db.updateTable('health_sessions').set({ released_at: NOW, holds_lock: 0 }).where('id', '=', id).execute();
      await healthSessions.run(service.deps);
      return id;
    });
    expect(await complaints()).toEqual([]);
    damage(
      `DELETE FROM health_events; UPDATE health_sessions SET events = 0, head_hash = NULL, head_tx = NULL WHERE id = '${session}'`,
    );
    expect(await complaints()).toEqual([
      'health-audit: The ledger contains a health event that no session has: a chain was changed, cut off or removed.',
    ]);
  });

  test('S22: a storage key that was exchanged is named', async () => {
    const [a, b] = await withService(async (_service, post) => [
      String((await post('/v1/storage/keygen', {})).key_id),
      String((await post('/v1/storage/keygen', {})).key_id),
    ]);
    expect(await complaints()).toEqual([]);
    damage(
      `UPDATE storage_keys SET public_key = (SELECT public_key FROM storage_keys WHERE id = '${b}') WHERE id = '${a}'`,
    );
    expect(await complaints()).toEqual([`storage-keys: Storage keys whose parts do not match: ${a}.`]);
    damage(
      `UPDATE storage_keys SET envelope = (SELECT envelope FROM storage_keys WHERE id = '${a}') WHERE id = '${b}'`,
    );
    expect((await complaints()).join()).toContain(`storage key ${b}`);
  });
});

describe('S27: restore', () => {
  test('ends sessions, frees their contracts, and tells the chain what it may have lost', async () => {
    const out = join(root, 'saved.backup');
    const [open, released] = await withService(async ({ deps }, post) => {
      const first = await openSession(post, 'open');
      const second = await openSession(post, 'released');
      await append(post, first, 2);
      await append(post, second, 1);
      const row = deps.db.updateTable('health_sessions').set({ released_at: NOW, holds_lock: 0 });
      await row.where('id', '=', second).execute();
      return [first, second];
    });
    await save(dataDir, out);
    await withService((_service, post) => append(post, open, 3));
    await bringBack(out, dataDir, { replace: true });
    await withService(async ({ deps }, post) => {
      const session = await findHealthSession(deps.db, PROJECT, open);
      expect(session?.holds_lock).toBe(0);
      const life = { expiresAt: session?.expires_at ?? 0, releasedAt: session?.released_at ?? null };
      expect(sessionStateAt(life, NOW)).toBe('expired');
      expect(await append(post, open, 1)).toMatchObject({ error: { code: 'SESSION_EXPIRED' } });
      expect(await openSession(post, 'open')).toMatch(/^sess_/);

      await healthSessions.run(deps);
      await healthSessions.run(deps);
      const actions = async (id: string) =>
        (await healthEventsAfter(deps.db, id, 0, 9)).map(({ body }) => (JSON.parse(body) as { action: string }).action);
      expect(await actions(open)).toEqual(['view', 'view', 'restored']);
      expect(await actions(released)).toEqual(['view']);
    });
    expect(await complaints()).toEqual([]);
  });

  test('a storage key that was revoked since stays revoked', async () => {
    const out = join(root, 'saved.backup');
    const [kept, revoked] = await withService(async (_service, post) => [
      String((await post('/v1/storage/keygen', {})).key_id),
      String((await post('/v1/storage/keygen', {})).key_id),
    ]);
    await save(dataDir, out);
    await withService(({ deps }) => revokeStorageKey(deps.db, PROJECT, revoked, { now: NOW, reason: 'leaked' }));
    await bringBack(out, dataDir, { replace: true });
    await withService(async ({ deps }) => {
      expect((await findStorageKey(deps.db, PROJECT, revoked))?.revokedAt).toBe(NOW);
      expect((await findStorageKey(deps.db, PROJECT, kept))?.revokedAt).toBe(null);
    });
  });
});
