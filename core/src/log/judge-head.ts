/** The checks of a signed tree head: a statement of a trusted `service` set, valid at the head's time. */

import { heldById, revocationOf } from '../keys/editions.ts';
import { algorithmOf, publicKeyBytes } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { STATEMENT_ALGORITHM, verifyStatement } from '../sign/statement.ts';
import { parseIsoTime } from '../time.ts';
import type { CheckList } from '../verdict/checks.ts';
import { checkClock, checkPeriod, checkRevocation, standingAt, type UsedEdition } from '../verdict/trust-used.ts';
import { logHeadBody, type SignedLogHead } from './head.ts';

export interface HeadJudge {
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
}

export interface JudgedHead {
  readonly isTrusted: boolean;
  readonly isDemo: boolean;
  readonly used: readonly UsedEdition[];
}

/** Like `checkHead`, for a head that stands alone: adds `validity.<name>_signed_at` too (S41). `now`: milliseconds since 1970. */
export function checkNewHead(
  head: SignedLogHead,
  name: string,
  options: HeadJudge & { readonly now: number },
  checks: CheckList,
): Promise<JudgedHead> {
  checkClock('The tree head', parseIsoTime(head.timestamp) ?? 0, options.now, `${name}_signed_at`, checks);
  return checkHead(head, name, options, checks);
}

/** Adds `signature.<name>`, `trust.<name>_key_set`, `trust.<name>_revocation` and `validity.<name>_key_period`. */
export async function checkHead(
  head: SignedLogHead,
  name: string,
  { trust, verifier }: HeadJudge,
  checks: CheckList,
): Promise<JudgedHead> {
  const expected = `a trusted key set ${head.keyset_id} of use service`;
  const candidates = heldById(trust, head.keyset_id).flatMap((edition) => {
    const { keySet } = edition;
    const key = keySet.keys.find((one) => algorithmOf(one) === STATEMENT_ALGORITHM);
    return keySet.use === 'service' && key !== undefined ? [{ edition, keySet, key }] : [];
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
    return { isTrusted: false, isDemo: false, used: [] };
  }
  const body = logHeadBody(head);
  for (const { edition, keySet, key } of candidates) {
    if (!(await verifyStatement('log-head', body, head.signature, publicKeyBytes(key), verifier))) continue;
    checks.add('signature', name, { status: 'passed', sentence: `${STATEMENT_ALGORITHM}: the tree head is signed.` });
    checks.add('trust', `${name}_key_set`, {
      status: 'passed',
      sentence: 'A trusted key set signed the tree head.',
      expected,
      found: `${keySet.keyset_id}, edition ${keySet.serial}, fingerprint ${keySet.fingerprint}`,
    });
    const isGone = revocationOf(trust, keySet, key) !== undefined;
    checkRevocation(trust, isGone ? [STATEMENT_ALGORITHM] : [], `${name}_revocation`, checks);
    const at = parseIsoTime(head.timestamp) ?? Number.NaN;
    checkPeriod({ edition, at, basis: 'at the time of the tree head' }, `${name}_key_period`, checks);
    return {
      isTrusted: !isGone && standingAt(edition, at) === 'valid',
      isDemo: keySet.demo === true,
      used: [{ edition, boundAt: at }],
    };
  }
  checks.add('signature', name, {
    status: 'failed',
    sentence: 'The signature of the tree head does not verify under the trusted key set.',
    reason: 'SIGNATURE_INVALID',
  });
  checks.skip('trust', `${name}_key_set`, 'Whether the signer of the tree head is trusted.', `signature.${name}`);
  return { isTrusted: false, isDemo: false, used: [] };
}
