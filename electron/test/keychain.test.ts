import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isKeychainUsable, type KeyStore, openSecret, sealSecret } from '../src/keychain.ts';
import { shellMasterKey } from '../src/master-key.ts';

/** Behaves as Electron's safeStorage: seals for one user, rejects what it did not seal. */
function keyStore(
  backend: ReturnType<KeyStore['getSelectedStorageBackend']>,
  user = 'a',
  isAvailable = true,
): KeyStore {
  return {
    getSelectedStorageBackend: () => backend,
    isAsyncEncryptionAvailable: async () => isAvailable,
    encryptStringAsync: async (text) => Buffer.from(`${user}:${Buffer.from(text).toString('hex')}`),
    decryptStringAsync: async (sealed) => {
      const [owner, hex] = sealed.toString().split(':');
      if (owner !== user || hex === undefined) throw new Error('not ours');
      return { result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: false };
    },
  };
}

describe('the keychain', () => {
  it('is refused where Linux has only plain text or an unknown backend', async () => {
    expect(await isKeychainUsable(keyStore('basic_text'), 'linux')).toBe(false);
    expect(await isKeychainUsable(keyStore('unknown'), 'linux')).toBe(false);
    expect(await isKeychainUsable(keyStore('gnome_libsecret', 'a', false), 'linux')).toBe(false);
    expect(await isKeychainUsable(keyStore('gnome_libsecret'), 'linux')).toBe(true);
    expect(await isKeychainUsable(keyStore('unknown'), 'win32')).toBe(true);
  });

  it('opens what it sealed and nothing else', async () => {
    const store = keyStore('kwallet6');
    const sealed = await sealSecret(store, 'linux', 'secret');
    if (sealed === null) throw new Error('sealed nothing');
    expect(await openSecret(store, 'linux', sealed)).toEqual({ ok: true, secret: 'secret', shouldSealAgain: false });
    expect(await openSecret(keyStore('kwallet6', 'b'), 'linux', sealed)).toEqual({ ok: false, reason: 'NOT_OURS' });
    expect(await openSecret(keyStore('basic_text'), 'linux', sealed)).toEqual({
      ok: false,
      reason: 'KEYCHAIN_UNUSABLE',
    });
    expect(await sealSecret(keyStore('basic_text'), 'linux', 'secret')).toBeNull();
  });
});

describe('shellMasterKey', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'touchstone-key-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));
  const sealedFile = () => path.join(folder, 'master-key.keychain');

  it('makes a key in a new folder and finds it again', async () => {
    const store = keyStore('gnome_libsecret');
    const made = await shellMasterKey(folder, store, 'linux');
    expect(made.ok && made.key?.length).toBe(32);
    if (process.platform !== 'win32') expect(statSync(sealedFile()).mode & 0o777).toBe(0o600);
    expect(await shellMasterKey(folder, store, 'linux')).toEqual(made);
  });

  it('leaves a folder alone that has its own key file or database', async () => {
    const store = keyStore('gnome_libsecret');
    for (const name of ['master-key.json', 'touchstone.db']) {
      writeFileSync(path.join(folder, name), '');
      expect(await shellMasterKey(folder, store, 'linux')).toEqual({ ok: true, key: null });
      expect(existsSync(sealedFile())).toBe(false);
      rmSync(path.join(folder, name));
    }
  });

  it('uses the key file where there is no key store', async () => {
    expect(await shellMasterKey(folder, keyStore('basic_text'), 'linux')).toEqual({ ok: true, key: null });
    expect(existsSync(sealedFile())).toBe(false);
  });

  it('says why a sealed key does not open, and never makes another', async () => {
    await shellMasterKey(folder, keyStore('gnome_libsecret'), 'linux');
    for (const store of [keyStore('gnome_libsecret', 'b'), keyStore('basic_text')]) {
      expect(await shellMasterKey(folder, store, 'linux')).toMatchObject({ ok: false });
    }
  });
});
