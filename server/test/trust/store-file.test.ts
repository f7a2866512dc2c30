import { execFile, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock, type FileLock } from '../../src/frame/file-lock.ts';
import {
  changeTrustStoreFile,
  openTrustStoreFile,
  readTrustStoreFile,
  TrustStoreError,
  writeTrustStoreFile,
} from '../../src/trust/store-file.ts';

const WRITER = fileURLToPath(new URL('store-writer.ts', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a missing file is the empty store; what is written is read again and leaves no other file', () => {
  const path = join(folder, 'trust-store.json');
  expect(readTrustStoreFile(path)).toEqual(EMPTY_TRUST_STORE);
  const change = revokeKey(EMPTY_TRUST_STORE, 'a'.repeat(43), 0, 'test');
  if (!change.ok) throw new TypeError(change.message);
  writeTrustStoreFile(path, change.store);
  expect(readTrustStoreFile(path)).toEqual(change.store);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['trust-store.json']);
});

test('a file that cannot be understood is said to be so, not taken for empty', () => {
  const path = join(folder, 'trust-store.json');
  for (const text of [
    '',
    '{',
    '[]',
    '{"version":2}',
    '{"version":1,"key_sets":[{}],"revocations":[]}',
    '{"version":1,"version":1}',
  ]) {
    writeFileSync(path, text);
    expect(() => readTrustStoreFile(path)).toThrow(path);
  }
});

// S8: revocations must not vanish with the file that holds them.
test('a file that cannot be read is not taken for absent, and a change does not write over it', async () => {
  const path = join(folder, 'trust-store.json');
  const access = openTrustStoreFile(path);
  expect(access.read()).toBe(EMPTY_TRUST_STORE);
  for (const target of ['nowhere', 'trust-store.json']) {
    symlinkSync(target, path);
    expect(() => readTrustStoreFile(path)).toThrow(TrustStoreError);
    expect(() => access.read()).toThrow(TrustStoreError);
    const change = changeTrustStoreFile(path, (store) => revokeKey(store, 'a'.repeat(43), 0, 'test'));
    await expect(change).rejects.toThrow(TrustStoreError);
    expect(readlinkSync(path)).toBe(target);
    expect(readdirSync(folder)).toEqual(['trust-store.json']);
    rmSync(path);
  }
  mkdirSync(path);
  expect(() => readTrustStoreFile(path)).toThrow(TrustStoreError);
  symlinkSync('nowhere', join(folder, 'data'));
  expect(() => readTrustStoreFile(join(folder, 'data', 'trust-store.json'))).toThrow(TrustStoreError);
  expect(readTrustStoreFile(join(folder, 'new', 'trust-store.json'))).toBe(EMPTY_TRUST_STORE);
});

test('an opened file notices what others write, and stays with what it knows when the file breaks', () => {
  const path = join(folder, 'trust-store.json');
  const told: string[] = [];
  const access = openTrustStoreFile(path, (reason) => told.push(reason));
  expect(access.read()).toBe(EMPTY_TRUST_STORE);
  for (const letter of ['a', 'b']) {
    const change = revokeKey(readTrustStoreFile(path), letter.repeat(43), 0, 'test');
    if (!change.ok) throw new TypeError(change.message);
    writeTrustStoreFile(path, change.store);
    expect(access.read()).toEqual(change.store);
    expect(access.read()).toBe(access.read());
  }
  const last = access.read();
  writeFileSync(path, '{');
  expect([access.read(), access.read()]).toEqual([last, last]);
  expect(told).toEqual([expect.stringContaining(path)]);
  writeTrustStoreFile(path, EMPTY_TRUST_STORE);
  expect(access.read()).toEqual(EMPTY_TRUST_STORE);
  expect(told).toHaveLength(1);
});

test('two processes that write 50 changes each lose none of them', async () => {
  const path = join(folder, 'trust-store.json');
  const writers = ['a', 'b'].map((letter) => promisify(execFile)(process.execPath, [WRITER, path, letter, '50']));
  await Promise.all(writers);
  const names = readTrustStoreFile(path).revocations.map(({ thumbprint }) => thumbprint);
  expect(new Set(names).size).toBe(100);
  expect(readdirSync(folder)).toEqual(['trust-store.json']);
}, 300_000);

test('changes in one process at once are all kept; a refused or idle one writes nothing', async () => {
  const path = join(folder, 'trust-store.json');
  const revoke = (name: string) => changeTrustStoreFile(path, (store) => revokeKey(store, name, 0, 'test'));
  await Promise.all(['a', 'b', 'c', 'd'].map((letter) => revoke(letter.repeat(43))));
  expect(readTrustStoreFile(path).revocations.length).toBe(4);
  const before = statSync(path, { bigint: true });
  expect((await revoke('too short')).ok).toBe(false);
  expect(await revoke('a'.repeat(43))).toMatchObject({ ok: true, note: 'unchanged' });
  expect(statSync(path, { bigint: true }).ino).toBe(before.ino);
  expect(readdirSync(folder)).toEqual(['trust-store.json']);
});

test('the lock of a process that was killed is taken over, that of a living one is waited for', async () => {
  const lock = join(folder, 'x.lock');
  const { pid: dead } = spawnSync(process.execPath, ['-e', '']);
  writeFileSync(lock, `${dead} left behind`);
  const first = await acquireLock(lock, systemRandom);
  expect(first.isHeld()).toBe(true);
  let second: FileLock | null = null;
  const waiting = acquireLock(lock, systemRandom).then((held) => {
    second = held;
  });
  await sleep(100);
  expect(second).toBeNull();
  first.release();
  await waiting;
  expect(first.isHeld()).toBe(false);
  expect(readdirSync(folder)).toEqual(['x.lock']);
});
