/** What the service asserts about itself (S5): signs bodies with the current `service` set, and verifies them again. */
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import type { SignatureVerifier, Signer } from '@touchstone/core/sign/family.ts';
import { signStatement } from '@touchstone/core/sign/sign-statement.ts';
import { STATEMENT_ALGORITHM, type StatementKind, verifyStatement } from '@touchstone/core/sign/statement.ts';
import type { KeySets } from './key-sets.ts';

export interface StatementSigner {
  /** The set under which `sign` signs; bodies may name it. */
  readonly keySetId: string;
  /** The signature in base64 over a body without its own signature member. */
  sign(kind: StatementKind, body: JsonObject): Promise<string>;
}

export interface Statements {
  /**
   * Opens the secret key for one action. A transaction belongs inside the action, not around it: the key comes from the
   * database, which has one connection.
   */
  signing<T>(action: (signer: StatementSigner) => Promise<T>): Promise<T>;
  /** A verifier under the sets of now, for many statements. It looks the set up by its id. */
  verifier(): Promise<StatementVerifier>;
}

export type StatementVerifier = (
  kind: StatementKind,
  body: JsonObject,
  signature: string,
  keySetId: string,
) => Promise<boolean>;

export function createStatements(
  keySets: Pick<KeySets, 'withSecrets' | 'verifying'>,
  signer: Pick<Signer, 'sign'> & SignatureVerifier,
): Statements {
  return {
    signing(action) {
      return keySets.withSecrets('service', (keySet, secretKeys) => {
        const secretKey = secretKeys.get(STATEMENT_ALGORITHM);
        if (secretKey === undefined) throw new TypeError('internal: the service set lacks ML-DSA-65');
        return action({
          keySetId: keySet.keyset_id,
          sign: (kind, body) => signStatement(kind, body, secretKey, signer),
        });
      });
    },

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
