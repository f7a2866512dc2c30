import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { impatient, isKeychainUsable, type KeyStore, openSecret, sealSecret } from '../src/keychain.ts';
import { masterKeyOpener, shellMasterKey } from '../src/master-key.ts';

/** Behaves as Electron's safeStorage: seals for one user, rejects what it did not seal. */
function keyStore(user = 'a', isAvailable = true): KeyStore {
  return {
    isAsyncEncryptionAvailable: async () => isAvailable,
    encryptStringAsync: async (text) => Buffer.from(`${user}:${Buffer.from(text).toString('hex')}`),
    decryptStringAsync: async (sealed) => {
      const [owner, hex] = sealed.toString().split(':');
      if (owner !== user || hex === undefined) throw new Error('not ours');
      return { result: Buffer.from(hex, 'hex').toString(), shouldReEncrypt: false };
    },
  };
}

/** Chromium where the desktop promises a key store and none answers: it encrypts all the same. */
const publicPassword: KeyStore = {
  isAsyncEncryptionAvailable: async () => true,
  encryptStringAsync: async (text) => Buffer.from(`v10${text}`),
  decryptStringAsync: async (sealed) => ({ result: sealed.toString().slice(3), shouldReEncrypt: false }),
};

describe('the keychain', () => {
  it('H2: is refused where Linux seals under the public password, whatever Electron calls it', async () => {
    expect(await isKeychainUsable(publicPassword, 'linux')).toBe(false);
    expect(await sealSecret(publicPassword, 'linux', 'secret')).toBeNull();
    expect(await openSecret(publicPassword, 'linux', Buffer.from('v10secret'))).toEqual({
      ok: false,
      reason: 'PUBLIC_PASSWORD',
    });
    // The same mark is the key store's own elsewhere.
    expect(await isKeychainUsable(publicPassword, 'darwin')).toBe(true);
    expect(await openSecret(publicPassword, 'win32', Buffer.from('v10secret'))).toMatchObject({ secret: 'secret' });
  });

  it('M1: that is locked is not called foreign', async () => {
    const refuse = (message: string): KeyStore => ({
      ...keyStore(),
      decryptStringAsync: () => Promise.reject(new Error(message)),
    });
    const locked = 'safeStorage.decryptStringAsync is temporarily unavailable. Please try again.';
    const sealed = Buffer.from('v11');
    expect(await openSecret(refuse(locked), 'linux', sealed)).toEqual({ ok: false, reason: 'UNREACHABLE' });
    expect(await openSecret(refuse('Error while decrypting'), 'linux', sealed)).toEqual({
      ok: false,
      reason: 'NOT_OURS',
    });
  });

  it('is refused where it is not available', async () => {
    expect(await isKeychainUsable(keyStore('a', false), 'linux')).toBe(false);
    expect(await isKeychainUsable(keyStore(), 'linux')).toBe(true);
    expect(await isKeychainUsable(keyStore(), 'win32')).toBe(true);
  });

  it('opens what it sealed and nothing else', async () => {
    const store = keyStore();
    const sealed = await sealSecret(store, 'linux', 'secret');
    if (sealed === null) throw new Error('sealed nothing');
    expect(await openSecret(store, 'linux', sealed)).toEqual({ ok: true, secret: 'secret', shouldSealAgain: false });
    expect(await openSecret(keyStore('b'), 'linux', sealed)).toEqual({ ok: false, reason: 'NOT_OURS' });
    // A key store that is gone: what it sealed is nobody's, and nothing else is sealed for its owner alone.
    const gone = { ...publicPassword, decryptStringAsync: () => Promise.reject(new Error('no such key')) };
    expect(await openSecret(gone, 'linux', sealed)).toEqual({ ok: false, reason: 'UNREACHABLE' });
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
    const store = keyStore();
    const made = await shellMasterKey(folder, store, 'linux');
    expect(made.ok && made.key?.length).toBe(32);
    if (process.platform !== 'win32') expect(statSync(sealedFile()).mode & 0o777).toBe(0o600);
    expect(await shellMasterKey(folder, store, 'linux')).toEqual(made);
  });

  it('H2: seals again under a newer key, and starts where that fails', async () => {
    const made = await shellMasterKey(folder, keyStore(), 'linux');
    const sealed = readFileSync(sealedFile());
    const old = keyStore();
    const rotated = (user: string): KeyStore => ({
      ...keyStore(user),
      decryptStringAsync: async (bytes) => {
        const isOld = bytes.equals(sealed);
        return {
          ...(await (isOld ? old : keyStore(user)).decryptStringAsync(bytes)),
          shouldReEncrypt: isOld,
        };
      },
    });
    const broken: KeyStore = { ...rotated('b'), encryptStringAsync: () => Promise.reject(new Error('no')) };
    expect(await shellMasterKey(folder, broken, 'linux')).toEqual(made);
    expect(readFileSync(sealedFile())).toEqual(sealed);
    expect(await shellMasterKey(folder, rotated('b'), 'linux')).toEqual(made);
    expect(readFileSync(sealedFile()).toString()).toMatch(/^b:/);
    expect(readdirSync(folder)).toEqual([path.basename(sealedFile())]);
    expect(await shellMasterKey(folder, keyStore('b'), 'linux')).toEqual(made);
  });

  it('R24: is one, asked for again while the key store is asked or after the disk was full', async () => {
    const probe = await open(path.join(folder, 'probe'), 'w');
    const sync = vi.spyOn(Object.getPrototypeOf(probe), 'sync').mockRejectedValueOnce(new Error('ENOSPC'));
    await probe.close();
    rmSync(path.join(folder, 'probe'));
    await expect(shellMasterKey(folder, keyStore(), 'linux')).rejects.toThrow('ENOSPC');
    expect(readdirSync(folder)).toEqual([]);
    sync.mockRestore();
    const openMasterKey = masterKeyOpener(folder, keyStore(), 'linux');
    const [one, other] = await Promise.all([openMasterKey(), openMasterKey()]);
    expect(one).toMatchObject({ ok: true, key: expect.any(Uint8Array) });
    expect(other).toEqual(one);
  });

  it('R2: gives a silent key store up, and a new folder no key file in its place', async () => {
    const never = () => new Promise<never>(() => {});
    const timers: (() => void)[] = [];
    const patience = (store: KeyStore) =>
      impatient(store, 30_000, (callback, delayMs) => {
        expect(delayMs).toBe(30_000);
        timers.push(callback);
        return {};
      });
    const silent = { ...keyStore(), isAsyncEncryptionAvailable: never };
    const shut = { ...keyStore(), encryptStringAsync: never, decryptStringAsync: never };
    const giveUp = async (store: KeyStore, platform = 'linux') => {
      let isOver = false;
      const asked = shellMasterKey(folder, patience(store), platform).finally(() => {
        isOver = true;
      });
      while (!isOver) {
        await new Promise(setImmediate);
        for (const pass of timers.splice(0)) pass();
      }
      expect(await asked).toMatchObject({
        ok: false,
        mayOpenLater: true,
        message: expect.stringContaining('not answer'),
      });
      return asked;
    };
    // R17: a new folder has a way out on Linux, and nowhere else.
    const wayOut = { message: expect.stringContaining('--password-store=basic --disable-features=DbusSecretPortal') };
    expect(await giveUp(silent)).toMatchObject(wayOut);
    expect(await giveUp(shut)).toMatchObject(wayOut);
    expect(await giveUp(silent, 'darwin')).not.toMatchObject(wayOut);
    expect(readdirSync(folder)).toEqual([]);
    const made = await shellMasterKey(folder, patience(keyStore()), 'linux');
    timers.splice(0);
    expect(await giveUp(shut)).not.toMatchObject(wayOut);
    expect(await shellMasterKey(folder, keyStore(), 'linux')).toEqual(made);
  });

  it('H3: takes no folder that holds something else, and writes nothing there', async () => {
    writeFileSync(path.join(folder, 'thesis.odt'), '');
    const { mode } = statSync(folder);
    await expect(shellMasterKey(folder, keyStore(), 'linux')).rejects.toThrow(/no Touchstone data folder/);
    expect(readdirSync(folder)).toEqual(['thesis.odt']);
    expect(statSync(folder).mode).toBe(mode);
  });

  it('R26: tells whether the key was opened or made, and nothing of a folder that has its own key file', async () => {
    const told: string[] = [];
    const keeper = { opened: () => void told.push('opened'), made: () => void told.push('made') };
    for (const store of [keyStore(), keyStore(), keyStore('b')]) await shellMasterKey(folder, store, 'win32', keeper);
    rmSync(sealedFile());
    writeFileSync(path.join(folder, 'master-key.json'), '');
    await shellMasterKey(folder, keyStore(), 'win32', keeper);
    expect(told).toEqual(['made', 'opened']);
  });

  it('R26: makes one in a folder that has no more than the key that sealed a former one, which goes', async () => {
    writeFileSync(path.join(folder, 'server.lock'), '');
    writeFileSync(path.join(folder, 'master-key.dpapi'), '');
    const made = await shellMasterKey(folder, keyStore(), 'win32');
    expect(made).toMatchObject({ ok: true, key: expect.any(Uint8Array) });
    expect(readdirSync(folder).sort()).toEqual(['master-key.keychain', 'server.lock']);
  });

  it('leaves a folder alone that has its own key file or database', async () => {
    const store = keyStore();
    for (const name of ['master-key.json', 'touchstone.db']) {
      writeFileSync(path.join(folder, name), '');
      expect(await shellMasterKey(folder, store, 'linux')).toEqual({ ok: true, key: null });
      expect(existsSync(sealedFile())).toBe(false);
      rmSync(path.join(folder, name));
    }
  });

  it('uses the key file where there is no key store', async () => {
    expect(await shellMasterKey(folder, publicPassword, 'linux')).toEqual({ ok: true, key: null });
    expect(existsSync(sealedFile())).toBe(false);
  });

  it('says why a sealed key does not open, and never makes another', async () => {
    await shellMasterKey(folder, keyStore(), 'linux');
    const messageOn = async (platform: string) => {
      const opened = await shellMasterKey(folder, keyStore('b'), platform);
      return opened.ok ? '' : opened.message;
    };
    // R26: on Windows the next start may open it, and says so.
    expect(await messageOn('win32')).toMatch(/ another user .* Or Windows cannot open the key /);
    expect(await shellMasterKey(folder, keyStore('b'), 'win32')).toMatchObject({ mayOpenLater: true });
    expect(await messageOn('darwin')).not.toContain('Windows');
    for (const store of [keyStore('b'), publicPassword]) {
      expect(await shellMasterKey(folder, store, 'linux')).toMatchObject({ ok: false });
    }
  });
});
