import { PILLARS } from '@touchstone/core/artifact/artifact.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { describe, expect, it } from 'vitest';
import { type AttestJob, attestationMembers, runIssueJob } from '../../../../src/pages/issue/artifacts/issue-jobs.ts';
import { failedPillars, resultOf } from '../../../../src/pages/issue/artifacts/prepared.ts';

const signatures = createSignatureProvider([], systemRandom);
const SELF_TEST = {
  algorithm: 'FALCON-1024',
  signature_length: 1280,
  own_signature_accepted: true,
  changed_signature_refused: true,
  changed_message_refused: true,
} as const;
const JOB: AttestJob = {
  kind: 'attest',
  cycleId: '2026-Q4-001',
  issuedAt: Date.UTC(2026, 10, 24),
  issuer: { name: 'Touchstone Authority', principal: 'office.example' },
  subject: { name: 'Pump 7', category: 'release' },
  humanSummary: { claim: 'It holds.', evidence_summary: 'All of it.' },
  keySet: null,
  evidence: { items: [{ name: 'a.txt', size: 1, sha256: 'a'.repeat(64), sha3_384: 'b'.repeat(96) }], supplied: {} },
  selfTests: [SELF_TEST],
};

async function attest(changes: Partial<AttestJob> = {}) {
  const result = await runIssueJob({ ...JOB, ...changes }, signatures);
  if (!('attestations' in result)) throw new TypeError('another result');
  return result;
}

describe('the attestations of a new artifact', () => {
  it('are five that pass, each under the name that the artifact has for it', async () => {
    const attested = await attest();
    expect(PILLARS.map((pillar) => resultOf(attested.attestations[pillar]))).toEqual(Array(5).fill('passed'));
    expect([attested.refusal, attested.personalData]).toEqual([null, []]);
    expect(Object.keys(attestationMembers(attested.attestations))).toEqual(
      PILLARS.map((pillar) => `${pillar}_attestation`),
    );
  });

  it('fail for personal data, which is found by its text; that refuses nothing', async () => {
    const attested = await attest({ subject: { name: 'Mail of jane@example.org', category: 'release' } });
    expect(failedPillars(attested)).toEqual(['privacy']);
    expect(attested.personalData).toEqual([{ rule: 'e-mail address', text: 'Mail of jane@example.org' }]);
    expect(attested.refusal).toBe(null);
  });

  it('pass with personal data in the summary, which no attestation holds; it is found all the same', async () => {
    const claim = 'It holds, says jane@example.org.';
    const humanSummary = { claim, evidence_summary: claim, additional_assurances: ['Call +41 44 123 45 67.'] };
    const attested = await attest({ humanSummary });
    expect(failedPillars(attested)).toEqual([]);
    expect(attested.personalData).toEqual([
      { rule: 'e-mail address', text: claim },
      { rule: 'telephone number', text: 'Call +41 44 123 45 67.' },
    ]);
  });

  it('are refused where no verifier would take them', async () => {
    const evidence = { ...JOB.evidence, supplied: { privacy: { result: 'PASS', cycle_id: '2025-Q4-001' } } };
    expect((await attest({ evidence })).refusal).toContain('CYCLE_MISMATCH');
    const taken = { ...JOB.evidence, supplied: { governance: { result: 'PASS', presentation: {} } } };
    expect((await attest({ evidence: taken })).refusal).toContain('presentation');
  });
});
