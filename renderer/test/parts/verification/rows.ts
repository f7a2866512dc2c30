/** Rows, reports and key sets for tests, with every member that the test does not name at a plain value. */

import { type KeySet, sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { NOTHING_TRUSTED } from '@touchstone/core/verdict/trust-used.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import type { Row } from '../../../src/parts/verification/batch.ts';
import type { RowFacts } from '../../../src/parts/verification/messages.ts';

export function rowFacts(facts: Partial<RowFacts> = {}): RowFacts {
  return {
    outcome: 'VERIFIED',
    code: null,
    sentence: 'All contents are intact.',
    subject: 'Subject',
    issuer: 'Touchstone Authority',
    principal: 'principal',
    cycle: '2026-Q4-001',
    claimedVerdict: 'VERIFIED',
    demo: false,
    ...NOTHING_TRUSTED,
    durationMs: 5,
    ...facts,
  };
}

export function row(id: number, facts: Partial<RowFacts> | null = {}, members: Partial<Row> = {}): Row {
  return {
    id,
    name: `file-${id}.pqv.json`,
    size: 1000 + id,
    status: facts === null ? 'queued' : 'done',
    facts: facts === null ? null : rowFacts(facts),
    message: null,
    packedReport:
      facts === null ? null : new TextEncoder().encode(JSON.stringify({ outcome: facts.outcome ?? 'VERIFIED' })),
    ...members,
  };
}

export function report(members: Partial<VerificationReport> = {}): VerificationReport {
  return {
    kind: 'artifact',
    outcome: 'VERIFIED',
    exit_code: 0,
    sentence: 'All contents are intact.',
    claimed_verdict: 'VERIFIED',
    summary_bound: true,
    demo: false,
    ...NOTHING_TRUSTED,
    checks: [],
    signatures: {},
    not_covered: [],
    file: { name: 'a.pqv.json', size: 2, sha256: '', sha3_384: '' },
    verifier: { name: 'Touchstone', version: '0' },
    verified_at: '2026-01-01T00:00:00.000Z',
    ...members,
  };
}

export function keySet(): KeySet {
  return sealKeySet({
    keyset_id: 'k',
    issuer: 'Touchstone Authority',
    principal: 'p',
    use: 'artifact',
    serial: 1,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2027-01-01T00:00:00.000Z',
    keys: [],
  });
}
