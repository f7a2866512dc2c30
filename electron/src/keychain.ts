/**
 * Secrets under the operating system's key store. On Linux without one, Electron would encrypt with a password that
 * stands in its source; that, and a backend that it cannot name, is refused (security, "Sound as designed").
 */
import type { SafeStorage } from 'electron';

/** The part of Electron's safeStorage that is used. */
export type KeyStore = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync' | 'getSelectedStorageBackend'
>;

/** Whether a secret may be kept here: never with Linux's plain-text or unknown backend. */
export async function isKeychainUsable(store: KeyStore, platform: string): Promise<boolean> {
  if (platform === 'linux' && ['basic_text', 'unknown'].includes(store.getSelectedStorageBackend())) return false;
  return store.isAsyncEncryptionAvailable();
}

export type Opened =
  | { readonly ok: true; readonly secret: string; readonly shouldSealAgain: boolean }
  | { readonly ok: false; readonly reason: 'KEYCHAIN_UNUSABLE' | 'NOT_OURS' };

/** Seals a secret for this user of this machine; null where the key store is not usable. */
export async function sealSecret(store: KeyStore, platform: string, secret: string): Promise<Uint8Array | null> {
  return (await isKeychainUsable(store, platform)) ? store.encryptStringAsync(secret) : null;
}

/** Opens what `sealSecret` sealed. Damaged bytes and those of another user or machine are NOT_OURS. */
export async function openSecret(store: KeyStore, platform: string, sealed: Uint8Array): Promise<Opened> {
  if (!(await isKeychainUsable(store, platform))) return { ok: false, reason: 'KEYCHAIN_UNUSABLE' };
  try {
    const { result, shouldReEncrypt } = await store.decryptStringAsync(Buffer.from(sealed));
    return { ok: true, secret: result, shouldSealAgain: shouldReEncrypt };
  } catch {
    return { ok: false, reason: 'NOT_OURS' };
  }
}
