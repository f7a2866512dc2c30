/**
 * Storage encryption (document 2, "Storage"; security, S22), for the event loop and for workers. Each value has a data key
 * of its own; ML-KEM-1024 seals the data key to the storage key. A ciphertext is
 *
 *   `svc-storage/v1` 00 ‖ length of the id ‖ id in ASCII ‖ KEM ciphertext 1568 ‖ nonce 12 ‖ sealed key 80 ‖ value
 *
 * where the sealed key is AES-256-GCM of data key 32 ‖ SHA3-256(value) 32, with project and id authenticated, and the value
 * is 01 ‖ nonce 12 ‖ ciphertext ‖ tag 16 under the data key, with project and context authenticated. Rotation makes
 * everything before the value anew and leaves the value alone; by the hash it finds a damaged one without opening it.
 */

import { api } from '@touchstone/core/api/api.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { concat, equalBytes, fromUtf8, utf8, wipe } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { kemLengths } from '@touchstone/core/kem/backend.ts';
import { type BoxContext, open, type SealedBox, seal } from '@touchstone/core/kem/seal.ts';
import type { Random } from '@touchstone/core/random.ts';
import { classifyField } from '@touchstone/core/storage/classify-field.ts';
import { kem } from '../crypto/kem.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { bytesIn } from '../frame/decode-base64.ts';
import { invalid, invalidCiphertext } from '../frame/errors.ts';
import { jobsOf, type Work } from '../frame/work.ts';
import { createVault, type Place } from '../vault/envelope.ts';

type Storage = typeof api.crypto.storage;
export type EncryptBody = InputOf<Storage['encrypt']>['body'];
export type DecryptBody = InputOf<Storage['decrypt']>['body'];
export type FieldsBody = InputOf<Storage['encryptFields']>['body'];
export type RotateBody = InputOf<Storage['rotate']>['body'];

export const STORAGE_KEM = 'ML-KEM-1024';
const ALGORITHM = 'Kyber-1024+AES-256-GCM';

const MAGIC = concat(utf8('svc-storage/v1'), new Uint8Array(1));
const ID = /^key_[A-Za-z0-9_-]{1,64}$/;
const DATA_KEY_BYTES = 32;
const NONCE_BYTES = 12;
/** Data key, hash of the value, tag. */
const SEALED_KEY_BYTES = DATA_KEY_BYTES + 32 + 16;

/** Whose key it is and what it is called. */
export interface StorageKeyName {
  readonly projectId: string;
  /** `key_…`. */
  readonly id: string;
}

/** A key to encrypt to. */
export interface SealingKey extends StorageKeyName {
  readonly publicKey: Uint8Array;
}

/** A key to decrypt with. The caller wipes the seed. */
export interface OpeningKey extends StorageKeyName {
  readonly seed: Uint8Array;
}

export interface StoredCiphertext {
  /** `key_…`. */
  readonly keyId: string;
  readonly box: SealedBox;
  readonly value: Uint8Array;
}

/** Where the seed of a storage key is sealed. */
export function storageKeyPlace({ projectId, id }: StorageKeyName): Place {
  return { kind: 'storage-key', project: projectId, object: id, column: 'envelope', version: 1 };
}

/** Encrypts a value under a data key of its own. `context` is empty where there is none. */
export async function encryptValue(
  random: Random,
  key: SealingKey,
  plaintext: Uint8Array,
  context: string,
): Promise<Uint8Array> {
  const dataKey = random(DATA_KEY_BYTES);
  const dataVault = createVault(dataKey, random);
  try {
    const value = dataVault.seal(valuePlace(key, context), plaintext);
    return await sealedTo(random, key, dataKey, value);
  } finally {
    dataVault.close();
    wipe(dataKey);
  }
}

/** Reads the form of a ciphertext; null for anything else. */
export function readCiphertext(bytes: Uint8Array): StoredCiphertext | null {
  if (!equalBytes(bytes.subarray(0, MAGIC.length), MAGIC)) return null;
  const idEnd = MAGIC.length + 1 + (bytes[MAGIC.length] ?? 0);
  const keyId = fromUtf8(bytes.subarray(MAGIC.length + 1, idEnd));
  const kemEnd = idEnd + kemLengths(STORAGE_KEM).ciphertext;
  const boxEnd = kemEnd + NONCE_BYTES + SEALED_KEY_BYTES;
  if (keyId === null || !ID.test(keyId) || bytes.length < boxEnd) return null;
  const box = {
    kemCiphertext: bytes.slice(idEnd, kemEnd),
    nonce: bytes.slice(kemEnd, kemEnd + NONCE_BYTES),
    ciphertext: bytes.slice(kemEnd + NONCE_BYTES, boxEnd),
  };
  return { keyId, box, value: bytes.subarray(boxEnd) };
}

