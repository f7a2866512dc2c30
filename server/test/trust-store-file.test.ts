import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EMPTY_TRUST_STORE, revokeKey } from '@touchstone/core/keys/trust.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTrustStoreFile, readTrustStoreFile, writeTrustStoreFile } from '../src/trust-store-file.ts';

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

test('an opened file notices what others write', () => {
  const path = join(folder, 'trust-store.json');
  const access = openTrustStoreFile(path);
  expect(access.read()).toBe(EMPTY_TRUST_STORE);
  for (const letter of ['a', 'b']) {
    const change = revokeKey(readTrustStoreFile(path), letter.repeat(43), 0, 'test');
    if (!change.ok) throw new TypeError(change.message);
    writeTrustStoreFile(path, change.store);
    expect(access.read()).toEqual(change.store);
    expect(access.read()).toBe(access.read());
  }
  access.write(EMPTY_TRUST_STORE);
  expect(access.read()).toEqual(EMPTY_TRUST_STORE);
});
