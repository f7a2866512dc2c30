/**
 * Who keeps the master key of the data folder. A folder that this shell makes keeps it in the system's key store, where
 * that is usable; a folder that has a key file of its own (made by `touchstone serve`, or with a passphrase) keeps that.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, open, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';
import { type KeyStore, openSecret, sealSecret } from './keychain.ts';

const SEALED = 'master-key.keychain';

export type ShellMasterKey =
  | { readonly ok: true; readonly key: Uint8Array | null }
  | { readonly ok: false; readonly message: string };

/** 32 bytes for the server, which the caller wipes, or null where the server finds its key in its own file. */
export async function shellMasterKey(dataDir: string, store: KeyStore, platform: string): Promise<ShellMasterKey> {
  const file = path.join(dataDir, SEALED);
  if (existsSync(file)) return openKey(file, store, platform);
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const isNew = (await readdir(dataDir)).every((name) => !/^master-key|\.(db|sqlite)/.test(name));
  if (!isNew) return { ok: true, key: null };
  const key = new Uint8Array(randomBytes(32));
  const sealed = await sealSecret(store, platform, toBase64(key));
  if (sealed === null) return { ok: true, key: null };
  await writeOnce(file, sealed);
  return { ok: true, key };
}

async function openKey(file: string, store: KeyStore, platform: string): Promise<ShellMasterKey> {
  const opened = await openSecret(store, platform, new Uint8Array(await readFile(file)));
  const key = opened.ok ? fromBase64(opened.secret) : null;
  if (key?.length === 32) return { ok: true, key };
  const why =
    !opened.ok && opened.reason === 'KEYCHAIN_UNUSABLE'
      ? "The system's key store is not available, and it holds the key of this data folder."
      : `${file} cannot be opened with this user's key store. The file belongs to another user or machine, or is damaged.`;
  return { ok: false, message: why };
}

/** The file is on the disk before the key is used for the first time; a crash cannot lose a key that is in use. */
async function writeOnce(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
