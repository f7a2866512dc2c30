/**
 * Secrets under the operating system's key store. On Linux without one, Electron encrypts with a password that stands in
 * Chromium's source; that is refused (security, "Sound as designed").
 */
import type { SafeStorage } from 'electron';

/** The part of Electron's safeStorage that is used. */
export type KeyStore = Pick<SafeStorage, 'isAsyncEncryptionAvailable' | 'encryptStringAsync' | 'decryptStringAsync'>;

/** The key store was asked and does not answer: locked, say, with nobody whom it could ask for its password. */
export class KeyStoreSilentError extends Error {}

/** The same store, each answer of which comes within `withinMs` or is a KeyStoreSilentError. Electron waits without an end. */
export function impatient(
  store: KeyStore,
  withinMs: number,
  setTimer: (callback: () => void, delayMs: number) => { unref?(): unknown },
): KeyStore {
  const soon = <Answer>(answer: Promise<Answer>) =>
    new Promise<Answer>((resolve, reject) => {
      const silent = new KeyStoreSilentError(`The key store does not answer within ${withinMs / 1_000} seconds.`);
      setTimer(() => reject(silent), withinMs).unref?.();
      answer.then(resolve, reject);
    });
  return {
    isAsyncEncryptionAvailable: () => soon(store.isAsyncEncryptionAvailable()),
    encryptStringAsync: (text) => soon(store.encryptStringAsync(text)),
    decryptStringAsync: (sealed) => soon(store.decryptStringAsync(sealed)),
  };
}

/** For a promise's `catch`: null for every error but that one, since silence says nothing of whether the store is usable. */
function nullUnlessSilent(error: unknown): null {
  if (error instanceof KeyStoreSilentError) throw error;
  return null;
}

/**
 * What Chromium seals on Linux where no key store answers begins so (components/os_crypt/async/browser/posix_key_provider.cc).
 * On other systems it is the mark of their key store.
 */
const PUBLIC_PASSWORD_MARK = 'v10';

function isUnderPublicPassword(platform: string, sealed: Uint8Array): boolean {
  return platform === 'linux' && Buffer.from(sealed).subarray(0, 3).toString('latin1') === PUBLIC_PASSWORD_MARK;
}

/** Whether a secret may be kept here: never under the public password. */
export async function isKeychainUsable(store: KeyStore, platform: string): Promise<boolean> {
  return (await sealSecret(store, platform, 'a trial')) !== null;
}

/**
 * Seals a secret for this user of this machine; null where the key store is not usable. The backend that Electron names follows
 * from the desktop's name, and it says that it is available whatever answers, so on Linux only what was sealed tells: a store may
 * answer on a desktop that Chromium does not know, and none on one that it knows.
 */
export async function sealSecret(store: KeyStore, platform: string, secret: string): Promise<Uint8Array | null> {
  if (!(await store.isAsyncEncryptionAvailable())) return null;
  const sealed = await store.encryptStringAsync(secret).catch(nullUnlessSilent);
  return sealed === null || isUnderPublicPassword(platform, sealed) ? null : sealed;
}

/**
 * `UNREACHABLE`: locked or not there. Linux does not tell the two apart (FinalizeFailure of freedesktop_secret_key_provider.cc), and
 * Electron asks the key store once in a process, so only another start can find it open.
 * `PUBLIC_PASSWORD`: sealed, and for everybody. `NOT_OURS`: damaged bytes, or those of another user or machine.
 */
export type OpeningFault = 'UNREACHABLE' | 'PUBLIC_PASSWORD' | 'NOT_OURS';

export type Opened =
  | { readonly ok: true; readonly secret: string; readonly shouldSealAgain: boolean }
  | { readonly ok: false; readonly reason: OpeningFault };

/** Opens what `sealSecret` sealed. */
export async function openSecret(store: KeyStore, platform: string, sealed: Uint8Array): Promise<Opened> {
  if (isUnderPublicPassword(platform, sealed)) return { ok: false, reason: 'PUBLIC_PASSWORD' };
  try {
    const { result, shouldReEncrypt } = await store.decryptStringAsync(Buffer.from(sealed));
    return { ok: true, secret: result, shouldSealAgain: shouldReEncrypt };
  } catch (error) {
    if (error instanceof KeyStoreSilentError) throw error;
    // shell/browser/api/electron_api_safe_storage.cc knows no code for it.
    const isLocked = error instanceof Error && /temporarily unavailable/.test(error.message);
    const isOpen = !isLocked && (await isKeychainUsable(store, platform));
    return { ok: false, reason: isOpen ? 'NOT_OURS' : 'UNREACHABLE' };
  }
}
