import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { concat } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { PassphraseKdf } from '@touchstone/core/keys/passphrase.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadMasterKey, type MasterKeySource } from '../../src/vault/master-key.ts';
import { openTestServer } from '../harness.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A cheap stand-in where the derivation itself is not the subject; Argon2id runs in the last test. */
const quickKdf: PassphraseKdf = async (passphrase, salt) => sha3_256(concat(passphrase, salt));
const load = (source: MasterKeySource, isNew = true) => loadMasterKey(folder, source, isNew, systemRandom, quickKdf);
const file = () => join(folder, 'master-key.json');

test('makes a key file once, for its owner only, and reads it again', async () => {
  const key = await load({ kind: 'key-file' });
  expect(key).toHaveLength(32);
  expect(await load({ kind: 'key-file' })).toEqual(key);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
});

test('a passphrase protects the key; a wrong one opens nothing', async () => {
  const key = await load({ kind: 'passphrase', passphrase: 'correct horse' });
  expect(await load({ kind: 'passphrase', passphrase: 'correct horse' })).toEqual(key);
  await expect(load({ kind: 'passphrase', passphrase: 'correct horses' })).rejects.toThrow('passphrase is wrong');
  await expect(load({ kind: 'key-file' })).rejects.toThrow('protected by a passphrase');
  expect(readFileSync(file(), 'utf8')).not.toContain(Buffer.from(key).toString('base64'));
});

test('a supplied key is used as it is; a folder with a key file keeps its own', async () => {
  const supplied = systemRandom(32);
  expect(await load({ kind: 'supplied', key: supplied })).toEqual(supplied);
  await expect(load({ kind: 'supplied', key: new Uint8Array(31) })).rejects.toThrow(RangeError);
  const own = await load({ kind: 'key-file' });
  expect(await load({ kind: 'supplied', key: supplied })).toEqual(own);
  await expect(load({ kind: 'passphrase', passphrase: 'x' })).rejects.toThrow('not protected');
});

test('a folder that was used before gets no new key file', async () => {
  for (const source of [{ kind: 'key-file' }, { kind: 'passphrase', passphrase: 'x' }] as const) {
    await expect(load(source, false)).rejects.toThrow('is missing');
  }
  expect(existsSync(file())).toBe(false);
});

test('what the desktop shell made, the command line neither opens nor spoils', async () => {
  const masterKey = { kind: 'supplied', key: systemRandom(32) } as const;
  await (await openTestServer({ dataDir: folder, masterKey })).close();
  await expect(openTestServer({ dataDir: folder })).rejects.toThrow('keychain');
  await expect(openTestServer({ dataDir: folder, masterKey: { ...masterKey, key: systemRandom(32) } })).rejects.toThrow(
    'not the one',
  );
  await (await openTestServer({ dataDir: folder, masterKey })).close();
});

test('a damaged key file is said to be damaged', async () => {
  for (const text of ['', '{}', '{"version":1,"kind":"key-file","key":"AA=="}', '{"version":2,"kind":"key-file"}']) {
    writeFileSync(file(), text);
    await expect(load({ kind: 'key-file' })).rejects.toThrow('damaged');
  }
});

test('a server under a passphrase starts again with it and refuses another key', async () => {
  const masterKey = { kind: 'passphrase', passphrase: 'correct horse battery' } as const;
  const server = await openTestServer({ dataDir: folder, masterKey });
  await server.close();
  await (await openTestServer({ dataDir: folder, masterKey })).close();
  await expect(openTestServer({ dataDir: folder, masterKey: { ...masterKey, passphrase: 'other' } })).rejects.toThrow(
    'passphrase is wrong',
  );
  rmSync(file());
  await expect(openTestServer({ dataDir: folder })).rejects.toThrow('is missing');
});
