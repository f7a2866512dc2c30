/** The checks of one statement of a service: signed under a trusted `service` set, valid at the statement's time. */

import type { JsonObject } from '../canonical-json.ts';
import { heldById, revocationOf } from '../keys/editions.ts';
import { algorithmOf, publicKeyBytes } from '../keys/key-set.ts';
import type { Trust } from '../keys/trust.ts';
import type { SignatureVerifier } from '../sign/family.ts';
import { STATEMENT_ALGORITHM, type StatementKind, verifyStatement } from '../sign/statement.ts';
import { parseIsoTime } from '../time.ts';
import type { CheckList } from './checks.ts';
import { checkPeriod, checkRevocation, standingAt, type UsedEdition } from './trust-used.ts';
import type { SlotReport } from './verification-report.ts';

export interface StatementJudge {
  readonly trust: Trust;
  readonly verifier: SignatureVerifier;
}

export interface StatedBody {
  readonly kind: StatementKind;
  /** What it is, for people: "tree head". */
  readonly what: string;
  readonly body: JsonObject;
  /** Base64. */
  readonly signature: string;
  readonly keysetId: string;
  /** When it was made: ISO 8601, as it states itself. */
  readonly statedAt: string;
}

export interface JudgedStatement {
  readonly isTrusted: boolean;
  readonly isDemo: boolean;
  readonly used: readonly UsedEdition[];
}

/** How the signature of the record in a file stands; `checkStatement` has judged it under the name `record`. */
export function recordSlot({ isTrusted }: JudgedStatement, checks: CheckList): SlotReport {
  const algorithm = STATEMENT_ALGORITHM;
  if (checks.has('signature.record', 'failed')) {
    return { status: 'invalid', algorithm, reason: 'The record is not signed by the trusted key set that it names.' };
  }
  if (isTrusted) return { status: 'valid', algorithm };
  return { status: 'untrusted', algorithm, reason: 'No trusted and valid key set stands behind the record.' };
}

/** Adds `signature.<name>`, `trust.<name>_key_set`, `trust.<name>_revocation` and `validity.<name>_key_period`. */
export async function checkStatement(
  { kind, what, body, signature, keysetId, statedAt }: StatedBody,
  name: string,
  { trust, verifier }: StatementJudge,
  checks: CheckList,
): Promise<JudgedStatement> {
  const expected = `a trusted key set ${keysetId} of use service`;
  const candidates = heldById(trust, keysetId).flatMap((edition) => {
    const { keySet } = edition;
    const key = keySet.keys.find((one) => algorithmOf(one) === STATEMENT_ALGORITHM);
    return keySet.use === 'service' && key !== undefined ? [{ edition, keySet, key }] : [];
  });
  if (candidates.length === 0) {
    checks.skip('signature', name, `The signature of the ${what}.`, `trust.${name}_key_set`);
    const sentence = `No trusted key set has the id that the ${what} states.`;
    checks.add('trust', `${name}_key_set`, {
      status: 'pending',
      sentence,
      expected,
      found: 'none',
      reason: 'SIGNER_NOT_TRUSTED',
    });
    return { isTrusted: false, isDemo: false, used: [] };
  }
  for (const { edition, keySet, key } of candidates) {
    if (!(await verifyStatement(kind, body, signature, publicKeyBytes(key), verifier))) continue;
    checks.add('signature', name, { status: 'passed', sentence: `${STATEMENT_ALGORITHM}: the ${what} is signed.` });
    checks.add('trust', `${name}_key_set`, {
      status: 'passed',
      sentence: `A trusted key set signed the ${what}.`,
      expected,
      found: `${keySet.keyset_id}, edition ${keySet.serial}, fingerprint ${keySet.fingerprint}`,
    });
    const isGone = revocationOf(trust, keySet, key) !== undefined;
    checkRevocation(trust, isGone ? [STATEMENT_ALGORITHM] : [], `${name}_revocation`, checks);
    const at = parseIsoTime(statedAt) ?? Number.NaN;
    checkPeriod({ edition, at, basis: `at the time of the ${what}` }, `${name}_key_period`, checks);
    return {
      isTrusted: !isGone && standingAt(edition, at) === 'valid',
      isDemo: keySet.demo === true,
      used: [{ edition, boundAt: at }],
    };
  }
  checks.add('signature', name, {
    status: 'failed',
    sentence: `The signature of the ${what} does not verify under the trusted key set.`,
    reason: 'SIGNATURE_INVALID',
  });
  checks.skip('trust', `${name}_key_set`, `Whether the signer of the ${what} is trusted.`, `signature.${name}`);
  return { isTrusted: false, isDemo: false, used: [] };
}
