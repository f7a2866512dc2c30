/** What the service asserts about itself (S5): signs bodies with the current `service` set, and verifies them again. */
import { algorithmOf, type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import type { SignatureVerifier, Signer } from '@touchstone/core/sign/family.ts';
import { signStatement } from '@touchstone/core/sign/sign-statement.ts';
import {
  STATEMENT_ALGORITHM,
  type StatementBody,
  type StatementKind,
  verifyStatement,
} from '@touchstone/core/sign/statement.ts';
import { createLeases } from '../vault/lease.ts';
import type { KeySets } from './key-sets.ts';

export interface StatementSigner {
  /** The set under which `sign` signs; bodies may name it. */
  readonly keySetId: string;
  /** The signature in base64 over a body without its own signature member. */
  sign(kind: StatementKind, body: StatementBody): Promise<string>;
}

/** The key by which the service makes statements, away from the event loop. */
export interface LentKey {
  readonly keySetId: string;
  /** ML-DSA-65 seed. */
  readonly secretKey: Uint8Array;
}

/** Signs with a key that was lent. */
export function lentSigner({ keySetId, secretKey }: LentKey, signer: Pick<Signer, 'sign'>): StatementSigner {
  return { keySetId, sign: (kind, body) => signStatement(kind, body, secretKey, signer) };
}

export interface Statements {
  /**
   * Opens the secret key for one action, or for those that are under way together. A transaction belongs inside the action, not around it: the key comes from the
   * database, which has one connection.
   */
  signing<T>(action: (signer: StatementSigner) => Promise<T>): Promise<T>;
  /** As `signing`, with the key of the set of this id, current or retired: for bodies that name it already. */
  signingAs<T>(keySetId: string, action: (signer: StatementSigner) => Promise<T>): Promise<T>;
  /** Lends the secret key itself to one action, for what is signed in a worker, which gets a copy and wipes it. */
  lending<T>(action: (key: LentKey) => Promise<T>): Promise<T>;
  /** A verifier under the sets of now, for many statements. It looks the set up by its id. */
  verifier(): Promise<StatementVerifier>;
}

export type StatementVerifier = (
  kind: StatementKind,
  body: StatementBody,
  signature: string,
  keySetId: string,
) => Promise<boolean>;

/** The key of the current set while it is lent: `close` gives it back to the key sets, which wipe it. */
interface OpenedKey {
  readonly signer: Promise<StatementSigner>;
  close(): void;
}

export function createStatements(
  keySets: Pick<KeySets, 'withSecrets' | 'verifying'>,
  signer: Pick<Signer, 'sign'> & SignatureVerifier,
): Statements {
  const leases = createLeases<OpenedKey>(({ close }) => close());

  function lending<T>(action: (key: LentKey) => Promise<T>, keySetId?: string): Promise<T> {
    return keySets.withSecrets(
      'service',
      (keySet, secretKeys) => {
        const secretKey = secretKeys.get(STATEMENT_ALGORITHM);
        if (secretKey === undefined) throw new TypeError('internal: the service set lacks ML-DSA-65');
        return action({ keySetId: keySet.keyset_id, secretKey });
      },
      [STATEMENT_ALGORITHM],
      keySetId,
    );
  }

  function openKey(): OpenedKey {
    const ready = Promise.withResolvers<StatementSigner>();
    const closed = Promise.withResolvers<void>();
    const lent = lending((key) => {
      ready.resolve(lentSigner(key, signer));
      return closed.promise;
    });
    // Whoever waits for the key hears of it.
    lent.catch(ready.reject);
    return { signer: ready.promise, close: closed.resolve };
  }

  return {
    signing: (action) => leases.lend(async (borrow) => action(await borrow('current', openKey).signer)),

    signingAs: (keySetId, action) => lending((key) => action(lentSigner(key, signer)), keySetId),

    lending: (action) => lending(action),

    async verifier() {
      const sets = await keySets.verifying('service');
      return async (kind, body, signature, keySetId) => {
        const publicKey = statementKey(sets.find(({ keyset_id }) => keyset_id === keySetId));
        return publicKey !== null && verifyStatement(kind, body, signature, publicKey, signer);
      };
    },
  };
}

function statementKey(keySet: KeySet | undefined): Uint8Array | null {
  const key = keySet?.keys.find((candidate) => algorithmOf(candidate) === STATEMENT_ALGORITHM);
  return key === undefined ? null : publicKeyBytes(key);
}
