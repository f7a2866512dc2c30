/** What the commands say of a data folder that cannot be written, has no room, or is damaged (S36, S38). */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { systemRandom } from '@touchstone/core/random.ts';
import { openService } from '@touchstone/server/service.ts';
import { openDatabase } from '@touchstone/server/store/sqlite/open.ts';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { mountReadOnly, mountSmall, noDisks, unmount } from '../../../server/test/data-folder/disks.ts';

const TOUCHSTONE = fileURLToPath(new URL('../../bin/touchstone.mjs', import.meta.url));

let root: string;
let made: string;
let data: string;
let disk: string;
let temporary: string;
beforeAll(async () => {
  root = mkdtempSync(path.join(tmpdir(), 'touchstone-'));
  made = path.join(root, 'made');
  const service = await openService({
    dataDir: made,
    log: pino({ level: 'silent' }),
    masterKey: { kind: 'key-file' },
    anonymousKeys: true,
    consoleDir: null,
    checkAnswers: false,
    allowedHosts: () => new Set(),
    onStartTokenSpent: () => undefined,
  });
  await service.deps.keySets.prepare();
  await service.close();
  writeFileSync(path.join(root, 'passphrase.txt'), 'correct horse battery\n');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));
beforeEach(() => {
  data = path.join(root, 'data');
  disk = path.join(root, 'disk');
  temporary = path.join(root, 'temporary');
  mkdirSync(temporary);
  cpSync(made, data, { recursive: true });
  chmodSync(data, 0o700);
});
afterEach(() => {
  unmount(disk);
  for (const folder of [data, disk, temporary]) rmSync(folder, { recursive: true, force: true });
});

