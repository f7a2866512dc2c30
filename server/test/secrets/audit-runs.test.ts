/** Audits of secrets that were written before entries of a commit shared a signature. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalJson } from '@touchstone/core/canonical-json.ts';
import { entryHash } from '@touchstone/core/chain-of-entries/chain.ts';
import { SECRET_AUDIT } from '@touchstone/core/secrets/audit-chain.ts';
import SqliteDatabase from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { verifySecretAudit } from '../../src/secrets/audit.ts';
import { listSecretAudit } from '../../src/secrets/store/audit.ts';
import { MIGRATIONS } from '../../src/store/sqlite/migrations/migrations.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { migrate } from '../../src/store/sqlite/schema.ts';

const PROJECT = 'prj_1';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('verify unchanged, each by its own signature', async () => {
  const path = join(folder, 'old.db');
  const sqlite = new SqliteDatabase(path);
  migrate(sqlite, MIGRATIONS.slice(0, 16));
  sqlite.exec(`INSERT INTO accounts (id, email, plan, credits, status, created_at) VALUES ('acc_1', 'e', 'pro', 1, 'active', 0);
    INSERT INTO projects (id, account_id, created_at) VALUES ('${PROJECT}', 'acc_1', 0)`);
  const insert = sqlite.prepare('INSERT INTO secret_audit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
  let previous: string | null = null;
  for (const position of [1, 2, 3]) {
    const body = {
      project_id: PROJECT,
      position,
      action: 'store',
      secret_id: 'a',
      keyset_id: 'ks_1',
      previous_hash: previous,
    };
    previous = entryHash(SECRET_AUDIT, body);
    insert.run(
      PROJECT,
      position,
      'store',
      'a',
      position,
      position,
      position,
      canonicalJson(body),
      `signature ${position}`,
    );
  }
  sqlite.close();
  const db = openDatabase(path);
  const check = async (_kind: string, body: object, signature: string) =>
    signature === `signature ${(body as { position: number }).position}`;
  expect(await verifySecretAudit(db, PROJECT, check)).toMatchObject({ intact: true, entries: 3, head: previous });
  const { entries } = await listSecretAudit(db, PROJECT, {}, { limit: 10, offset: 0 });
  expect(entries.map(({ signature, signedPosition }) => [signature, signedPosition])).toEqual([
    ['signature 3', 3],
    ['signature 2', 2],
    ['signature 1', 1],
  ]);
  await db.updateTable('secret_audit').set({ signature: 'signature 1' }).where('position', '=', 2).execute();
  expect(await verifySecretAudit(db, PROJECT, check)).toMatchObject({ intact: false, entries: 1, brokenAt: 2 });
  // A row is either signed or covered by a later one.
  const put = (change: { signature: string; signed_position: number }) =>
    db.updateTable('secret_audit').set(change).where('position', '=', 2).execute();
  await expect(put({ signature: 's', signed_position: 3 })).rejects.toThrow('CHECK');
  await expect(put({ signature: '', signed_position: 2 })).rejects.toThrow('CHECK');
  await put({ signature: '', signed_position: 3 });
  expect(await verifySecretAudit(db, PROJECT, check)).toMatchObject({ intact: true, entries: 3 });
  await db.destroy();
});
