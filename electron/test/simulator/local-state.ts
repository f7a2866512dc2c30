/**
 * `Local State` of the profile, and the key in it: shell/browser/browser_process_impl.cc over components/prefs/json_pref_store.cc and
 * components/os_crypt/sync/os_crypt_win.cc. Read once, after the main script and before `ready`; what is changed then is written ten
 * seconds later, or at the end (PostMainMessageLoopRun), and lost when the process is killed before.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { machine } from './world.ts';

const PREFIX = Buffer.from('DPAPI');
const COMMIT_INTERVAL_MS = 10_000;

/** CryptProtectData: with a key of this user's, who has logged in. */
function wrapped(key: Buffer): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-128-gcm', userKey(), iv);
  const sealed = Buffer.concat([cipher.update(key), cipher.final()]);
  return Buffer.concat([PREFIX, iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** CryptUnprotectData; null where it fails. */
function unwrapped(blob: Buffer): Buffer | null {
  if (machine.keyStore === 'dpapi-fails') return null;
  try {
    const decipher = createDecipheriv('aes-128-gcm', userKey(), blob.subarray(0, 12));
    decipher.setAuthTag(blob.subarray(12, 28));
    return Buffer.concat([decipher.update(blob.subarray(28)), decipher.final()]);
  } catch {
    return null;
  }
}

function userKey(): Buffer {
  const file = path.join(machine.home, 'dpapi-of-user');
  if (!existsSync(file)) writeFileSync(file, randomBytes(16), { mode: 0o600 });
  return readFileSync(file);
}

interface State {
  os_crypt?: { audit_enabled?: boolean; encrypted_key?: string };
}

let file = '';
let state: State = {};
let isChanged = false;
let key: Buffer | null = null;

/** JsonPrefStore::ReadPrefs and OSCryptImpl::Init. */
export function openLocalState(sessionData: string): void {
  file = path.join(sessionData, 'Local State');
  if (existsSync(file)) {
    try {
      state = JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      renameSync(file, `${file}.bad`);
    }
  }
  const there = state.os_crypt?.encrypted_key;
  if (there !== undefined) {
    const bytes = Buffer.from(there, 'base64');
    // kInvalidKeyFormat: no key, and none is made.
    if (!bytes.subarray(0, PREFIX.length).equals(PREFIX)) return;
    key = unwrapped(bytes.subarray(PREFIX.length));
  }
  if (key !== null && state.os_crypt?.audit_enabled === true) return;
  // "If there is no key in the local state, or if DPAPI decryption fails, generate a new key."
  key ??= randomBytes(16);
  state = { ...state, os_crypt: { ...state.os_crypt, audit_enabled: true, encrypted_key: wrapped(key) } };
  isChanged = true;
  setTimeout(commitLocalState, COMMIT_INTERVAL_MS).unref();
}

/** CommitPendingWrite. */
export function commitLocalState(): void {
  if (isChanged) writeFileSync(file, JSON.stringify(state));
  isChanged = false;
}

/** DPAPIKeyProvider::GetKeyInternal. */
export function profileKey(): Buffer | null {
  return key;
}
