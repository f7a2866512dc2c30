import { CheckList } from '@touchstone/core/artifact/checks.ts';
import type { VerificationReport } from '@touchstone/core/artifact/report.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';

/** The report on a name that led to no readable file: an input error like every other, so that no file is silently left out. */
export function unreadable(
  kind: VerificationReport['kind'],
  fault: string,
  about: { readonly fileName: string; readonly now: number; readonly product: VerificationReport['verifier'] },
): VerificationReport {
  const checks = new CheckList();
  checks.add('format', 'read', { status: 'failed', sentence: fault, reason: 'FORMAT' });
  return {
    kind,
    outcome: 'INPUT_ERROR',
    exit_code: 2,
    code: 'FORMAT',
    sentence: fault,
    claimed_verdict: null,
    summary_bound: false,
    demo: false,
    checks: checks.all,
    signatures: {},
    not_covered: [],
    file: { name: about.fileName, size: 0, sha256: 'not computed', sha3_384: 'not computed' },
    verifier: about.product,
    verified_at: formatIsoTime(about.now),
  };
}
