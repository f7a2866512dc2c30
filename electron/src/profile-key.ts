/**
 * Windows: `Local State` of the profile holds the key of Electron's key store, wrapped by DPAPI. Where DPAPI does not unwrap it, if
 * only this once, Chromium makes another and writes that in its place (OSCryptImpl::Init, components/os_crypt/sync/os_crypt_win.cc):
 * what the first one sealed would be lost. So the data folder keeps the wrapped key that opens it, and each start puts it back
 * before Electron reads the file. Wrapped it is as good in the one place as in the other. What stood there may be the only key of
 * another folder, and goes into a file of the profile.
 */
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import { KEYCHAIN_FILE, PROFILE_KEY_FILE } from '@touchstone/server/backup/folder.ts';
import { writePrivateFile } from '@touchstone/server/frame/private-file.ts';

const LOCAL_STATE = 'Local State';

/** Of the profile and of the data folder, both absolute. */
export interface KeyFolders {
  readonly profile: string;
  readonly dataDir: string;
}

export interface ProfileKey {
  /** What Electron finds in `Local State` at this start: base64, or null where it has none and makes one. */
  readonly found: string | null;
  /** The file that holds what stood there before, absolute; null where nothing was replaced. */
  readonly former: string | null;
  /** Why the kept one could not be put back; a sentence for the log. */
  readonly fault: string | null;
}

/** Told by the one who opens the master key. */
export interface ProfileKeyKeeper {
  /** The sealed master key was opened. */
  opened(): void;
  /** The master key was made and sealed. */
  made(): void;
}

/** Five times as long as Chromium waits before it writes a new key to `Local State` (DEFAULT_COMMIT_INTERVAL, important_file_writer.cc). */
const WRITTEN_WITHIN_MS = 50_000;

/** Without this mark Chromium takes a key for no key of its own; 300 characters are usual. */
function isWrappedKey(text: unknown): text is string {
  return typeof text === 'string' && text.length < 10_000 && /^RFBBUE[k-n][A-Za-z0-9+/]+={0,2}$/.test(text);
}

/** null where there is no such file. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function parsed(text: string | null): JsonObject | null {
  try {
    const value: JsonValue = JSON.parse(text ?? '');
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function keyOf(state: JsonObject | null): string | null {
  const key = isJsonObject(state?.os_crypt) ? state.os_crypt.encrypted_key : null;
  return isWrappedKey(key) ? key : null;
}

function keyInProfile(profile: string): string | null {
  return keyOf(parsed(textOf(path.join(profile, LOCAL_STATE))));
}

/** Keeps a key that does not stay in `Local State`, in the form of PROFILE_KEY_FILE. The file's absolute path. */
function keepFormer(profile: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex');
  const file = path.join(profile, `former-key-${hash.slice(0, 8)}.dpapi`);
  if (!existsSync(file)) writePrivateFile(file, key);
  return file;
}

function keptIn(dataDir: string): string | null {
  const kept = textOf(path.join(dataDir, PROFILE_KEY_FILE));
  return isWrappedKey(kept) ? kept : null;
}

/**
 * To be called before the app is ready, by the process that has the lock of this profile. Never throws: a start that finds another key
 * opens nothing, and the kept one stays, as does the other where it cannot be kept.
 */
export function putProfileKeyBack({ profile, dataDir }: KeyFolders): ProfileKey {
  const file = path.join(profile, LOCAL_STATE);
  let found: string | null = null;
  try {
    const text = textOf(file);
    const state = parsed(text);
    found = keyOf(state);
    // A folder with a key file needs nothing of the profile.
    const kept = existsSync(path.join(dataDir, KEYCHAIN_FILE)) ? keptIn(dataDir) : null;
    if (kept === null || kept === found) return { found, former: null, fault: null };
    mkdirSync(profile, { recursive: true, mode: 0o700 });
    // What is no JSON Chromium would move there too, and begin anew (json_pref_store.cc).
    if (text !== null && state === null) renameSync(file, `${file}.bad`);
    const former = found === null ? null : keepFormer(profile, found);
    const { os_crypt: before } = state ?? {};
    // A key that is not marked as audited is wrapped anew.
    const os_crypt = { audit_enabled: true, ...(isJsonObject(before) && before), encrypted_key: kept };
    writePrivateFile(file, JSON.stringify({ ...state, os_crypt }));
    return { found: kept, former, fault: null };
  } catch (error) {
    const fault = `The key of the data folder could not be put back into ${file} (${reasonOf(error)}).`;
    return { found, former: null, fault };
  }
}

function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code ?? message;
}

/**
 * Keeps in the data folder what opens it. To be called once the app is ready. `note` gets a sentence where a key is kept in the
 * profile, or where keeping fails; the next start tries again.
 */
export function profileKeyKeeper(
  { found, former }: ProfileKey,
  { profile, dataDir }: KeyFolders,
  note: (sentence: string) => void,
  setTimer: (callback: () => void, delayMs: number) => { unref?(): unknown },
): ProfileKeyKeeper {
  const noteFault = (step: () => void) => {
    try {
      step();
    } catch (error) {
      note(`The key in Local State could not be kept (${reasonOf(error)}).`);
    }
  };
  const keep = (key: string | null) => {
    if (key !== null && key !== keptIn(dataDir)) writePrivateFile(path.join(dataDir, PROFILE_KEY_FILE), key);
  };
  const noteFormer = (file: string) => note(`${file} holds the key that stood in Local State before.`);
  if (former !== null) noteFormer(former);
  // The process before this one gives the lock up before it writes a key that it made. Electron has read the file meanwhile: only
  // where it still has what was found is that surely what Electron read. What comes later does not matter.
  let isRead = false;
  noteFault(() => {
    isRead = keyInProfile(profile) === found;
    if (!isRead && found !== null && found !== keptIn(dataDir)) noteFormer(keepFormer(profile, found));
  });
  let isMadeNow = false;
  return {
    // What was sealed before this start opens only with the key that was there before it.
    opened: () => {
      if (isRead && !isMadeNow) noteFault(() => keep(found));
    },
    // Whether it was sealed with that one or with a new one shows when a new one has been written.
    made: () => {
      isMadeNow = true;
      setTimer(() => noteFault(() => keep(keyInProfile(profile))), WRITTEN_WITHIN_MS).unref?.();
    },
  };
}
