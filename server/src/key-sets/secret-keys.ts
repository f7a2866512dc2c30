/** The secret keys of key sets: sealed at rest, opened for one use at a time and wiped after it. */
import { wipe } from '@touchstone/core/bytes.ts';
import type { SecretKeys } from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Db } from '../store/engine.ts';
import type { Place, Vault } from '../vault/envelope.ts';
import { findSecret } from './store.ts';

export interface SecretKeyStore {
  /** The envelopes to store beside a set; the secret keys stay the caller's to wipe. */
  seal(keySet: KeySet, secretKeys: SecretKeys): readonly SealedSecretKey[];
  /** Hands out the secret keys of a set by kid, all or those of the stated algorithms, and wipes them afterwards. */
  open<T>(keySet: KeySet, action: (secretKeys: SecretKeys) => Promise<T>, only?: readonly string[]): Promise<T>;
}

export interface SealedSecretKey {
  readonly kid: string;
  readonly envelope: Uint8Array;
}

/** Where the secret key of this kid is sealed: under another place it does not open. */
export function secretKeyPlace(fingerprint: string, kid: string): Place {
  return { kind: 'key-set', project: '', object: fingerprint, column: kid, version: 1 };
}

export function createSecretKeyStore(db: Db, vault: Vault): SecretKeyStore {
  async function openInto(
    secretKeys: Map<string, Uint8Array>,
    keySet: KeySet,
    only?: readonly string[],
  ): Promise<void> {
    for (const key of keySet.keys) {
      if (only !== undefined && !only.includes(algorithmOf(key))) continue;
      const box = await findSecret(db, keySet.fingerprint, key.kid);
      const secret = box === null ? null : vault.open(secretKeyPlace(keySet.fingerprint, key.kid), box);
      if (secret === null) throw new TypeError(`internal: a secret key of ${keySet.keyset_id} does not open`);
      secretKeys.set(key.kid, secret);
    }
  }

  return {
    seal({ fingerprint }, secretKeys) {
      return [...secretKeys].map(([kid, secret]) => ({
        kid,
        envelope: vault.seal(secretKeyPlace(fingerprint, kid), secret),
      }));
    },

    async open(keySet, action, only) {
      const secretKeys = new Map<string, Uint8Array>();
      try {
        await openInto(secretKeys, keySet, only);
        return await action(secretKeys);
      } finally {
        wipe(...secretKeys.values());
      }
    },
  };
}

/** The same secret keys by algorithm. */
export function byAlgorithm(keySet: KeySet, secretKeys: SecretKeys): ReadonlyMap<string, Uint8Array> {
  const named = keySet.keys.flatMap((key) => {
    const secret = secretKeys.get(key.kid);
    return secret === undefined ? [] : [[algorithmOf(key), secret] as const];
  });
  return new Map(named);
}