/** The plaintext, which the caller wipes; null for another key, project or context, and for a changed byte. */
export async function decryptValue(
  key: OpeningKey,
  ciphertext: StoredCiphertext,
  context: string,
): Promise<Uint8Array | null> {
  const dataKey = await dataKeyOf(key, ciphertext);
  if (dataKey === null) return null;
  const dataVault = createVault(dataKey, noRandom);
  try {
    return dataVault.open(valuePlace(key, context), ciphertext.value);
  } finally {
    dataVault.close();
    wipe(dataKey);
  }
}

/** The same value with its data key sealed to another key of the project; null where `from` does not open it. */
export async function rewrapped(
  random: Random,
  from: OpeningKey,
  to: SealingKey,
  ciphertext: StoredCiphertext,
): Promise<Uint8Array | null> {
  const dataKey = await dataKeyOf(from, ciphertext);
  if (dataKey === null) return null;
  try {
    return await sealedTo(random, to, dataKey, ciphertext.value);
  } finally {
    wipe(dataKey);
  }
}

async function sealedTo(random: Random, key: SealingKey, dataKey: Uint8Array, value: Uint8Array): Promise<Uint8Array> {
  const inside = concat(dataKey, sha3_256(value));
  try {
    const box = await seal(kem, random, STORAGE_KEM, key.publicKey, inside, keyContext(key));
    if (box === null) throw new TypeError('internal: a storage key of ours fails its check');
    const id = utf8(key.id);
    return concat(MAGIC, new Uint8Array([id.length]), id, box.kemCiphertext, box.nonce, box.ciphertext, value);
  } finally {
    wipe(inside);
  }
}

async function dataKeyOf(key: OpeningKey, { keyId, box, value }: StoredCiphertext): Promise<Uint8Array | null> {
  if (keyId !== key.id) return null;
  const inside = await open(kem, STORAGE_KEM, key.seed, box, keyContext(key));
  if (inside === null) return null;
  const isSameValue = equalBytes(inside.subarray(DATA_KEY_BYTES), sha3_256(value));
  const dataKey = inside.slice(0, DATA_KEY_BYTES);
  wipe(inside);
  if (isSameValue) return dataKey;
  wipe(dataKey);
  return null;
}

function keyContext({ projectId, id }: StorageKeyName): BoxContext {
  return { kind: 'storage', project: projectId, object: id, column: 'data-key', version: 1 };
}

function valuePlace({ projectId }: StorageKeyName, context: string): Place {
  return { kind: 'storage-value', project: projectId, object: context, column: 'value', version: 1 };
}

/** Opening takes no random bytes. */
function noRandom(): never {
  throw new TypeError('internal: a vault that only opens was asked to seal');
}

/** Throws INVALID_REQUEST where two fields have the same name. */
function checkFieldNames({ fields }: FieldsBody): void {
  const seen = new Set<string>();
  for (const [place, { name }] of fields.entries()) {
    if (seen.has(name)) throw invalid(`fields.${place}.name`, `\`fields.${place}.name\` appears twice.`);
    seen.add(name);
  }
}

/** How answers name the key: in the form of the request. */
export interface Encrypting {
  readonly key: SealingKey;
  readonly answeredId: string;
}

async function encryptAnswer(
  body: EncryptBody,
  { key, answeredId }: Encrypting,
  random: Random,
): Promise<OutputOf<Storage['encrypt']>> {
  const begun = performance.now();
  const plaintext = bytesIn('plaintext_b64', body.plaintext_b64);
  try {
    const ciphertext = base64Of(await encryptValue(random, key, plaintext, body.aad ?? ''));
    return { ciphertext_b64: ciphertext, key_id: answeredId, algorithm: ALGORITHM, latency_us: since(begun) };
  } finally {
    wipe(plaintext);
  }
}

async function fieldsAnswer(
  body: FieldsBody,
  { key, answeredId }: Encrypting,
  random: Random,
): Promise<OutputOf<Storage['encryptFields']>> {
  const begun = performance.now();
  checkFieldNames(body);
  const fields: OutputOf<Storage['encryptFields']>['fields'] = [];
  for (const { name, value } of body.fields) {
    const plaintext = utf8(value);
    const ciphertext = await encryptValue(random, key, plaintext, name);
    wipe(plaintext);
    fields.push({ name, sensitivity: classifyField(name, value).sensitivity, ciphertext_b64: base64Of(ciphertext) });
  }
  return { fields, key_id: answeredId, latency_us: since(begun) };
}

