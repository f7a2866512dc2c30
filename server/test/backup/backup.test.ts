import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { toBase64, toHex } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findArtifact, findPieces, replaceArtifact, storedPieces } from '../../src/artifacts/store.ts';
import { readFolderKey } from '../../src/backup/folder-key.ts';
import { HEADER_BYTES } from '../../src/backup/format.ts';
import { LOCAL } from '../../src/frame/caller.ts';
import { type Db, write } from '../../src/store/engine.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { readTrustStoreFile } from '../../src/trust/store-file.ts';
import { loadMasterKey } from '../../src/vault/master-key.ts';
import {
  addDocument,
  addDocumentFile,
  bringBack,
  documentOf,
  kdf,
  makeFolder,
  PASSPHRASE,
  remove,
  save,
  serviceOn,
  temporaryFolder,
  withDatabase,
} from './folder.ts';

let root: string;
let dataDir: string;
let out: string;
let target: string;

beforeAll(async () => {
  root = temporaryFolder();
  dataDir = join(root, 'data');
  out = join(root, 'saved.backup');
  await makeFolder(dataDir);
});
afterAll(() => remove(root));
beforeEach(() => {
  target = join(root, 'restored');
});
afterEach(() => {
  remove(target);
  rmSync(out, { force: true });
});

async function piecesOfAll(db: Db) {
  const rows = await db.selectFrom('artifacts').select('id').orderBy('position').execute();
  return Promise.all(rows.map(({ id }) => storedPieces(db, LOCAL.projectId, id)));
}

