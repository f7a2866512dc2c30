import { api } from '@touchstone/core/api/api.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { kem } from '../../crypto/kem.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError, invalidCiphertext } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { byWork } from '../../frame/work.ts';
import { storedKeyId } from '../../keys/managed-keys.ts';
import { type Append, keyActor, type Provenance } from '../../provenance/provenance.ts';
import { findStorageKey, insertStorageKey, type StorageKey, type StoredStorageKey } from '../../storage/store.ts';
import {
  decryptWork,
  type Encrypting,
  encryptFieldsWork,
  encryptWork,
  type OpeningChoice,
  type OpeningKey,
  rotateWork,
  STORAGE_KEM,
  storageKeyPlace,
} from '../../storage/work.ts';
import type { Db } from '../../store/engine.ts';
import type { Vault } from '../../vault/envelope.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly provenance: Provenance;
}

export const storage = implement(api.crypto.storage)<Needs>({
  async keygen({ deps, caller, write }) {
    const key = await newStorageKey(deps, caller);
    await deps.provenance.recording((append) => write((db) => storeKey(db, deps, append, caller, key)));
    return { key_id: key.id };
  },

  encrypt: byWork(encryptWork, (context, { body }, run) => encrypting(context, body, run)),

  encryptFields: byWork(encryptFieldsWork, (context, { body }, run) => encrypting(context, body, run)),

  decrypt: byWork(decryptWork, async ({ deps, caller }, { body }, run) => {
    const key = await openingKey(deps, caller, body);
    try {
      const answer = await run(key);
      // A key that was revoked meanwhile is refused.
      await usableKey(deps, caller, body.keyId);
      return answer;
    } finally {
      wipe(key.seed);
    }
  }),

  rotate: byWork(rotateWork, async ({ deps, caller }, { body }, run) => {
    const { keyId, newKeyId } = body;
    const from = await openingKey(deps, caller, body);
    try {
      const to = sealingKey(await usableKey(deps, caller, newKeyId));
      const answer = await run({ from, to });
      await usableKey(deps, caller, keyId);
      await usableKey(deps, caller, newKeyId);
      return answer;
    } finally {
      wipe(from.seed);
    }
  }),
});

interface Encrypts {
  readonly deps: Needs;
  readonly caller: Caller;
  write<T>(action: (db: Db) => Promise<T>): Promise<T>;
}

/** Encrypts under the key that the body names, or under a new one, which is stored with the charge. */
async function encrypting<T>(
  { deps, caller, write }: Encrypts,
  { key_id: answeredId }: { readonly key_id?: string },
  run: (facts: Encrypting) => Promise<T>,
): Promise<T> {
  if (answeredId === undefined) {
    const key = await newStorageKey(deps, caller);
    const answer = await run({ key: sealingKey(key), answeredId: key.id });
    await deps.provenance.recording((append) => write((db) => storeKey(db, deps, append, caller, key)));
    return answer;
  }
  const key = await usableKey(deps, caller, answeredId);
  const answer = await run({ key: sealingKey(key), answeredId });
  await usableKey(deps, caller, answeredId);
  return answer;
}

/**
 * A key of the project with its seed, which the caller wipes. Of another project's key there is nothing to be told: its
 * ciphertext is INVALID_CIPHERTEXT (S22), its id beside any other ciphertext NOT_FOUND (S1).
 */
async function openingKey(deps: Needs, caller: Caller, { keyId, carriedId }: OpeningChoice): Promise<OpeningKey> {
  const key = await findStorageKey(deps.db, caller.projectId, storedKeyId(keyId));
  if (key === null) {
    throw carriedId === storedKeyId(keyId) ? invalidCiphertext('ciphertext_b64') : noSuchKey();
  }
  requireUsable(key);
  const seed = deps.vault.open(storageKeyPlace(key), key.envelope);
  if (seed === null) throw new TypeError(`internal: the storage key ${key.id} does not open`);
  return { projectId: key.projectId, id: key.id, seed };
}

async function usableKey({ db }: Needs, { projectId }: Caller, keyId: string): Promise<StoredStorageKey> {
  const key = await findStorageKey(db, projectId, storedKeyId(keyId));
  if (key === null) throw noSuchKey();
  requireUsable(key);
  return key;
}

function requireUsable({ revokedAt }: StoredStorageKey): void {
  if (revokedAt !== null) throw new ApiError('KEY_REVOKED');
}

function noSuchKey(): ApiError {
  return new ApiError('NOT_FOUND', 'This project has no storage key with this id.');
}

function sealingKey({ id, projectId, publicKey }: StorageKey) {
  return { id, projectId, publicKey };
}

/** Stores a new key with the first event of its history, by which it is missed where it is taken away. */
async function storeKey(db: Db, { clock }: Needs, append: Append, caller: Caller, key: StorageKey): Promise<void> {
  const { id: keyId, projectId } = key;
  const at = clock();
  await insertStorageKey(db, key, at);
  await append(db, { event: 'created', projectId, keyId, actor: keyActor(caller), at, details: {} });
}

/** A new key, its seed sealed; not stored yet. */
async function newStorageKey({ vault, random }: Needs, { projectId }: Caller): Promise<StorageKey> {
  const { publicKey, secretKey } = await kem.generateKeyPair(STORAGE_KEM);
  try {
    const name = { id: newId('key', random), projectId };
    return { ...name, publicKey, envelope: vault.seal(storageKeyPlace(name), secretKey) };
  } finally {
    wipe(secretKey);
  }
}
