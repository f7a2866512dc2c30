/** Verifying a submitted grade: arithmetic, proof and signatures, by the verifier that everybody has, in a worker. */
import { api } from '@touchstone/core/api/api.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { canonicalBytes } from '@touchstone/core/canonical-json.ts';
import { verifyGrade } from '@touchstone/core/grade/verify.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { firstFailed, firstPending } from '@touchstone/core/verdict/conclusion.ts';
import type { AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { ApiError, invalid } from '../frame/errors.ts';
import { jobsOf, type Work } from '../frame/work.ts';

type Create = typeof api.receipts.grades.create;

export interface GradeFacts {
  /** The trust store with the service's own sets. */
  readonly trust: Trust;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export interface VerifiedGrade {
  /** The record in the order of its members, JSON. */
  readonly submitted: string;
  /** SHA3-256 of the record, whatever the order of its members. */
  readonly hash: Uint8Array;
  readonly signer: { readonly keyset_id: string; readonly fingerprint: string };
}

export const gradeWork: Work<Create, null, GradeFacts, VerifiedGrade> = {
  operation: api.receipts.grades.create,
  choose: () => null,
  async run(body, { trust, now }, { signer: verifier }) {
    const submitted = JSON.stringify(body);
    const options = { fileName: 'grade', trust, verifier, now, product: PRODUCT };
    const report = await verifyGrade(utf8(submitted), options);
    const [set] = report.trust.key_sets;
    if (report.outcome !== 'VERIFIED' || set === undefined) throw refusalOf(report);
    const hash = sha3_256(canonicalBytes(body));
    return { submitted, hash, signer: { keyset_id: set.keyset_id, fingerprint: set.fingerprint } };
  },
  isHeavy: () => true,
};

export const jobs = jobsOf(gradeWork);

/** The members that checks are about. */
const FIELDS: Readonly<Record<string, string>> = {
  'integrity.score': 'score',
  'integrity.grade': 'grade',
  'integrity.commitment': 'value_commitment',
  'integrity.proof': 'proof',
  'validity.graded_at': 'date',
};

function refusalOf({ checks, code, outcome }: AgentReport): Error {
  const check = outcome === 'PENDING' ? firstPending(checks) : firstFailed(checks);
  if (check === undefined || code === 'INTERNAL')
    return new TypeError('internal: a grade was refused without a reason');
  if (code === 'KEY_REVOKED') return new ApiError('KEY_REVOKED', 'A key that signed the grade has been revoked.');
  const [, member] = /^format\.schema\.(.+)$/.exec(check.id) ?? [];
  return invalid(member ?? FIELDS[check.id] ?? 'signature', check.sentence);
}
