/** S27: what a restore keeps of the folder that it replaces, and what it does not. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { toHex } from '@touchstone/core/bytes.ts';
import { currentEdition, heldEditions, isRevoked } from '@touchstone/core/keys/editions.ts';
import { keyThumbprint } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { pinKeySet, revokeKey, untrustKeySet } from '@touchstone/core/keys/trust-changes.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findAccount, insertAccount } from '../../src/accounts/store/accounts.ts';
import { findApiKey, insertApiKey, revokeApiKeys } from '../../src/accounts/store/api-keys.ts';
import { piecesInAll } from '../../src/artifacts/store.ts';
import { restoredTrust } from '../../src/backup/restored-trust.ts';
import { findConsoleSession, insertConsoleSession } from '../../src/console/store.ts';
import { bfvKeyPlace, ckksSessionPlace } from '../../src/fhe/at-rest.ts';
import { findBfvKey, findCkksSession, insertBfvKey, insertCkksSession } from '../../src/fhe/store.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { listKeySets } from '../../src/key-sets/store.ts';
import { type Db, write } from '../../src/store/engine.ts';
import { changeTrustStoreFile, readTrustStoreFile } from '../../src/trust/store-file.ts';
import {
  addDocument,
  addKeySet,
  bringBack,
  makeFolder,
  NOW,
  remove,
  save,
  serviceOn,
  type TestFolder,
  temporaryFolder,
  withDatabase,
} from './folder.ts';

let root: string;
let dataDir: string;
let out: string;
let folder: TestFolder;

beforeEach(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  out = join(root, 'saved.backup');
  folder = await makeFolder(dataDir);
});
afterEach(() => remove(root));

async function addKey(db: Db, scopes = '"*"', expiresAt: number | null = null): Promise<string> {
  const id = `ak_${toHex(systemRandom(8))}`;
  await insertApiKey(db, {
    id,
    project_id: LOCAL.projectId,
    salt: systemRandom(16),
    secret_hash: systemRandom(32),
    scopes,
    created_at: NOW,
    expires_at: expiresAt,
    revoked_at: null,
    label: '',
    rotated_to: null,
    created_by: null,
    voter: id,
  });
  return id;
}

const setOf = (use: '3key' | 'artifact' | 'receipt') => {
  const set = folder.sets.get(use);
  if (set === undefined) throw new Error('no such set');
  return set;
};

describe('S27: a restore in place of a folder', () => {
  test('keeps what was revoked since: keys, ends of keys, scopes, accounts, key sets', async () => {
    const keys = await withDatabase(dataDir, async (db) => {
      await write(db, (transaction) =>
        insertAccount(transaction, {
          id: 'acc_1',
          email: 'a@example.com',
          plan: 'free',
          credits: 10,
          status: 'active',
          createdAt: NOW,
        }),
      );
      return {
        revoked: await addKey(db),
        kept: await addKey(db),
        shortened: await addKey(db, '"*"', NOW + 9_000_000),
        lengthened: await addKey(db, '"*"', NOW + 1_000),
        narrowed: await addKey(db, '["sign","keys"]'),
        widened: await addKey(db, '["sign"]'),
      };
    });
    await save(dataDir, out);
    const since = await withDatabase(dataDir, async (db, vault) => {
      await revokeApiKeys(db, [keys.revoked], NOW + 5);
      const set = (id: string, change: { scopes?: string; expires_at?: number }) =>
        db.updateTable('api_keys').set(change).where('id', '=', id).execute();
      await set(keys.shortened, { expires_at: NOW + 10 });
      await set(keys.lengthened, { expires_at: NOW + 10_000 });
      await set(keys.narrowed, { scopes: '["keys","vault"]' });
      await set(keys.widened, { scopes: '"*"' });
      await db.updateTable('accounts').set({ status: 'suspended', plan: 'pro' }).where('id', '=', 'acc_1').execute();
      await db.updateTable('key_sets').set({ state: 'revoked' }).where('keyset_use', '=', 'receipt').execute();
      // Made and revoked since: the restored service still knows it as revoked.
      const late = await addKeySet(db, vault, 'receipt', { serial: 2 });
      await db.updateTable('key_sets').set({ state: 'revoked' }).where('fingerprint', '=', late.fingerprint).execute();
      await addDocument(db, 'made since');
      return { late, newKey: await addKey(db) };
    });

    expect(await bringBack(out, dataDir, { replace: true })).toMatchObject({ keptRevocations: true, documents: 2 });
    await withDatabase(dataDir, async (db) => {
      const key = async (id: string) => findApiKey(db, id);
      expect((await key(keys.revoked))?.revokedAt).toBe(NOW + 5);
      expect((await key(keys.kept))?.revokedAt).toBeNull();
      expect((await key(keys.shortened))?.expiresAt).toBe(NOW + 10);
      expect((await key(keys.lengthened))?.expiresAt).toBe(NOW + 1_000);
      expect((await key(keys.narrowed))?.scopes).toBe('["keys"]');
      expect((await key(keys.widened))?.scopes).toBe('["sign"]');
      expect(await key(since.newKey)).toBeNull();
      expect(await findAccount(db, 'acc_1')).toMatchObject({ status: 'suspended', plan: 'free' });
      const sets = await listKeySets(db);
      const state = (fingerprint: string) => sets.find(({ keySet }) => keySet.fingerprint === fingerprint)?.state;
      expect(state(setOf('receipt').fingerprint)).toBe('revoked');
      expect(state(since.late.fingerprint)).toBe('revoked');
      expect(state(setOf('3key').fingerprint)).toBe('current');
    });
    expect((await withDatabase(dataDir, piecesInAll)).documents).toBe(2);
    await (await serviceOn(dataDir)).close();
  });

  test('keeps the revocations and remembered serials of the trust store', async () => {
    const file = join(dataDir, 'trust-store.json');
    const pin = { at: NOW, by: 'me', source: 'test' };
    const [a, b, c] = [setOf('artifact'), setOf('receipt'), setOf('3key')];
    await changeTrustStoreFile(file, (store) => pinKeySet(store, a, pin));
    await changeTrustStoreFile(file, (store) => pinKeySet(store, b, pin));
    await save(dataDir, out);
    const [first, second] = a.keys;
    if (first === undefined || second === undefined) throw new Error('a set has keys');
    await changeTrustStoreFile(file, (store) => revokeKey(store, keyThumbprint(first), NOW, 'lost'));
    await changeTrustStoreFile(file, (store) => untrustKeySet(store, b.fingerprint, { at: NOW + 1, by: 'me' }));
    await changeTrustStoreFile(file, (store) => pinKeySet(store, c, pin));

    // A revocation that comes at the last moment counts too: the command line writes while the backup is being read.
    const onStep = (step: string) => {
      if (step !== 'prepared') return;
      const change = revokeKey(readTrustStoreFile(file), keyThumbprint(second), NOW, 'late');
      if (change.ok) writeFileSync(file, trustStoreText(change.store));
    };
    await bringBack(out, dataDir, { replace: true, onStep });
    const store = readTrustStoreFile(file);
    expect(heldEditions(store).map(({ keySet }) => keySet.fingerprint)).toEqual([a.fingerprint]);
    expect([first, second].map((key) => isRevoked(store, key))).toEqual([true, true]);
    const untrusted = store.key_sets.filter((entry) => entry.untrusted !== undefined);
    expect(untrusted.map(({ key_set }) => key_set.keyset_id).sort()).toEqual([b.keyset_id, c.keyset_id].sort());
  });

  test('ends the sessions of the console, also those of the backup', async () => {
    const session = { token_hash: systemRandom(32), expires_at: NOW + 1_000, mac: systemRandom(32) };
    await withDatabase(dataDir, (db) => insertConsoleSession(db, session, NOW));
    await save(dataDir, out);
    await bringBack(out, dataDir, { replace: true });
    await withDatabase(dataDir, async (db) => {
      expect(await findConsoleSession(db, session.token_hash)).toBeNull();
    });
  });

  test('12.39: ends CKKS sessions with their keys, also those of the backup; BFV keys come back', async () => {
    const id = 'ckks_0123456789abcdef';
    const row = { id, project_id: LOCAL.projectId, fingerprint: systemRandom(32), created_at: NOW };
    const session = { ...row, expires_at: NOW + 86_400_000, decrypts: 0 };
    const key = { ...row, id: 'key_bfv_0123456789abcdef', custody: 'server', profile: 'standard' } as const;
    await withDatabase(dataDir, async (db, vault) => {
      const secret = systemRandom(64);
      await insertCkksSession(db, { ...session, envelope: vault.seal(ckksSessionPlace(session), secret) });
      await insertBfvKey(db, { ...key, envelope: vault.seal(bfvKeyPlace(key), secret) });
    });
    await save(dataDir, out);
    await bringBack(out, dataDir, { replace: true });
    await withDatabase(dataDir, async (db, vault) => {
      expect(await findCkksSession(db, LOCAL.projectId, id)).toBeNull();
      const kept = await findBfvKey(db, LOCAL.projectId, key.id);
      expect(vault.open(bfvKeyPlace(key), kept?.envelope ?? new Uint8Array())).toHaveLength(64);
    });
  });

  test('keeps key files that the backup does not know, and both where they differ', async () => {
    const keys = join(dataDir, 'keys');
    mkdirSync(keys, { mode: 0o700 });
    writeFileSync(join(keys, 'old.pqsecret.json'), '"old"');
    writeFileSync(join(keys, 'same.pqsecret.json'), '"same"');
    await save(dataDir, out);
    writeFileSync(join(keys, 'old.pqsecret.json'), '"changed since"');
    writeFileSync(join(keys, 'new.pqsecret.json'), '"new"');
    mkdirSync(join(dataDir, 'documents'), { mode: 0o700 });
    writeFileSync(join(dataDir, 'documents', 'letter.txt'), 'foreign');
    await bringBack(out, dataDir, { replace: true });
    const names = readdirSync(keys).sort();
    expect(names.map((name) => name.replace(/^kept-[0-9a-f]{8}-/, 'kept-'))).toEqual([
      'kept-old.pqsecret.json',
      'new.pqsecret.json',
      'old.pqsecret.json',
      'same.pqsecret.json',
    ]);
    expect(readFileSync(join(keys, 'old.pqsecret.json'), 'utf8')).toBe('"old"');
    expect(readFileSync(join(keys, names[0] ?? ''), 'utf8')).toBe('"changed since"');
    expect(readdirSync(join(dataDir, 'documents'))).toContain('letter.txt');
  });

  test('refuses where the present revocations cannot be read, unless they are to be forgotten', async () => {
    await save(dataDir, out);
    const database = join(dataDir, 'touchstone.db');
    writeFileSync(
      database,
      'no database at all, and longer than a header of SQLite so that it is looked at'.repeat(20),
    );
    await expect(bringBack(out, dataDir, { replace: true })).rejects.toThrow('revocations cannot be kept');
    expect(readFileSync(database, 'utf8')).toContain('no database at all');
    writeFileSync(join(dataDir, 'trust-store.json'), 'broken');
    expect(await bringBack(out, dataDir, { replace: true, forgetPresent: true })).toMatchObject({
      keptRevocations: false,
    });
    await (await serviceOn(dataDir)).close();
  });

  test('refuses a broken trust store alone', async () => {
    await save(dataDir, out);
    writeFileSync(join(dataDir, 'trust-store.json'), 'broken');
    await expect(bringBack(out, dataDir, { replace: true })).rejects.toThrow('present trust store');
    rmSync(join(dataDir, 'trust-store.json'));
    await bringBack(out, dataDir, { replace: true });
  });
});

describe('the restored trust store', () => {
  const pin = { at: NOW, by: 'me', source: 'test' };
  const pinned = (store: TrustStore, ...sets: Parameters<typeof pinKeySet>[1][]) =>
    sets.reduce((before, set) => {
      const change = pinKeySet(before, set, pin);
      if (!change.ok) throw new Error(change.message);
      return change.store;
    }, store);

  test('takes the higher serial of a set that both pin', async () => {
    const { one, two } = await withDatabase(dataDir, async (db, vault) => ({
      one: setOf('artifact'),
      two: await addKeySet(db, vault, 'artifact', { serial: 2 }),
    }));
    const older = pinned(EMPTY_TRUST_STORE, one);
    const newer = pinned(EMPTY_TRUST_STORE, two);
    for (const [backup, present] of [
      [older, newer],
      [newer, older],
    ] as const) {
      expect(currentEdition(restoredTrust(backup, present, NOW), one)?.keySet.serial).toBe(2);
    }
    // Unpinned since, the edition that was pinned with the older one does not come back.
    const gone = untrustKeySet(newer, two.fingerprint, { at: NOW + 1, by: 'me' });
    if (!gone.ok) throw new Error(gone.message);
    const restored = restoredTrust(older, gone.store, NOW);
    expect(heldEditions(restored).map(({ keySet }) => keySet.serial)).toEqual([1]);
    expect(heldEditions(restoredTrust(newer, gone.store, NOW))).toEqual([]);
  });

  test('is the backup where nothing is known at present', () => {
    const backup = pinned(EMPTY_TRUST_STORE, setOf('artifact'), setOf('receipt'));
    expect(restoredTrust(backup, EMPTY_TRUST_STORE, NOW)).toEqual(backup);
  });
});
