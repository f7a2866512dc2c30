/**
 * `safeStorage`: shell/browser/api/electron_api_safe_storage.cc over Chromium's components/os_crypt/async. Each provider has
 * a tag, with which its values begin; the last one with a key that is for encryption encrypts. On Linux that is
 * posix_key_provider.cc wherever no key store answers: the tag `v10`, a key that everybody knows, and no word of it.
 */
import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { app } from './app.ts';
import { profileKey } from './local-state.ts';
import { isReady, machine } from './world.ts';

interface Provider {
  readonly tag: string;
  /** null: temporarily unavailable (KeyProvider::KeyError). */
  readonly key: Buffer | null;
  readonly encrypts: boolean;
}

/** posix_key_provider.cc. */
const PUBLIC_KEY = pbkdf2Sync('peanuts', 'saltysalt', 1, 16, 'sha1');
const IV = Buffer.alloc(16, ' ');

/** The user's key under the app's name (browser_process_impl.cc): another name has another key. */
function keptKey(name: string): Buffer {
  const file = path.join(machine.home, `key-of-${name}`);
  if (!existsSync(file)) writeFileSync(file, randomBytes(16), { mode: 0o600 });
  return readFileSync(file);
}

/** freedesktop_secret_key_provider.cc, GetKey, asks nobody then; the portal is asked whatever the first says (browser_process_impl.cc). */
const isForbidden = ['--password-store=basic', '--disable-features=DbusSecretPortal'].every((each) =>
  process.argv.includes(each),
);

function providersOf(name: string): readonly Provider[] {
  const own = (key: Buffer | null, tag: string): Provider => ({ tag, key, encrypts: key !== null });
  if (isForbidden) return [own(PUBLIC_KEY, 'v10')];
  switch (machine.keyStore) {
    case 'keychain':
      return [own(keptKey(name), 'v10')];
    case 'rotated':
      return [{ ...own(keptKey(name), 'v10'), encrypts: false }, own(keptKey(`${name} anew`), 'v20')];
    case 'dpapi':
    case 'dpapi-fails':
      return [own(profileKey(), 'v10')];
    case 'secret-service':
    case 'unknown-desktop':
      return [own(PUBLIC_KEY, 'v10'), own(keptKey(name), 'v11')];
    case 'locked':
      // FinalizeFailure: a question that was dismissed is the same as no key store. macOS alone says "for now" (keychain_key_provider.mm).
      return machine.platform === 'darwin' ? [own(null, 'v10')] : [own(PUBLIC_KEY, 'v10')];
    case 'silent':
    case 'absent':
      return [own(PUBLIC_KEY, 'v10')];
  }
}

let opened: readonly Provider[] | null = null;

/** OSCryptAsyncEncryptorProvider: asked once in a process, and never again. */
function providers(): readonly Provider[] {
  opened ??= providersOf(app.name);
  return opened;
}

function sealedBy({ tag, key }: Provider, text: string): Buffer {
  if (key === null) throw new Error('simulator: no key');
  const cipher = createCipheriv('aes-128-cbc', key, IV);
  return Buffer.concat([Buffer.from(tag), cipher.update(text, 'utf8'), cipher.final()]);
}

/** Neither the secret service nor KWallet gives up waiting for its prompt (freedesktop_secret_key_provider.cc). */
const answered = () =>
  machine.keyStore === 'silent' && !isForbidden ? new Promise<void>(() => {}) : Promise.resolve();

async function beforeReady(): Promise<void> {
  if (!isReady()) throw new Error('safeStorage cannot be used before app is ready');
  await answered();
}

export const safeStorage = {
  // Once it is ready it is always true, whatever stands behind it (OnOsCryptReady).
  isAsyncEncryptionAvailable: () => answered().then(isReady),
  async encryptStringAsync(text: string): Promise<Buffer> {
    await beforeReady();
    const provider = providers().findLast(({ encrypts }) => encrypts);
    if (provider === undefined)
      throw new Error('Error while encrypting the text provided to safeStorage.encryptStringAsync.');
    return sealedBy(provider, text);
  },
  async decryptStringAsync(sealed: Buffer): Promise<{ result: string; shouldReEncrypt: boolean }> {
    await beforeReady();
    if (!Buffer.isBuffer(sealed)) throw new Error('Expected the first argument of decryptStringAsync() to be a buffer');
    const provider = providers().find(({ tag }) => sealed.subarray(0, tag.length).toString('latin1') === tag);
    if (provider?.key === null) {
      throw new Error('safeStorage.decryptStringAsync is temporarily unavailable. Please try again.');
    }
    try {
      if (provider === undefined) throw new Error('no such tag');
      const decipher = createDecipheriv('aes-128-cbc', provider.key, IV);
      const result = Buffer.concat([
        decipher.update(sealed.subarray(provider.tag.length)),
        decipher.final(),
      ]).toString();
      return { result, shouldReEncrypt: provider !== providers().findLast(({ encrypts }) => encrypts) };
    } catch {
      throw new Error('Error while decrypting the ciphertext provided to safeStorage.decryptStringAsync.');
    }
  },
  // Of the desktop's name alone (os_crypt::SelectBackend); on Linux only.
  ...(machine.platform === 'linux' && {
    getSelectedStorageBackend: () => {
      if (!isReady()) return 'unknown';
      return isForbidden || machine.keyStore === 'unknown-desktop' ? 'basic_text' : 'gnome_libsecret';
    },
  }),
};
