import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EMPTY_TRUST_STORE, revokeKey } from '@touchstone/core/keys/trust.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { readTrust, requireFolder, TRUST_STORE_FILE } from '../../src/verifier/trust.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-trust-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('reads the store, also through a link, and takes an absent one for empty', () => {
  expect(readTrust(folder)).toBe(EMPTY_TRUST_STORE);
  expect(readTrust(path.join(folder, 'never-made'))).toBe(EMPTY_TRUST_STORE);
  const change = revokeKey(EMPTY_TRUST_STORE, 'a'.repeat(43), 0, 'test');
  if (!change.ok) throw new TypeError(change.message);
  writeFileSync(path.join(folder, 'elsewhere'), JSON.stringify(change.store));
  symlinkSync('elsewhere', path.join(folder, TRUST_STORE_FILE));
  expect(readTrust(folder)).toEqual(change.store);
});

// S8: revocations must not vanish with the file that holds them.
it.each(['nowhere', TRUST_STORE_FILE])('refuses a store that is a link to %s', (target) => {
  symlinkSync(target, path.join(folder, TRUST_STORE_FILE));
  expect(() => readTrust(folder)).toThrow(Refusal);
  try {
    readTrust(folder);
  } catch (error) {
    expect((error as Refusal).exitCode).toBe(2);
  }
});

it('refuses a data folder that is a link to nowhere', () => {
  symlinkSync('nowhere', path.join(folder, 'data'));
  expect(() => readTrust(path.join(folder, 'data'))).toThrow(Refusal);
  expect(() => requireFolder(path.join(folder, 'data'))).toThrow(Refusal);
});
