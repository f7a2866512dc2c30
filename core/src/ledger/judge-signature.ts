import { revocationOf } from '../keys/editions.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { STATEMENT_ALGORITHM, verifyStatement } from '../sign/statement.ts';
import { parseIsoTime } from '../time.ts';
import { headerBody } from './block.ts';
import type { JudgeSignature } from './verify-chain.ts';

/**
 * Judges headers under given sets: only those of use `service` count, for revoked keys nobody vouches, and the header's time
 * must lie in the validity of its set.
 */
export function judgeUnder(keySets: readonly KeySet[], trust: Trust, verifier: SignatureVerifier): JudgeSignature {
  const known = keySets.flatMap((keySet) => {
    const key = keySet.keys.find((candidate) => algorithmOf(candidate) === STATEMENT_ALGORITHM);
    if (keySet.use !== 'service' || key === undefined) return [];
    const from = parseIsoTime(keySet.not_before) ?? Number.POSITIVE_INFINITY;
    const until = parseIsoTime(keySet.not_after) ?? Number.NEGATIVE_INFINITY;
    return [
      {
        id: keySet.keyset_id,
        from,
        until,
        publicKey: publicKeyBytes(key),
        isRevoked: revocationOf(trust, keySet, key) !== undefined,
      },
    ];
  });
  return async (header, signature) => {
    const named = known.filter(({ id, isRevoked }) => id === header.keyset_id && !isRevoked);
    if (named.length === 0) return 'untrusted';
    const at = parseIsoTime(header.created_at) ?? Number.NaN;
    for (const { from, until, publicKey } of named) {
      const isValidThen = at >= from && at <= until;
      if (isValidThen && (await verifyStatement('ledger-header', headerBody(header), signature, publicKey, verifier))) {
        return 'valid';
      }
    }
    return 'invalid';
  };
}
