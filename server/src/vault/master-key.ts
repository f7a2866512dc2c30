/**
 * Where the master key comes from (issue 3, "Storage"): a 0600 file in the data folder, a passphrase, or the desktop
 * shell, which keeps it in the keychain of the operating system.
 */
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fromBase64, toBase64, wipe } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { ARGON2ID, type PassphraseKdf, passphraseBytes } from '@touchstone/core/keys/passphrase.ts';
import type { Random } from '@touchstone/core/random.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { writePrivateFile } from '../frame/private-file.ts';
import { createVault } from './envelope.ts';

export type MasterKeySource =
  | { readonly kind: 'key-file' }
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'supplied'; readonly key: Uint8Array };

/** The master key cannot be had; the message says why. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

const FILE = 'master-key.json';
const PLACE = { kind: 'master-key', project: '', object: 'master-key', column: 'key', version: 1 } as const;

/**
 * Reads the master key, or makes it where the folder is new (`isNew`: nothing was ever sealed in it). Returns 32 bytes
 * that the caller wipes. With a passphrase the file holds a random master key in a box under Argon2id of the passphrase,
 * so that the passphrase can be changed. A folder that has a key file keeps using it when the desktop shell supplies a key.
 */
export async function loadMasterKey(
  dataDir: string,
  source: MasterKeySource,
  isNew: boolean,
  random: Random,
  kdf: PassphraseKdf,
): Promise<Uint8Array> {
  const path = join(dataDir, FILE);
  if (source.kind === 'supplied' && source.key.length !== 32) throw new RangeError('a master key is 32 bytes');
  if (!existsSync(path)) {
    if (source.kind === 'supplied') return source.key.slice();
    if (isNew) return createMasterKey(path, source, random, kdf);
    throw new MasterKeyError(
      `${path} is missing. If the desktop app made this data folder, its keychain holds the key: open the folder there, or choose another --data-dir.`,
    );
  }
  const file = readFile(path);
  if (file.kind === 'key-file') {
    if (source.kind === 'passphrase') throw new MasterKeyError('This data folder is not protected by a passphrase.');
    return bytesOf(file, 'key', path, 32);
  }
  if (source.kind !== 'passphrase') throw new MasterKeyError('This data folder is protected by a passphrase.');
  return openBox(path, file, source.passphrase, random, kdf);
}

/** The passphrase does not open the master key. */
export class WrongPassphraseError extends MasterKeyError {
  constructor() {
    super('The passphrase is wrong, or the key file was changed.');
  }
}

async function openBox(
  path: string,
  file: JsonObject,
  passphrase: string,
  random: Random,
  kdf: PassphraseKdf,
): Promise<Uint8Array> {
  const passphraseKey = await kdf(passphraseBytes(passphrase), bytesOf(file, 'salt', path, ARGON2ID.saltLength));
  const vault = createVault(passphraseKey, random);
  try {
    const key = vault.open(PLACE, bytesOf(file, 'box', path, 61));
    if (key === null) throw new WrongPassphraseError();
    return key;
  } finally {
    vault.close();
    wipe(passphraseKey);
  }
}

/** How the folder keeps its master key; null where it has no key file. Throws MasterKeyError where that is damaged. */
export function masterKeyKind(dataDir: string): 'key-file' | 'passphrase' | null {
  const path = join(dataDir, FILE);
  if (!existsSync(path)) return null;
  return readFile(path).kind === 'passphrase' ? 'passphrase' : 'key-file';
}

/**
 * Puts the master key of a folder under a passphrase, under another one, or in clear (`next` null). `present` is the passphrase
 * that it has, null for none. The key itself stays, so nothing else changes; after a kill at any moment the former key file
 * or the new one stands there. Throws MasterKeyError.
 */
export async function rekeyMasterKey(
  dataDir: string,
  { present, next }: { readonly present: string | null; readonly next: string | null },
  random: Random,
  kdf: PassphraseKdf,
): Promise<void> {
  const path = join(dataDir, FILE);
  const source: MasterKeySource = present === null ? { kind: 'key-file' } : { kind: 'passphrase', passphrase: present };
  const key = await loadMasterKey(dataDir, source, false, random, kdf);
  try {
    await writeKeyFile(path, key, next, random, kdf);
  } finally {
    wipe(key);
  }
}

/** Removes what a kill has left beside the key file: it may hold the key in clear. */
export function sweepKeyFiles(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith(`${FILE}.`) && name.endsWith('.new')) rmSync(join(dataDir, name), { force: true });
  }
}

async function createMasterKey(
  path: string,
  source: Exclude<MasterKeySource, { kind: 'supplied' }>,
  random: Random,
  kdf: PassphraseKdf,
): Promise<Uint8Array> {
  const key = random(32);
  await writeKeyFile(path, key, source.kind === 'passphrase' ? source.passphrase : null, random, kdf);
  return key;
}

async function writeKeyFile(
  path: string,
  key: Uint8Array,
  passphrase: string | null,
  random: Random,
  kdf: PassphraseKdf,
): Promise<void> {
  if (passphrase === null) {
    writePrivateFile(path, `${JSON.stringify({ version: 1, kind: 'key-file', key: toBase64(key) })}\n`);
    return;
  }
  const salt = random(ARGON2ID.saltLength);
  const passphraseKey = await kdf(passphraseBytes(passphrase), salt);
  const vault = createVault(passphraseKey, random);
  try {
    const box = vault.seal(PLACE, key);
    const file = { version: 1, kind: 'passphrase', kdf: 'argon2id', salt: toBase64(salt), box: toBase64(box) };
    writePrivateFile(path, `${JSON.stringify(file)}\n`);
  } finally {
    vault.close();
    wipe(passphraseKey);
  }
}

function readFile(path: string): JsonObject {
  const parsed = parseStrictJson(readFileSync(path));
  const kinds = ['key-file', 'passphrase'];
  if (!parsed.ok || !isJsonObject(parsed.value) || parsed.value.version !== 1) throw damaged(path);
  if (typeof parsed.value.kind !== 'string' || !kinds.includes(parsed.value.kind)) throw damaged(path);
  return parsed.value;
}

function bytesOf(file: JsonObject, name: string, path: string, length: number): Uint8Array {
  const text = file[name];
  const bytes = typeof text === 'string' ? fromBase64(text) : null;
  if (bytes?.length !== length) throw damaged(path);
  return bytes;
}

function damaged(path: string): MasterKeyError {
  return new MasterKeyError(`${path} is damaged. Restore it from a backup: nothing in this folder opens without it.`);
}