/** Throws INVALID_CIPHERTEXT. */
async function decryptAnswer(body: DecryptBody, key: OpeningKey): Promise<OutputOf<Storage['decrypt']>> {
  const begun = performance.now();
  const ciphertext = readCiphertext(bytesIn('ciphertext_b64', body.ciphertext_b64));
  const plaintext = ciphertext === null ? null : await decryptValue(key, ciphertext, body.aad ?? '');
  if (plaintext === null) throw invalidCiphertext('ciphertext_b64');
  try {
    return { plaintext_b64: base64Of(plaintext), latency_us: since(begun) };
  } finally {
    wipe(plaintext);
  }
}

export interface Rotating {
  readonly from: OpeningKey;
  readonly to: SealingKey;
}

/** Throws INVALID_CIPHERTEXT. */
async function rotateAnswer(
  body: RotateBody,
  { from, to }: Rotating,
  random: Random,
): Promise<OutputOf<Storage['rotate']>> {
  const begun = performance.now();
  const ciphertext = readCiphertext(bytesIn('ciphertext_b64', body.ciphertext_b64));
  const moved = ciphertext === null ? null : await rewrapped(random, from, to, ciphertext);
  if (moved === null) throw invalidCiphertext('ciphertext_b64');
  return { ciphertext_b64: base64Of(moved), key_id: body.new_key_id, latency_us: since(begun) };
}

/** The id that a ciphertext carries; null where it is none. */
function keyIdIn({ ciphertext_b64 }: Pick<DecryptBody, 'ciphertext_b64'>): string | null {
  return readCiphertext(bytesIn('ciphertext_b64', ciphertext_b64))?.keyId ?? null;
}

/** Padded base64 by the platform: ciphertexts can be long. */
function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

/** Microseconds. */
function since(begun: number): number {
  return Math.round((performance.now() - begun) * 1000);
}

type KeyChoice = Pick<EncryptBody, 'key_id'>;

/** What a body says of the key that opens its ciphertext. */
export interface OpeningChoice {
  readonly keyId: string;
  /** The key that the ciphertext itself carries; null where it is none. */
  readonly carriedId: string | null;
}

export const encryptWork: Work<Storage['encrypt'], KeyChoice, Encrypting, OutputOf<Storage['encrypt']>> = {
  operation: api.crypto.storage.encrypt,
  choose: ({ key_id }) => (key_id === undefined ? {} : { key_id }),
  run: (body, facts, { random }) => encryptAnswer(body, facts, random),
  isLongAnswer: true,
};

/** Each field takes about a millisecond. */
const MOST_FIELDS_ON_LOOP = 4;

export const encryptFieldsWork: Work<
  Storage['encryptFields'],
  KeyChoice,
  Encrypting,
  OutputOf<Storage['encryptFields']>
> = {
  operation: api.crypto.storage.encryptFields,
  choose(body) {
    checkFieldNames(body);
    return body.key_id === undefined ? {} : { key_id: body.key_id };
  },
  run: (body, facts, { random }) => fieldsAnswer(body, facts, random),
  isHeavy: ({ fields }) => fields.length > MOST_FIELDS_ON_LOOP,
  isLongAnswer: true,
};

export const decryptWork: Work<Storage['decrypt'], OpeningChoice, OpeningKey, OutputOf<Storage['decrypt']>> = {
  operation: api.crypto.storage.decrypt,
  choose: (body) => ({ keyId: body.key_id, carriedId: keyIdIn(body) }),
  run: decryptAnswer,
  secretsIn: ({ seed }) => [seed],
  isLongAnswer: true,
};

interface RotateChoice extends OpeningChoice {
  readonly newKeyId: string;
}

export const rotateWork: Work<Storage['rotate'], RotateChoice, Rotating, OutputOf<Storage['rotate']>> = {
  operation: api.crypto.storage.rotate,
  choose: (body) => ({ keyId: body.old_key_id, newKeyId: body.new_key_id, carriedId: keyIdIn(body) }),
  run: (body, facts, { random }) => rotateAnswer(body, facts, random),
  secretsIn: ({ from }) => [from.seed],
  isLongAnswer: true,
};

export const checks = [bodyCheck(api.crypto.storage.encryptFields, checkFieldNames)] as const;

export const jobs = [
  ...jobsOf(encryptWork),
  ...jobsOf(encryptFieldsWork),
  ...jobsOf(decryptWork),
  ...jobsOf(rotateWork),
] as const;
