/**
 * Secret keys of one key set in a file, `.pqsecret.json`: AES-256-GCM under a key that Argon2id makes of a passphrase.
 * The public key set stands beside the box in clear and is authenticated with it.
 */
import { gcm } from '@noble/ciphers/aes.js';
import { fromBase64, fromUtf8, toBase64, wipe } from '../bytes.ts';
import { canonicalBytes, isJsonObject, type JsonObject } from '../canonical-json.ts';
import type { Random } from '../random.ts';
import { isSignatureAlgorithm, signatureLengths } from '../sign/lengths.ts';
import { parseStrictJson } from '../strict-json.ts';
import type { SecretKeys } from './generate.ts';
import { algorithmOf, type KeySet, readKeySet } from './key-set.ts';
import { ARGON2ID, type PassphraseKdf, passphraseBytes } from './passphrase.ts';

export const SECRET_KEYS_SCHEMA = 'svc-secret-keys/v1';
const NONCE_LENGTH = 12;

export type OpenResult =
  | { readonly ok: true; readonly keySet: KeySet; readonly secretKeys: SecretKeys }
  | { readonly ok: false; readonly code: 'FORMAT' | 'WRONG_PASSPHRASE'; readonly message: string };

/** The header is the additional authenticated data, so neither key set nor parameters can be exchanged. */
function header(keySet: JsonObject, salt: Uint8Array, nonce: Uint8Array): JsonObject {
  const { memoryKiB, passes, lanes } = ARGON2ID;
  return {
    schema_version: SECRET_KEYS_SCHEMA,
    key_set: keySet,
    kdf: { name: 'argon2id', memory_kib: memoryKiB, passes, lanes, salt: toBase64(salt) },
    cipher: { name: 'AES-256-GCM', nonce: toBase64(nonce) },
  };
}

/** The text of a `.pqsecret.json` file. Throws RangeError where a key of the set has no secret. */
export async function sealSecretKeys(
  keySet: KeySet,
  secretKeys: SecretKeys,
  passphrase: string,
  kdf: PassphraseKdf,
  random: Random,
): Promise<string> {
  const salt = random(ARGON2ID.saltLength);
  const nonce = random(NONCE_LENGTH);
  const secrets: Record<string, string> = {};
  for (const { kid } of keySet.keys) {
    const secret = secretKeys.get(kid);
    if (secret === undefined) throw new RangeError(`the secret key of ${kid} is missing`);
    secrets[kid] = toBase64(secret);
  }
  const head = header(keySet as KeySet & JsonObject, salt, nonce);
  const key = await kdf(passphraseBytes(passphrase), salt);
  const plaintext = canonicalBytes(secrets);
  try {
    const box = gcm(key, nonce, canonicalBytes(head)).encrypt(plaintext);
    return `${JSON.stringify({ ...head, box: toBase64(box) }, null, 2)}\n`;
  } finally {
    wipe(key, plaintext);
  }
}

/** Reads the public part only: for listings that need no passphrase. */
export function readSecretKeysHeader(input: Uint8Array | string): KeySet | null {
  const file = readFile(input);
  return 'message' in file ? null : file.keySet;
}

/** Opens a `.pqsecret.json` file. A wrong passphrase and a changed file look the same to AES-GCM and to the message. */
export async function openSecretKeys(
  input: Uint8Array | string,
  passphrase: string,
  kdf: PassphraseKdf,
): Promise<OpenResult> {
  const file = readFile(input);
  if ('message' in file) return { ok: false, code: 'FORMAT', message: file.message };
  const key = await kdf(passphraseBytes(passphrase), file.salt);
  let plaintext: Uint8Array | undefined;
  try {
    plaintext = gcm(key, file.nonce, canonicalBytes(file.head)).decrypt(file.box);
    const secretKeys = readSecrets(plaintext, file.keySet);
    if (secretKeys === null)
      return { ok: false, code: 'FORMAT', message: 'The box does not hold the keys of its key set.' };
    return { ok: true, keySet: file.keySet, secretKeys };
  } catch {
    return { ok: false, code: 'WRONG_PASSPHRASE', message: 'The passphrase is wrong, or the file was changed.' };
  } finally {
    wipe(key, plaintext);
  }
}

interface SecretKeysFile {
  readonly keySet: KeySet;
  readonly head: JsonObject;
  readonly salt: Uint8Array;
  readonly nonce: Uint8Array;
  readonly box: Uint8Array;
}

function readFile(input: Uint8Array | string): SecretKeysFile | { readonly message: string } {
  const parsed = parseStrictJson(input);
  if (!parsed.ok) return parsed;
  const { value } = parsed;
  if (!isJsonObject(value) || value.schema_version !== SECRET_KEYS_SCHEMA) {
    return { message: `This is not a secret key file: schema_version is not ${SECRET_KEYS_SCHEMA}.` };
  }
  const keySet = readKeySet(value.key_set ?? null);
  if (!keySet.ok) return { message: `key_set.${keySet.field}: ${keySet.message}` };
  const salt = bytesAt(value.kdf, 'salt', ARGON2ID.saltLength);
  const nonce = bytesAt(value.cipher, 'nonce', NONCE_LENGTH);
  const box = typeof value.box === 'string' ? fromBase64(value.box) : null;
  if (salt === null || nonce === null || box === null)
    return { message: 'kdf.salt, cipher.nonce or box is malformed.' };
  // Only our own parameters are accepted: a foreign file cannot make this machine spend gigabytes.
  const head = header(keySet.keySet as KeySet & JsonObject, salt, nonce);
  const stated = Object.fromEntries(Object.entries(value).filter(([name]) => name !== 'box'));
  if (toBase64(canonicalBytes(stated)) !== toBase64(canonicalBytes(head))) {
    return { message: 'The file has unknown members or other parameters than argon2id 64 MiB, 3 passes, AES-256-GCM.' };
  }
  return { keySet: keySet.keySet, head, salt, nonce, box };
}

function bytesAt(object: JsonObject[string] | undefined, name: string, length: number): Uint8Array | null {
  const text = isJsonObject(object) ? object[name] : undefined;
  const bytes = typeof text === 'string' ? fromBase64(text) : null;
  return bytes?.length === length ? bytes : null;
}

function readSecrets(plaintext: Uint8Array, keySet: KeySet): SecretKeys | null {
  const text = fromUtf8(plaintext);
  const parsed = text === null ? null : parseStrictJson(text);
  if (!parsed?.ok || !isJsonObject(parsed.value)) return null;
  const secretKeys = new Map<string, Uint8Array>();
  for (const key of keySet.keys) {
    const stored = parsed.value[key.kid];
    const secret = typeof stored === 'string' ? fromBase64(stored) : null;
    const algorithm = algorithmOf(key);
    if (secret === null || !isSignatureAlgorithm(algorithm) || secret.length !== signatureLengths(algorithm).secretKey)
      return null;
    secretKeys.set(key.kid, secret);
  }
  return secretKeys;
}