describe('a backup', () => {
  test('brings the folder back whole: the service runs on it and every secret opens', async () => {
    writeFileSync(join(dataDir, 'foreign.txt'), 'not ours');
    const report = await save(dataDir, out);
    expect(report).toMatchObject({ file: out, documents: 2, missing: [], leftOut: [], bytes: statSync(out).size });
    expect(statSync(out).mode & 0o777).toBe(0o600);

    const restored = await bringBack(out, target);
    expect(restored).toMatchObject({ documents: 2, masterKey: 'key-file', keptRevocations: false });
    expect(readdirSync(target).sort()).toEqual(
      [
        'documents',
        'keys',
        'master-key.json',
        'rollback-mark.json',
        'server.lock',
        'touchstone.db',
        'trust-store.json',
      ].sort(),
    );
    expect(statSync(target).mode & 0o777).toBe(0o700);
    for (const name of ['master-key.json', 'rollback-mark.json', 'touchstone.db', 'trust-store.json']) {
      expect(statSync(join(target, name)).mode & 0o777).toBe(0o600);
    }
    const saved = await withDatabase(dataDir, piecesOfAll);
    expect(saved.map(({ length }) => length)).toEqual([1, 3]);
    expect(await withDatabase(target, piecesOfAll)).toEqual(saved);
    const service = await serviceOn(target);
    const secrets = await service.deps.keySets.withSecrets('3key', async (_set, keys) => [...keys.keys()]);
    expect(secrets.sort()).toEqual(['Ed25519', 'ML-DSA-65']);
    await service.close();
    rmSync(join(dataDir, 'foreign.txt'));
  });

  test('S27: holds the master key inside only, and no text of the folder in clear', async () => {
    await save(dataDir, out);
    const key = await readFolderKey(dataDir, {}, systemRandom, kdf);
    const bytes = readFileSync(out);
    expect(bytes.includes(Buffer.from(key))).toBe(false);
    for (const text of [toBase64(key), toHex(key), 'SQLite format', 'manifest.json', 'ks_artifact', PASSPHRASE]) {
      expect(bytes.includes(text)).toBe(false);
    }
    expect(bytes.subarray(0, 14).toString()).toBe('svc-backup/v1\0');
    // The same folder and passphrase give other bytes: salt, and so key, are new.
    await save(dataDir, `${out}2`);
    expect(readFileSync(`${out}2`).subarray(14, 200)).not.toEqual(bytes.subarray(14, 200));
    rmSync(`${out}2`);
  });

  test('leaves nothing in the data folder, nor beside the file', async () => {
    const before = readdirSync(dataDir).sort();
    await save(dataDir, out);
    expect(readdirSync(dataDir).sort()).toEqual(before);
    expect(readdirSync(root).sort()).toEqual(['data', 'saved.backup']);
  });

  test('does not replace a file unless told to', async () => {
    writeFileSync(out, 'precious');
    await expect(save(dataDir, out)).rejects.toThrow('exists already');
    expect(readFileSync(out, 'utf8')).toBe('precious');
    await save(dataDir, out, { overwrite: true });
    await bringBack(out, target);
  });

  test('is refused with a master key of another folder', async () => {
    await expect(save(dataDir, out, { masterKey: systemRandom(32) })).rejects.toThrow('is not the one');
    expect(readdirSync(root)).toEqual(['data']);
  });

  test.each([0, 1, 5, 10])('cancelled after %i steps leaves nothing', async (steps) => {
    const before = readdirSync(dataDir).sort();
    const controller = new AbortController();
    let left = steps;
    if (left === 0) controller.abort();
    const onProgress = () => {
      if (--left === 0) controller.abort();
    };
    await expect(save(dataDir, out, { signal: controller.signal, onProgress })).rejects.toMatchObject({
      fault: 'CANCELLED',
    });
    expect(readdirSync(dataDir).sort()).toEqual(before);
    expect(readdirSync(root)).toEqual(['data']);
  });

  test('says what it does not hold: a document that was lost as a file', async () => {
    const lossy = join(root, 'lossy');
    await makeFolder(lossy);
    const lost = await withDatabase(lossy, (db) => addDocumentFile(lossy, db, 'lost'));
    rmSync(join(lossy, 'documents', lost));
    expect(await save(lossy, out)).toMatchObject({ missing: [lost], documents: 2 });
    expect(await bringBack(out, target)).toMatchObject({ missing: [lost], documents: 2 });
    remove(lossy);
  });

  test('is refused while documents stand in files, until a start has taken them in', async () => {
    const older = join(root, 'older');
    await makeFolder(older);
    await withDatabase(older, (db) => addDocumentFile(older, db, 'in a file'));
    await expect(save(older, out)).rejects.toThrow('start the server on it once');
    expect(existsSync(out)).toBe(false);
    await (await serviceOn(older)).close();
    expect(await save(older, out)).toMatchObject({ missing: [], documents: 3 });
    remove(older);
  });

  test('of a folder with a passphrase keeps that passphrase, or is given a key file when told so', async () => {
    const locked = join(root, 'locked');
    await makeFolder(locked);
    const key = await readFolderKey(locked, {}, systemRandom, kdf);
    rmSync(join(locked, 'master-key.json'));
    // The box of a folder that was made with a passphrase, over this folder's own key.
    const passphrase = 'the passphrase of the folder';
    await loadMasterKey(
      locked,
      { kind: 'passphrase', passphrase },
      true,
      (length) => (length === 32 ? key : systemRandom(length)),
      kdf,
    );
    await expect(readFolderKey(locked, {}, systemRandom, kdf)).rejects.toThrow('protected by a passphrase');
    expect(await readFolderKey(locked, { passphrase }, systemRandom, kdf)).toEqual(key);

    await save(locked, out, { masterKey: key });
    expect((await bringBack(out, target)).masterKey).toBe('passphrase');
    expect(await readFolderKey(target, { passphrase }, systemRandom, kdf)).toEqual(key);
    remove(target);
    expect((await bringBack(out, target, { asKeyFile: true })).masterKey).toBe('key-file');
    expect(await readFolderKey(target, {}, systemRandom, kdf)).toEqual(key);
    remove(locked);
  });

  test('of a folder whose key is in the keychain needs the key supplied', async () => {
    const desktop = join(root, 'desktop');
    await makeFolder(desktop);
    const key = await readFolderKey(desktop, {}, systemRandom, kdf);
    rmSync(join(desktop, 'master-key.json'));
    const ofDesktop = ['master-key.keychain', 'master-key.dpapi'].map((name) => join(desktop, name));
    for (const file of ofDesktop) writeFileSync(file, 'sealed by the desktop', { mode: 0o600 });
    await expect(readFolderKey(desktop, {}, systemRandom, kdf)).rejects.toThrow('keychain');
    await save(desktop, out, { masterKey: await readFolderKey(desktop, { masterKey: key }, systemRandom, kdf) });
    // In place of the desktop's own folder: the key file takes over from the keychain.
    await bringBack(out, desktop, { replace: true });
    expect(ofDesktop.filter((file) => existsSync(file))).toEqual([]);
    expect(await readFolderKey(desktop, {}, systemRandom, kdf)).toEqual(key);
    remove(desktop);
  });

  test('of a folder without a database holds trust store and key files', async () => {
    const bare = join(root, 'bare');
    mkdirSync(join(bare, 'keys'), { recursive: true, mode: 0o700 });
    writeFileSync(join(bare, 'keys', 'office.pqsecret.json'), '{"sealed":true}');
    writeFileSync(join(bare, 'keys', 'notes.txt'), 'mine');
    expect(await save(bare, out, { masterKey: null })).toMatchObject({ leftOut: ['keys/notes.txt'], documents: 0 });
    // Finder has shown the folder.
    mkdirSync(target);
    writeFileSync(join(target, '.DS_Store'), '');
    expect(await bringBack(out, target)).toMatchObject({ masterKey: null });
    expect(readFileSync(join(target, 'keys', 'office.pqsecret.json'), 'utf8')).toBe('{"sealed":true}');
    expect(readTrustStoreFile(join(target, 'trust-store.json'))).toMatchObject({ key_sets: [] });
    remove(bare);
  });
});

