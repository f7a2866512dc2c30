/** A restore that is killed at any step leaves the old contents or the new ones, whole. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { piecesInAll } from '../../src/artifacts/store.ts';
import { isThere } from '../../src/backup/folder.ts';
import { readFolderKey } from '../../src/backup/folder-key.ts';
import { finishRestore, isRestorePending } from '../../src/backup/journal.ts';
import { examineDataFolder } from '../../src/doctor/doctor.ts';
import { lockFolder } from '../../src/store/sqlite/folder-lock.ts';
import { bundled } from '../bundled.ts';
import { rememberedTools } from '../doctor/remembered-tools.ts';
import { copyDataFolder } from '../started-folder.ts';
import {
  addDocument,
  bringBack,
  kdf,
  makeFolder,
  NOW,
  remove,
  save,
  serviceOn,
  temporaryFolder,
  withDatabase,
} from './folder.ts';

let root: string;
/** What is replaced: another installation, with another master key. */
let old: string;
let out: string;

beforeAll(async () => {
  root = temporaryFolder();
  old = join(root, 'old');
  out = join(root, 'saved.backup');
  const saved = join(root, 'saved');
  await makeFolder(saved);
  await save(saved, out);
  await makeFolder(old);
  await withDatabase(old, (db) => addDocument(db, 'only in the old folder'));
  mkdirSync(join(old, 'documents'), { mode: 0o700 });
  writeFileSync(join(old, 'documents', 'letter.txt'), 'not ours', { mode: 0o600 });
  writeFileSync(join(old, 'open-console.html'), 'a start page', { mode: 0o600 });
});
afterAll(() => remove(root));

const tools = rememberedTools();

/** Which of the two a folder is; fails where it is a mixture. */
async function contentsOf(dataDir: string): Promise<'old' | 'new'> {
  const report = await examineDataFolder({ dataDir, kdf, random: systemRandom, clock: () => NOW, tools });
  expect(report.findings.filter(({ status }) => status === 'problem')).toEqual([]);
  const key = await readFolderKey(dataDir, {}, systemRandom, kdf);
  const isOld = key.every((byte, at) => byte === oldKey[at]);
  const { documents } = await withDatabase(dataDir, piecesInAll);
  expect(documents).toBe(isOld ? 3 : 2);
  expect(isThere(join(dataDir, 'documents', 'letter.txt'))).toBe(true);
  return isOld ? 'old' : 'new';
}

let oldKey: Uint8Array;
beforeAll(async () => {
  oldKey = await readFolderKey(old, {}, systemRandom, kdf);
});

async function recover(dataDir: string): Promise<boolean> {
  const lock = lockFolder(join(dataDir, 'server.lock'), join(dataDir, 'touchstone.db'));
  try {
    return await finishRestore(dataDir, systemRandom);
  } finally {
    lock.release();
  }
}

async function stepsOf(dataDir: string): Promise<readonly string[]> {
  const steps: string[] = [];
  await bringBack(out, dataDir, { replace: true, onStep: (step) => void steps.push(step) });
  return steps;
}

test('killed after each step, then opened again: the old or the new folder, whole, without a manual step', async () => {
  const dry = join(root, 'dry');
  copyDataFolder(old, dry);
  const steps = await stepsOf(dry);
  expect(await contentsOf(dry)).toBe('new');
  expect(new Set(steps).size).toBe(steps.length);
  expect(steps.length).toBeGreaterThan(12);
  const commit = steps.indexOf('journal written');
  const script = await bundled('restore-process');
  for (const [at, step] of steps.entries()) {
    const dataDir = join(root, `killed-${at}`);
    copyDataFolder(old, dataDir);
    const { signal } = spawnSync(process.execPath, [script, out, dataDir, step], { stdio: 'pipe' });
    expect(signal, step).toBe('SIGKILL');
    const wasPending = isRestorePending(dataDir);
    expect(await recover(dataDir), step).toBe(wasPending);
    expect(await contentsOf(dataDir), step).toBe(at < commit ? 'old' : 'new');
    expect(readdirSync(dataDir).filter((name) => name.startsWith('.') || name.includes('journal.json'))).toEqual([]);
    await (await serviceOn(dataDir)).close();
    remove(dataDir);
  }
}, 600_000);

test('killed again while it is being completed', async () => {
  const dataDir = join(root, 'twice');
  copyDataFolder(old, dataDir);
  spawnSync(process.execPath, [await bundled('restore-process'), out, dataDir, 'documents away'], { stdio: 'pipe' });
  const steps = ['trust store', 'master-key.json away', 'touchstone.db away', 'all in place'];
  for (const fatal of steps) {
    const lock = lockFolder(join(dataDir, 'server.lock'), join(dataDir, 'touchstone.db'));
    const stop = (step: string) => {
      if (step === fatal) throw new Error('stopped');
    };
    await expect(finishRestore(dataDir, systemRandom, stop)).rejects.toThrow('stopped');
    lock.release();
  }
  expect(await recover(dataDir)).toBe(true);
  expect(await contentsOf(dataDir)).toBe('new');
  expect(await recover(dataDir)).toBe(false);
});

test('a fault before the restore takes effect leaves the folder as it was', async () => {
  const before = readdirSync(old).sort();
  for (const fatal of ['extracted', 'checked', 'prepared']) {
    const onStep = (step: string) => {
      if (step === fatal) throw new Error('no space left');
    };
    await expect(bringBack(out, old, { replace: true, onStep })).rejects.toThrow('no space left');
    expect(readdirSync(old).sort()).toEqual(before);
  }
  expect(await contentsOf(old)).toBe('old');
});

test('a journal that leads elsewhere is refused', async () => {
  const dataDir = join(root, 'forged');
  copyDataFolder(old, dataDir);
  for (const journal of [
    { version: 1, folder: '../elsewhere', has: [], keepsTrust: true },
    { version: 1, folder: '.restore-1-0000000000000000', has: ['server.lock'], keepsTrust: true },
    { version: 2, folder: '.restore-1-0000000000000000', has: [], keepsTrust: true },
    'journal',
  ]) {
    writeFileSync(join(dataDir, 'restore-journal.json'), JSON.stringify(journal));
    await expect(recover(dataDir)).rejects.toMatchObject({ fault: 'DAMAGED' });
    await expect(save(dataDir, join(root, 'never'))).rejects.toThrow('was interrupted');
  }
  expect(readFileSync(join(dataDir, 'open-console.html'), 'utf8')).toBe('a start page');
});
