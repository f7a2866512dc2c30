/** The checks of a signed tree head: a statement of a trusted `service` set, valid at the head's time. */
import type { CheckList } from '../artifact/checks.ts';
import { algorithmOf, publicKeyBytes } from '../keys/key-set.ts';
import { isRevoked, type TrustStore } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { STATEMENT_ALGORITHM, verifyStatement } from '../sign/statement.ts';
import { parseIsoTime } from '../time.ts';
import { logHeadBody, type SignedLogHead } from './head.ts';

export interface HeadJudge {
  readonly trust: TrustStore;
  readonly verifier: SignatureVerifier;
}

export interface JudgedHead {
  readonly isTrusted: boolean;
  readonly isDemo: boolean;
}

/** Adds `signature.<name>`, `trust.<name>_key_set`, `trust.<name>_revocation` and `validity.<name>_key_period`. */
export async function checkHead(
  head: SignedLogHead,
  name: string,
  { trust, verifier }: HeadJudge,
  checks: CheckList,
): Promise<JudgedHead> {
  const expected = `a trusted key set ${head.keyset_id} of use service`;
  const candidates = trust.key_sets.flatMap(({ key_set: keySet }) => {
    const key = keySet.keys.find((one) => algorithmOf(one) === STATEMENT_ALGORITHM);
    return keySet.use === 'service' && keySet.keyset_id === head.keyset_id && key !== undefined
      ? [{ keySet, key }]
      : [];
  });
  if (candidates.length === 0) {
    checks.skip('signature', name, 'The signature of the tree head.', `trust.${name}_key_set`);
    const sentence = 'No trusted key set has the id that the tree head states.';
    checks.add('trust', `${name}_key_set`, {
      status: 'pending',
      sentence,
      expected,
      found: 'none',
      reason: 'SIGNER_NOT_TRUSTED',
    });
    return { isTrusted: false, isDemo: false };
  }
  const body = logHeadBody(head);
  for (const { keySet, key } of candidates) {
    if (!(await verifyStatement('log-head', body, head.signature, publicKeyBytes(key), verifier))) continue;
    checks.add('signature', name, { status: 'passed', sentence: `${STATEMENT_ALGORITHM}: the tree head is signed.` });
    checks.add('trust', `${name}_key_set`, {
      status: 'passed',
      sentence: 'A trusted key set signed the tree head.',
      expected,
      found: `${keySet.keyset_id}, serial ${keySet.serial}, fingerprint ${keySet.fingerprint}`,
    });
    const isGone = isRevoked(trust, key);
    checks.add('trust', `${name}_revocation`, {
      ...(isGone
        ? { status: 'pending', sentence: 'The key that signed the tree head is revoked.', reason: 'KEY_REVOKED' }
        : { status: 'passed', sentence: 'The key that signed the tree head is not revoked.' }),
      expected: 'no revocation of a key that signed',
      found: isGone ? STATEMENT_ALGORITHM : 'none',
    });
    const time = parseIsoTime(head.timestamp) ?? Number.NaN;
    const isInPeriod = time >= (parseIsoTime(keySet.not_before) ?? 0) && time <= (parseIsoTime(keySet.not_after) ?? 0);
    checks.add('validity', `${name}_key_period`, {
      ...(isInPeriod
        ? { status: 'passed', sentence: 'The key set was valid at the time of the tree head.' }
        : {
            status: 'pending',
            sentence: 'The key set was not valid at the time of the tree head.',
            reason: 'KEY_NOT_VALID',
          }),
      expected: `${keySet.not_before} to ${keySet.not_after}`,
      found: head.timestamp,
    });
    return { isTrusted: !isGone && isInPeriod, isDemo: keySet.demo === true };
  }
  checks.add('signature', name, {
    status: 'failed',
    sentence: 'The signature of the tree head does not verify under the trusted key set.',
    reason: 'SIGNATURE_INVALID',
  });
  checks.skip('trust', `${name}_key_set`, 'Whether the signer of the tree head is trusted.', `signature.${name}`);
  return { isTrusted: false, isDemo: false };
}
