import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type KeySet, parseKeySet, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE, revokeKey } from '@touchstone/core/keys/trust.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/refusal.ts';
import { readTrust, requireFolder, TRUST_STORE_FILE, trustFolder, withKeySets } from '../../src/verifier/trust.ts';
import { EXAMPLE_FOLDER } from '../programs.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'touchstone-trust-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

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

it.each(['missing', 'file'])('refuses a data folder %s, whoever names it', (name) => {
  writeFileSync(path.join(folder, 'file'), '');
  const named = path.join(folder, name);
  vi.stubEnv('TOUCHSTONE_DATA_DIR', named);
  expect(() => trustFolder(undefined)).toThrow(`TOUCHSTONE_DATA_DIR ${named}: there is no such folder.`);
  expect(() => trustFolder(named)).toThrow(`--data-dir ${named}: there is no such folder.`);
  expect(trustFolder(folder)).toBe(folder);
});

it('takes the variable before the place of the platform, which need not exist', () => {
  vi.stubEnv('TOUCHSTONE_DATA_DIR', folder);
  expect(trustFolder(undefined)).toBe(folder);
  vi.stubEnv('TOUCHSTONE_DATA_DIR', '');
  for (const variable of ['XDG_DATA_HOME', 'LOCALAPPDATA', 'HOME'])
    vi.stubEnv(variable, path.join(folder, 'never-made'));
  expect(trustFolder(undefined)).toContain('never-made');
});

// What Node makes of such a name is a folder that does not exist: its revocations would be lost.
it.skipIf(process.platform !== 'linux')('refuses a place of the platform whose name is not valid UTF-8', () => {
  mkdirSync(Buffer.from(path.join(folder, 'j\u00f6rg'), 'latin1'));
  vi.stubEnv('TOUCHSTONE_DATA_DIR', '');
  vi.stubEnv('XDG_DATA_HOME', path.join(folder, 'j\ufffdrg'));
  expect(() => trustFolder(undefined)).toThrow('not valid UTF-8');
});

/** Writes the office's set of the examples with another serial. */
function writeEdition(name: string, serial: number): KeySet {
  const parsed = parseKeySet(readFileSync(path.join(EXAMPLE_FOLDER, 'keys/demo-office.pqkeys.json')));
  if (!parsed.ok) throw new TypeError(parsed.message);
  const { fingerprint: _, ...document } = parsed.keySet;
  const keySet = sealKeySet({ ...document, serial });
  writeFileSync(path.join(folder, name), JSON.stringify(keySet));
  return keySet;
}

it('adds editions of one set in the order of their serials, whatever their files are called', () => {
  const first = writeEdition('office.v1.pqkeys.json', 1);
  const second = writeEdition('office.new.pqkeys.json', 2);
  const last = writeEdition('office.again.pqkeys.json', 10);
  const pinned = (names: readonly string[]) => withKeySets(EMPTY_TRUST_STORE, names, 0).key_sets;
  expect(pinned([folder]).map(({ key_set }) => key_set)).toEqual([last]);
  const files = ['office.new.pqkeys.json', 'office.v1.pqkeys.json'].map((name) => path.join(folder, name));
  expect(pinned(files)).toMatchObject([{ key_set: second, source: files[0] }]);
  // What was pinned before is no edition among others.
  const store = withKeySets(EMPTY_TRUST_STORE, files, 0);
  expect(() => withKeySets(store, files.slice(1), 0)).toThrow(`Serial ${first.serial} is older`);
});
