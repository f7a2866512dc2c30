/** Verifies what the service has stated, with the keys that the folder itself holds. */
import { algorithmOf, parseKeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import type { SignatureVerifier } from '@touchstone/core/sign/family.ts';
import { STATEMENT_ALGORITHM, verifyStatement } from '@touchstone/core/sign/statement.ts';
import { keySetRows } from '../key-sets/store.ts';
import type { Db } from '../store/engine.ts';
import type { StatementVerifier } from './statements.ts';

/** A verifier under all sets of use `service` that the folder holds. */
export async function statementVerifier(db: Db, signer: SignatureVerifier): Promise<StatementVerifier> {
  const publicKeys = await serviceKeys(db);
  return async (kind, body, signature, keySetId) => {
    const publicKey = publicKeys.get(keySetId);
    return publicKey !== undefined && verifyStatement(kind, body, signature, publicKey, signer);
  };
}

/** The ML-DSA-65 keys of the `service` sets by the id of their set. What a revoked one signed was recorded nevertheless. */
export async function serviceKeys(db: Db): Promise<ReadonlyMap<string, Uint8Array>> {
  const keys = new Map<string, Uint8Array>();
  for (const row of await keySetRows(db)) {
    const parsed = row.keyset_use === 'service' ? parseKeySet(row.document) : null;
    if (parsed?.ok !== true) continue;
    const key = parsed.keySet.keys.find((candidate) => algorithmOf(candidate) === STATEMENT_ALGORITHM);
    if (key !== undefined) keys.set(parsed.keySet.keyset_id, publicKeyBytes(key));
  }
  return keys;
}
