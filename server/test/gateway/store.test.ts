import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { insertAccount, insertProject } from '../../src/accounts/store/accounts.ts';
import {
  bindKey,
  copyBindings,
  findTarget,
  isBound,
  keepRefusedTargets,
  replaceTarget,
  setAllowPrivate,
} from '../../src/gateway/store.ts';
import { insertManagedKey } from '../../src/keys/store/managed-keys.ts';
import { type Db, write } from '../../src/store/engine.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function open(name: string): Promise<Db> {
  const db = openDatabase(join(folder, name));
  await write(db, (transaction) =>
    insertAccount(transaction, {
      id: 'acc_1',
      email: 'a@example.com',
      plan: 'free',
      credits: 0,
      status: 'active',
      createdAt: 0,
    }),
  );
  await insertProject(db, { id: 'prj_1', account_id: 'acc_1', created_at: 0 });
  return db;
}

const target = (id: string, name: string) => ({
  id,
  name,
  projectId: 'prj_1',
  baseUrl: 'https://a.example',
  authHeader: 'a',
  authTemplate: '{{key}}',
  allowedPaths: ['/'],
  allowedMethods: ['GET'],
  allowedHeaders: [],
  rateLimit: 1,
});

async function newKey(db: Db, id: string): Promise<void> {
  const none = new Uint8Array(0);
  await insertManagedKey(
    db,
    {
      id,
      projectId: 'prj_1',
      tier: 'key-1',
      label: '',
      rotatedFrom: null,
      encrypted: none,
      kemCiphertext: none,
      hmacDigest: none,
      envelope: none,
    },
    0,
  );
}

test('a replaced target has neither bindings nor permission of the one before', async () => {
  const db = await open('a.db');
  await newKey(db, 'key_1');
  await newKey(db, 'key_2');
  await replaceTarget(db, target('gwt_1', 'x'), 1);
  await setAllowPrivate(db, 'gwt_1', true);
  await bindKey(db, 'gwt_1', 'key_1', 1);
  await bindKey(db, 'gwt_1', 'key_1', 2);
  await copyBindings(db, 'key_1', 'key_2', 3);
  expect([await isBound(db, 'gwt_1', 'key_1'), await isBound(db, 'gwt_1', 'key_2')]).toEqual([true, true]);
  await replaceTarget(db, target('gwt_2', 'x'), 4);
  expect(await findTarget(db, 'prj_1', 'x')).toMatchObject({
    id: 'gwt_2',
    allowPrivate: false,
    totalProxied: 0,
    createdAt: 4,
  });
  for (const id of ['gwt_1', 'gwt_2']) expect(await isBound(db, id, 'key_1')).toBe(false);
  await expect(bindKey(db, 'gwt_1', 'key_1', 5)).rejects.toThrow('FOREIGN KEY');
  await db.destroy();
});

test('S27: a restore brings back no permission that was taken back', async () => {
  const [restored, present] = [await open('restored.db'), await open('present.db')];
  for (const [id, name] of [
    ['gwt_1', 'kept'],
    ['gwt_2', 'taken-back'],
    ['gwt_3', 'gone'],
    ['gwt_4', 'put-back'],
  ] as const) {
    await replaceTarget(restored, target(id, name), 1);
    await setAllowPrivate(restored, id, true);
    if (name !== 'gone') await replaceTarget(present, target(id, name), 1);
  }
  await setAllowPrivate(present, 'gwt_1', true);
  await setAllowPrivate(present, 'gwt_4', true);
  // Of the last, the audit tells otherwise than its row.
  await keepRefusedTargets(restored, present, (id) => id !== 'gwt_4');
  const allowed = async (name: string) => (await findTarget(restored, 'prj_1', name))?.allowPrivate;
  expect([await allowed('kept'), await allowed('taken-back'), await allowed('gone')]).toEqual([true, false, false]);
  expect(await allowed('put-back')).toBe(false);
  await Promise.all([restored.destroy(), present.destroy()]);
});
