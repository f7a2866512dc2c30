import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type KeySet, parseKeySet, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { ownServiceText } from '@touchstone/core/keys/own-service.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { pinKeySet, revokeKey } from '@touchstone/core/keys/trust-changes.ts';
import { trustStoreText } from '@touchstone/core/keys/trust-document.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Refusal } from '../../src/terminal/refusal.ts';
import {
  readTrust,
  requireFolder,
  TRUST_STORE_FILE,
  type TrustNames,
  trustFolder,
  trustOf,
} from '../../src/verifier/trust.ts';
import { ownVerifier } from '../../src/verifier/verifier.ts';
import { EXAMPLE_FOLDER } from '../programs.ts';

const NOW = Date.UTC(2026, 10, 23);

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
  writeFileSync(path.join(folder, 'elsewhere'), trustStoreText(change.store));
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

const named = (keys: readonly string[], members: Partial<TrustNames> = {}): TrustNames => ({
  dataFolder: null,
  keys,
  revocations: [],
  isPinnedOnly: false,
  ...members,
});
const trusted = (...input: Parameters<typeof named>) => trustOf(named(...input), ownVerifier(), NOW);

it('12.4: unendorsed editions of one line end the run, whatever their files are called', async () => {
  const first = writeEdition('office.v1.pqkeys.json', 1);
  const second = writeEdition('office.new.pqkeys.json', 2);
  const [a, b] = ['office.v1.pqkeys.json', 'office.new.pqkeys.json'].map((name) => path.join(folder, name));
  await expect(trusted([folder])).rejects.toMatchObject({
    exitCode: 2,
    details: {
      code: 'KEY_SET_CONFLICT',
      sets: [
        { path: a, fingerprint: first.fingerprint },
        { path: b, fingerprint: second.fingerprint },
      ],
    },
  });
  const { key_sets, store_name } = await trusted([b ?? '']);
  expect(key_sets).toMatchObject([{ key_set: second, held: 'given', source: b }]);
  expect(store_name).toBeNull();
});

it('12.5: a given set that contradicts the trust store names the path of both', async () => {
  const pinned = writeEdition('office.v1.pqkeys.json', 1);
  const change = pinKeySet(EMPTY_TRUST_STORE, pinned, { at: 0, by: 'me', source: 'x' });
  if (!change.ok) throw new Error(change.message);
  const store = path.join(folder, TRUST_STORE_FILE);
  writeFileSync(store, trustStoreText(change.store));
  const other = writeEdition('office.new.pqkeys.json', 2);
  const file = path.join(folder, 'office.new.pqkeys.json');
  await expect(trusted([file], { dataFolder: folder })).rejects.toMatchObject({
    message: expect.stringContaining(store.length > 0 ? other.fingerprint : ''),
    details: { sets: [{ path: store }, { path: file }] },
  });
  expect((await trusted([], { dataFolder: folder })).store_name).toBe(store);
});

it('12.12: a damaged trust store ends the run and is never an empty one', async () => {
  const text = trustStoreText(EMPTY_TRUST_STORE);
  for (const damaged of [
    '',
    '{}',
    text.slice(0, -5),
    text.replace(/"checksum": "./, '"checksum": "x'),
    text.replace('2', '1'),
  ]) {
    writeFileSync(path.join(folder, TRUST_STORE_FILE), damaged);
    await expect(trusted([], { dataFolder: folder })).rejects.toBeInstanceOf(Refusal);
  }
});

it('12.18: own-service.json counts where folder and file are of the calling user, and not with --pinned-only', async () => {
  chmodSync(folder, 0o700);
  const key_set = sealKeySet({ ...writeEdition('s.pqkeys.json', 1), use: 'service' });
  const file = path.join(folder, 'own-service.json');
  writeFileSync(file, ownServiceText({ sets: [{ key_set, state: 'current' }] }), { mode: 0o600 });
  const held = async (members: Partial<TrustNames> = {}) =>
    (await trusted([], { dataFolder: folder, ...members })).key_sets.map((entry) => entry.held);
  expect(await held()).toEqual(['own_service']);
  expect(await held({ isPinnedOnly: true })).toEqual([]);
  for (const [name, mode] of [
    [folder, 0o777],
    [file, 0o622],
  ] as const) {
    chmodSync(name, mode);
    expect(await held()).toEqual([]);
    chmodSync(name, name === folder ? 0o700 : 0o600);
  }
  if (process.getuid?.() === 0) {
    for (const name of [folder, file]) {
      chownSync(name, 12345, 12345);
      expect(await held()).toEqual([]);
      chownSync(name, 0, 0);
    }
  }
  writeFileSync(file, ownServiceText({ sets: [] }).replace('sets', 'set'));
  await expect(held()).rejects.toBeInstanceOf(Refusal);
  rmSync(file);
  symlinkSync(path.join(folder, 'elsewhere'), file);
  expect(await held()).toEqual([]);
});
