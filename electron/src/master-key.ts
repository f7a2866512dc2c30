/**
 * Who keeps the master key of the data folder. A folder that this shell makes keeps it in the system's key store, where
 * that is usable; a folder that has a key file of its own (made by `touchstone serve`, or with a passphrase) keeps that.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { open, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';
import { KEYCHAIN_FILE, PROFILE_KEY_FILE } from '@touchstone/server/backup/folder.ts';
import { takeDataFolder } from '@touchstone/server/data-folder/take.ts';
import { type KeyStore, KeyStoreSilentError, type OpeningFault, openSecret, sealSecret } from './keychain.ts';
import type { ProfileKeyKeeper } from './profile-key.ts';

export type ShellMasterKey =
  | { readonly ok: true; readonly key: Uint8Array | null }
  | {
      readonly ok: false;
      readonly message: string;
      /** The key store is locked, silent or not there, or Windows did not open its key: another start may find it open. */
      readonly mayOpenLater: boolean;
    };

/**
 * 32 bytes for the server, which the caller wipes, or null where the server finds its key in its own file. `keeper` on Windows
 * alone. Throws StoreError for a folder that is none of ours, and writes nothing there.
 */
export async function shellMasterKey(
  dataDir: string,
  store: KeyStore,
  platform: string,
  keeper: ProfileKeyKeeper | null = null,
): Promise<ShellMasterKey> {
  takeDataFolder(dataDir);
  const file = path.join(dataDir, KEYCHAIN_FILE);
  const isSealed = existsSync(file);
  try {
    const masterKey = await (isSealed ? openKey(file, store, platform) : newKey(file, store, platform));
    if (masterKey.ok && isSealed) keeper?.opened();
    else if (masterKey.ok && masterKey.key !== null) keeper?.made();
    return masterKey;
  } catch (error) {
    if (!(error instanceof KeyStoreSilentError)) throw error;
    // A key file in place of the key store is for good, so a new folder gets it by the person's word alone.
    const message = !isSealed && platform === 'linux' ? `${SILENT} ${WITHOUT_KEY_STORE}` : SILENT;
    return { ok: false, message, mayOpenLater: true };
  }
}

/** `shellMasterKey`, one attempt after the other: a restart while a new key waits for the key store finds the key that was made. */
export function masterKeyOpener(...where: Parameters<typeof shellMasterKey>): () => Promise<ShellMasterKey> {
  let last: Promise<unknown> = Promise.resolve();
  return () => {
    const attempt = last.then(() => shellMasterKey(...where));
    last = attempt.catch(() => {});
    return attempt;
  };
}

const SILENT =
  "The system's key store does not answer, and it is to hold the key of this data folder. Unlock it, or answer what the system asks, and try again.";

/**
 * Chromium then asks neither key store nor portal (freedesktop_secret_key_provider.cc, browser_process_impl.cc), and what it seals is
 * refused (`sealSecret`).
 */
const WITHOUT_KEY_STORE =
  'Or start Touchstone once with --password-store=basic --disable-features=DbusSecretPortal: this folder then keeps its key in a file of its own, for good, and whoever copies the whole folder can open it.';

/** Electron does not tell it from foreign bytes: the key store then has another key (profile-key.ts). */
const NOT_UNWRAPPED =
  'Or Windows cannot open the key that it is sealed with: where the domain cannot be reached, or an administrator has reset your password. Try again when that is mended, or restore a backup.';

async function newKey(file: string, store: KeyStore, platform: string): Promise<ShellMasterKey> {
  const dataDir = path.dirname(file);
  const isTaken = (name: string) => name !== PROFILE_KEY_FILE && /^master-key|\.(db|sqlite)/.test(name);
  const isNew = !(await readdir(dataDir)).some(isTaken);
  if (!isNew) return { ok: true, key: null };
  const key = new Uint8Array(randomBytes(32));
  const sealed = await sealSecret(store, platform, toBase64(key));
  if (sealed === null) return { ok: true, key: null };
  // Left behind by a sealed key that is gone: the next start would put it in place of the one that this is sealed with.
  await rm(path.join(dataDir, PROFILE_KEY_FILE), { force: true });
  await writeNew(file, sealed);
  return { ok: true, key };
}

function whyNot(file: string, reason: OpeningFault, platform: string): string {
  switch (reason) {
    case 'UNREACHABLE':
      return "The system's key store is locked or not available, and it holds the key of this data folder. Unlock it and try again.";
    case 'PUBLIC_PASSWORD':
      return `${file} is sealed with a password that everybody knows, so it protects nothing and is not used. Restore a backup of this data folder.`;
    case 'NOT_OURS': {
      const notOpened = `${file} cannot be opened with this user's key store. The file belongs to another user or machine, or is damaged.`;
      return platform === 'win32' ? `${notOpened} ${NOT_UNWRAPPED}` : notOpened;
    }
  }
}

async function openKey(file: string, store: KeyStore, platform: string): Promise<ShellMasterKey> {
  const opened = await openSecret(store, platform, new Uint8Array(await readFile(file)));
  const key = opened.ok ? fromBase64(opened.secret) : null;
  if (!opened.ok || key?.length !== 32) {
    const reason = opened.ok ? 'NOT_OURS' : opened.reason;
    const mayOpenLater = reason === 'UNREACHABLE' || (reason === 'NOT_OURS' && platform === 'win32');
    return { ok: false, message: whyNot(file, reason, platform), mayOpenLater };
  }
  if (opened.shouldSealAgain) await sealAgain(file, opened.secret, store, platform);
  return { ok: true, key };
}

/** Under the key store's newer key. What stands there opens the folder, so no failure of this ends the start. */
async function sealAgain(file: string, secret: string, store: KeyStore, platform: string): Promise<void> {
  const beside = `${file}.${process.pid}.new`;
  try {
    const sealed = await sealSecret(store, platform, secret);
    if (sealed === null) return;
    const again = await openSecret(store, platform, sealed);
    if (!again.ok || again.secret !== secret) return;
    await writeNew(beside, sealed);
    await rename(beside, file);
  } catch {
    await rm(beside, { force: true });
  }
}

/**
 * The file is on the disk before the key is used for the first time; a crash cannot lose a key that is in use. What could not be
 * written whole is taken away: a later start would call it damaged.
 */
async function writeNew(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(file, { force: true });
    throw error;
  }
}
