import { api } from '@touchstone/core/api/api.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { Clock } from '@touchstone/core/time.ts';
import { kem } from '../../crypto/kem.ts';
import type { Pieces } from '../../frame/body.ts';
import type { Caller } from '../../frame/caller.ts';
import { ApiError } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { JsonText } from '../../frame/json-text.ts';
import { storedKeyId } from '../../keys/managed-keys.ts';
import { findStorageKey, insertStorageKey, type StorageKey, type StoredStorageKey } from '../../storage/store.ts';
import {
  checkFieldNames,
  type DecryptBody,
  decryptAnswer,
  type EncryptBody,
  type Encrypting,
  encryptAnswer,
  fieldsAnswer,
  keyIdIn,
  type OpeningKey,
  type RotateBody,
  type Rotating,
  rotateAnswer,
  STORAGE_KEM,
  storageKeyPlace,
} from '../../storage/work.ts';
import type { Db } from '../../store/db.ts';
import type { Vault } from '../../vault/envelope.ts';
import type { RunJob } from '../../workers/pool.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly vault: Vault;
  readonly run: RunJob;
}

type Operations = typeof api.crypto.storage;
type Write = <T>(action: (db: Db) => Promise<T>) => Promise<T>;
type KeyChoice = Pick<EncryptBody, 'key_id'>;

/** Each field takes about a millisecond. */
const MOST_FIELDS_HERE = 4;

const { encrypt, encryptFields, decrypt, rotate } = api.crypto.storage;

export const storage = implement(api.crypto.storage)<Needs>(
  {
    async keygen({ deps, caller, write }) {
      const key = await newStorageKey(deps, caller);
      await write((db) => insertStorageKey(db, key, deps.clock()));
      return { key_id: key.id };
    },

    encrypt({ deps, caller, write }, { body }) {
      return encrypting(deps, caller, write, body, (facts) => encryptAnswer(body, facts, deps.random));
    },

    encryptFields({ deps, caller, write }, { body }) {
      checkFieldNames(body);
      return encrypting(deps, caller, write, body, async (facts) =>
        body.fields.length > MOST_FIELDS_HERE
          ? JsonText.ofBytes(await deps.run('encryptFields', { body, facts }))
          : fieldsAnswer(body, facts, deps.random),
      );
    },

    decrypt({ deps, caller }, { body }) {
      return decrypting(
        deps,
        caller,
        body,
        async () => keyIdIn(body),
        (key) => decryptAnswer(body, key),
      );
    },

    rotate({ deps, caller }, { body }) {
      return rotating(
        deps,
        caller,
        body,
        async () => keyIdIn(body),
        (facts) => rotateAnswer(body, facts, deps.random),
      );
    },
  },
  {
    async encrypt({ deps, caller, write }, _input, pieces) {
      const choice = await membersOf<KeyChoice>(deps, encrypt, pieces, ['key_id']);
      return encrypting(deps, caller, write, choice, async (facts) =>
        JsonText.ofBytes(await deps.run('encryptForStorage', { pieces, facts })),
      );
    },

    async encryptFields({ deps, caller, write }, _input, pieces) {
      const choice = await membersOf<KeyChoice>(deps, encryptFields, pieces, ['key_id']);
      return encrypting(deps, caller, write, choice, async (facts) =>
        JsonText.ofBytes(await deps.run('encryptFields', { body: pieces, facts })),
      );
    },

    async decrypt({ deps, caller }, _input, pieces) {
      const choice = await membersOf<Pick<DecryptBody, 'key_id'>>(deps, decrypt, pieces, ['key_id']);
      const carried = () => deps.run('storageKeyIn', { operation: decrypt.id, pieces });
      return decrypting(deps, caller, choice, carried, async (key) =>
        JsonText.ofBytes(await deps.run('decryptFromStorage', { pieces, key })),
      );
    },

    async rotate({ deps, caller }, _input, pieces) {
      const names = ['old_key_id', 'new_key_id'] satisfies (keyof RotateBody)[];
      const choice = await membersOf<Omit<RotateBody, 'ciphertext_b64'>>(deps, rotate, pieces, names);
      const carried = () => deps.run('storageKeyIn', { operation: rotate.id, pieces });
      return rotating(deps, caller, choice, carried, async (facts) =>
        JsonText.ofBytes(await deps.run('rotateStored', { pieces, facts })),
      );
    },
  },
);

/** Everything of a large body but what is large. The worker has held it against the contract from which `T` comes. */
async function membersOf<T>(
  deps: Needs,
  { id }: Operations[keyof Operations],
  pieces: Pieces,
  names: readonly (keyof T & string)[],
): Promise<T> {
  return (await deps.run('readMembers', { operation: id, pieces, names })) as T;
}

/** Encrypts under the key that the body names, or under a new one, which is stored with the charge. */
async function encrypting<T>(
  deps: Needs,
  caller: Caller,
  write: Write,
  { key_id: answeredId }: KeyChoice,
  work: (facts: Encrypting) => Promise<T>,
): Promise<T> {
  if (answeredId === undefined) {
    const key = await newStorageKey(deps, caller);
    const answer = await work({ key: sealingKey(key), answeredId: key.id });
    await write((db) => insertStorageKey(db, key, deps.clock()));
    return answer;
  }
  const key = await usableKey(deps, caller, answeredId);
  const answer = await work({ key: sealingKey(key), answeredId });
  await usableKey(deps, caller, answeredId);
  return answer;
}

async function decrypting<T>(
  deps: Needs,
  caller: Caller,
  { key_id: keyId }: Pick<DecryptBody, 'key_id'>,
  carriedId: () => Promise<string | null>,
  work: (key: OpeningKey) => Promise<T>,
): Promise<T> {
  const key = await openingKey(deps, caller, keyId, carriedId);
  try {
    const answer = await work(key);
    // A key that was revoked meanwhile is refused.
    await usableKey(deps, caller, keyId);
    return answer;
  } finally {
    wipe(key.seed);
  }
}

async function rotating<T>(
  deps: Needs,
  caller: Caller,
  { old_key_id: oldId, new_key_id: newId }: Omit<RotateBody, 'ciphertext_b64'>,
  carriedId: () => Promise<string | null>,
  work: (facts: Rotating) => Promise<T>,
): Promise<T> {
  const from = await openingKey(deps, caller, oldId, carriedId);
  try {
    const to = sealingKey(await usableKey(deps, caller, newId));
    const answer = await work({ from, to });
    await usableKey(deps, caller, oldId);
    await usableKey(deps, caller, newId);
    return answer;
  } finally {
    wipe(from.seed);
  }
}

/**
 * A key of the project with its seed, which the caller wipes. Of another project's key there is nothing to be told: its
 * ciphertext is INVALID_CIPHERTEXT (S22), its id beside any other ciphertext NOT_FOUND (S1).
 */
async function openingKey(
  deps: Needs,
  caller: Caller,
  keyId: string,
  carriedId: () => Promise<string | null>,
): Promise<OpeningKey> {
  const key = await findStorageKey(deps.db, caller.projectId, storedKeyId(keyId));
  if (key === null) {
    throw (await carriedId()) === storedKeyId(keyId) ? new ApiError('INVALID_CIPHERTEXT') : noSuchKey();
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
  return new ApiError('NOT_FOUND', 'This project has no storage key of this id.');
}

function sealingKey({ id, projectId, publicKey }: StorageKey) {
  return { id, projectId, publicKey };
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
