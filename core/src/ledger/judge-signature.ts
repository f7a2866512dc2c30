import { heldEditions, revocationOf } from '../keys/editions.ts';
import { withOwnSets } from '../keys/join-trust.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { STATEMENT_ALGORITHM, verifyStatement } from '../sign/statement.ts';
import { parseIsoTime } from '../time.ts';
import { doubtAbout } from '../verdict/trust-used.ts';
import { headerBody } from './block.ts';
import type { JudgeSignature } from './verify-chain.ts';

/**
 * Judges headers under the given sets of use `service`, at the time that each header states (decisions 12.7, 12.13, 12.15).
 * How the editions of a line follow each other is taken from these sets and from the trust store together.
 *
 * @param now milliseconds since 1970
 */
export function judgeUnder(
  keySets: readonly KeySet[],
  trust: Trust,
  verifier: SignatureVerifier,
  now: number,
): JudgeSignature {
  const given = new Set(keySets.map(({ fingerprint }) => fingerprint));
  const joined = withOwnSets(
    trust,
    keySets.map((key_set) => ({ key_set, state: 'current' })),
  );
  const known = heldEditions(joined).flatMap((edition) => {
    const { keySet } = edition;
    const key = keySet.keys.find((candidate) => algorithmOf(candidate) === STATEMENT_ALGORITHM);
    if (!given.has(keySet.fingerprint) || keySet.use !== 'service' || key === undefined) return [];
    const isRevoked = revocationOf(trust, keySet, key) !== undefined;
    return [{ edition, id: keySet.keyset_id, publicKey: publicKeyBytes(key), isRevoked }];
  });
  return async (header, signature) => {
    const named = known.filter(({ id }) => id === header.keyset_id);
    if (named.length === 0) return 'SIGNER_NOT_TRUSTED';
    const body = headerBody(header);
    const at = parseIsoTime(header.created_at) ?? Number.NaN;
    for (const { edition, publicKey, isRevoked } of named) {
      if (!(await verifyStatement('ledger-header', body, signature, publicKey, verifier))) continue;
      return doubtAbout(edition, isRevoked, at, now) ?? 'valid';
    }
    return 'invalid';
  };
}