function touchstone(...args: readonly string[]) {
  const { TOUCHSTONE_PASSPHRASE: _, TOUCHSTONE_DATA_DIR: __, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(process.execPath, [TOUCHSTONE, ...args], {
    encoding: 'utf8',
    env: { ...env, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}
const backup = (dataDir: string, out: string) =>
  touchstone('backup', '--data-dir', dataDir, '--out', out, '--passphrase-file', path.join(root, 'passphrase.txt'));

/** A folder as a kill leaves it: the newest commits stand in the journal only. */
async function leaveJournal(): Promise<void> {
  const file = path.join(data, 'touchstone.db');
  const db = openDatabase(file);
  await db.updateTable('accounts').set({ plan: 'free' }).where('id', '=', 'acc_local').execute();
  for (const end of ['', '-wal']) copyFileSync(file + end, path.join(temporary, `kept${end}`));
  await db.destroy();
  for (const end of ['', '-wal']) copyFileSync(path.join(temporary, `kept${end}`), file + end);
  for (const end of ['', '-wal']) rmSync(path.join(temporary, `kept${end}`));
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
}

test.skipIf(noDisks !== null)(
  'reliability 6: doctor, ledger verify and backup work on a read-only medium, also with a journal',
  async () => {
    for (const prepare of [async () => undefined, leaveJournal]) {
      await prepare();
      mountReadOnly(data, disk);
      const examined = touchstone('doctor', '--data-dir', disk, '--json');
      const report = JSON.parse(examined.stdout);
      const problems = report.findings.filter(({ status }: { status: string }) => status === 'problem');
      const isChanged = prepare === leaveJournal;
      // The change by hand is in the journal: doctor sees it only where it reads the journal too.
      expect(problems.map(({ message }: { message: string }) => message).join()).toMatch(
        isChanged ? /acc_local.*free/ : /^$/,
      );
      expect(examined.status).toBe(isChanged ? 1 : 0);
      expect(report.findings.find(({ check }: { check: string }) => check === 'free-space')).toMatchObject({
        status: 'warning',
        message: expect.stringContaining('read-only'),
      });
      const verified = touchstone('ledger', 'verify', '--data-dir', disk);
      expect(verified).toMatchObject({ status: 0, stderr: '' });
      const out = path.join(root, `saved-${prepare.name}.backup`);
      expect(backup(disk, out)).toMatchObject({ status: 0, stderr: '' });
      expect(existsSync(out)).toBe(true);
      // A start needs to write: it is refused, and the reason is not that the data were bad.
      const served = touchstone('serve', '--port', '0', '--data-dir', disk);
      expect(served.status).toBe(4);
      expect(served.stderr).not.toMatch(/Unexpected|restore/i);
      unmount(disk);
      expect(readdirSync(temporary)).toEqual([]);
    }
  },
);

test.skipIf(noDisks !== null)(
  'S38: without room for a copy, doctor says so and does not advise a restore',
  async () => {
    await leaveJournal();
    rmSync(path.join(data, 'touchstone.db-shm'), { force: true });
    mountReadOnly(data, disk);
    unmount(temporary);
    mountSmall(temporary, 64);
    try {
      const { status, stdout } = touchstone('doctor', '--data-dir', disk);
      expect(status).toBe(1);
      expect(stdout).toContain('could not be copied');
      expect(stdout).not.toContain('Restore a backup');
      expect(touchstone('ledger', 'verify', '--data-dir', disk)).toMatchObject({
        status: 4,
        stderr: expect.stringContaining('could not be copied'),
      });
    } finally {
      unmount(temporary);
    }
  },
);

test.skipIf(noDisks !== null)('reliability 9: on a full disk serve and backup say so with exit code 4', () => {
  const size = Math.ceil(statSync(path.join(data, 'touchstone.db')).size / 1024);
  mountSmall(disk, size + 4096);
  cpSync(data, disk, { recursive: true });
  chmodSync(disk, 0o700);
  // What is left is filled up.
  const { bavail, bsize } = statfsSync(disk);
  writeFileSync(path.join(disk, 'keys-of-somebody.bin'), new Uint8Array(bavail * bsize));
  const served = touchstone('serve', '--port', '0', '--data-dir', disk);
  expect(served).toMatchObject({ status: 4, stdout: '' });
  expect(served.stderr).toContain('The disk is full. Make room');
  const saved = backup(disk, path.join(root, 'full.backup'));
  expect(saved.status).toBe(4);
  expect(saved.stderr).toContain('The disk is full. Make room');
  const examined = touchstone('doctor', '--data-dir', disk);
  expect(examined.stdout).toContain('The disk of the data folder is full.');
  rmSync(path.join(disk, 'keys-of-somebody.bin'));
  // A small volume that works is at most a warning.
  expect(touchstone('doctor', '--data-dir', disk).status).toBe(0);
});

test('reliability 9: a damaged database is named, with exit code 4, and doctor finds it', () => {
  const file = path.join(data, 'touchstone.db');
  const bytes = readFileSync(file);
  // Behind the header of the first page stands the schema.
  bytes.set(systemRandom(3000), 100);
  writeFileSync(file, bytes);
  for (const args of [
    ['serve', '--port', '0'],
    ['ledger', 'verify'],
  ]) {
    const { status, stderr } = touchstone(...args, '--data-dir', data);
    expect([args[0], status]).toEqual([args[0], 4]);
    expect(stderr).toContain('The database is damaged. Run touchstone doctor');
    expect(stderr).not.toContain('Unexpected');
  }
  const saved = backup(data, path.join(root, 'damaged.backup'));
  expect([saved.status, saved.stderr.includes('The database is damaged.')]).toEqual([4, true]);
  expect(touchstone('doctor', '--data-dir', data).status).toBe(1);
});

test('S36: the commands refuse a folder that lost its database', () => {
  rmSync(path.join(data, 'touchstone.db'));
  for (const { status, stderr } of [
    touchstone('serve', '--port', '0', '--data-dir', data),
    touchstone('ledger', 'verify', '--data-dir', data),
    backup(data, path.join(root, 'lost.backup')),
  ]) {
    expect(status).toBe(4);
    expect(stderr).toContain('holds master-key.json, but no touchstone.db');
  }
  const { status, stdout } = touchstone('doctor', '--data-dir', data);
  expect([status, stdout.includes('but no touchstone.db')]).toEqual([1, true]);
});