test('is one moment of a folder that is being written to', async () => {
  const busy = join(root, 'busy');
  await makeFolder(busy);
  const masterKey = await readFolderKey(busy, {}, systemRandom, kdf);
  const db = openDatabase(join(busy, 'touchstone.db'));
  let isOver = false;
  let replaced = 0;
  const id = await addDocument(db, 'changing');
  // Replaces one document again and again, as adding a signature does, now by one piece and now by three.
  const writer = (async () => {
    while (!isOver) {
      const { content } = await documentOf(`changed ${++replaced}`, replaced % 2 === 0 ? 1_000 : 600_000);
      await write(db, async (transaction) => {
        const row = await findArtifact(transaction, LOCAL.projectId, id);
        if (row === null) throw new Error('the row is gone');
        await replaceArtifact(transaction, LOCAL.projectId, id, row.revision, content);
      });
      if (replaced % 20 === 0) await addDocument(db, `more ${replaced}`);
      await setTimeout(1);
    }
  })();
  try {
    for (let round = 0; round < 5; round++) {
      const before = replaced;
      const report = await save(busy, out, { masterKey, overwrite: true });
      expect(replaced).toBeGreaterThan(before);
      expect(report.missing).toEqual([]);
      const restored = await bringBack(out, target);
      expect(restored.documents).toBe(report.documents);
      await withDatabase(target, async (saved) => {
        const { size } = await saved
          .selectFrom('artifacts')
          .select('size')
          .where('id', '=', id)
          .executeTakeFirstOrThrow();
        expect((await findPieces(saved, LOCAL.projectId, id))?.size).toBe(size);
      });
      remove(target);
    }
  } finally {
    isOver = true;
    await writer;
    await db.destroy();
    remove(busy);
  }
});

describe('a restore refuses', () => {
  beforeEach(async () => {
    await save(dataDir, out);
  });
  afterEach(() => expect(readdirSync(root).includes('restored')).toBe(false));

  test('a wrong passphrase', async () => {
    const attempt = bringBack(out, target, { passphrase: `${PASSPHRASE}!` });
    await expect(attempt).rejects.toMatchObject({ fault: 'WRONG_PASSPHRASE' });
  });

  test('a file that was changed, cut or lengthened, anywhere', async () => {
    const good = readFileSync(out);
    const places = [0, 13, 14, HEADER_BYTES - 1, HEADER_BYTES, 70_000, Math.floor(good.length / 2), good.length - 1];
    for (const at of places) {
      const bad = Buffer.from(good);
      bad[at] = (bad[at] ?? 0) ^ 0x10;
      writeFileSync(out, bad);
      await expect(bringBack(out, target)).rejects.toMatchObject({ name: 'BackupError' });
    }
    for (const bytes of [
      good.subarray(0, 20),
      good.subarray(0, good.length - 1),
      good.subarray(0, HEADER_BYTES + 65_552),
      Buffer.concat([good, Buffer.alloc(1)]),
      Buffer.alloc(0),
    ]) {
      writeFileSync(out, bytes);
      await expect(bringBack(out, target)).rejects.toMatchObject({ name: 'BackupError' });
    }
  });

  test('to be cancelled without leaving anything', async () => {
    for (const step of ['extracted', 'checked', 'prepared']) {
      const controller = new AbortController();
      const onStep = (done: string) => {
        if (done === step) controller.abort();
      };
      const attempt = bringBack(out, target, { signal: controller.signal, onStep });
      await expect(attempt).rejects.toMatchObject({ fault: 'CANCELLED' });
    }
  });

  test('a folder of somebody else, and a data folder unless it is to be replaced', async () => {
    const foreign = join(root, 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'letter.txt'), 'Dear');
    for (const replace of [false, true]) {
      await expect(bringBack(out, foreign, { replace })).rejects.toThrow('holds other files');
    }
    await expect(bringBack(out, dataDir)).rejects.toThrow('holds data already');
    expect(readdirSync(foreign)).toEqual(['letter.txt']);
    remove(foreign);
  });

  test('a folder that a server uses', async () => {
    const service = await serviceOn(dataDir);
    await expect(bringBack(out, dataDir, { replace: true })).rejects.toThrow('uses this data folder');
    await service.close();
  });
});
