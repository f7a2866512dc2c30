import { artifactText, buildArtifact, cycleIdOf } from '@touchstone/core/artifact/build.ts';
import { buildPillars, evidenceItem, findPersonalData } from '@touchstone/core/artifact/pillars.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { describe, expect, it } from 'vitest';
import { ISSUER, NOW, newArtifact, newKeySet, reportOn, SUBJECT } from './fixture.ts';

const input = {
  cycleId: '2026-Q4-001',
  issuedAt: NOW,
  issuer: ISSUER,
  subject: SUBJECT,
  keySet: null,
  evidence: [evidenceItem('a.txt', utf8('a'))],
  selfTests: [
    {
      algorithm: 'FALCON-1024',
      signature_length: 1280,
      own_signature_accepted: true,
      changed_signature_refused: true,
      changed_message_refused: true,
    },
  ],
  supplied: {},
  product: PRODUCT,
} as const;

describe('buildPillars', () => {
  it('passes with evidence and good self-tests', () => {
    expect(Object.values(buildPillars(input)).map(({ result }) => result)).toEqual(Array(5).fill('PASS'));
  });

  it('each result can be FAIL', async () => {
    const [test] = input.selfTests;
    expect(
      buildPillars({ ...input, selfTests: [{ ...test, changed_message_refused: false }] }).cryptography.result,
    ).toBe('FAIL');
    expect(buildPillars({ ...input, selfTests: [] }).cryptography.result).toBe('FAIL');
    expect(buildPillars({ ...input, evidence: [...input.evidence, ...input.evidence] }).evidence.result).toBe('FAIL');
    const { keySet } = await newKeySet({ principal: 'someone else' });
    expect(buildPillars({ ...input, keySet }).governance.result).toBe('FAIL');
    const personal = buildPillars({ ...input, evidence: [evidenceItem('jane@example.org.txt', utf8('a'))] }).privacy;
    expect(personal.result).toBe('FAIL');
    expect(JSON.stringify(personal)).not.toContain('jane');
    const unnoticed = { privacy: { result: 'PASS' } };
    expect(buildPillars({ ...input, supplied: unnoticed }).verification.result).toBe('PASS');
  });

  it('refuses to attest nothing', () => {
    expect(() => buildPillars({ ...input, evidence: [] })).toThrow(RangeError);
    expect(buildPillars({ ...input, evidence: [], supplied: { evidence: { result: 'PASS' } } }).evidence).toEqual({
      result: 'PASS',
    });
  });

  it('finds personal data by rule, and leaves ordinary names alone', () => {
    const rules = findPersonalData(['a b@c.de', 'DE89 3704 0044 0532 0130 00', '123-45-6789', '+49 30 1234567']).map(
      ({ rule }) => rule,
    );
    expect(rules).toEqual(['e-mail address', 'IBAN', 'US social security number', 'telephone number']);
    expect(findPersonalData(['report-2026-11-21.txt', 'release 1.2.3', 'SHA3-384'])).toEqual([]);
  });
});

describe('buildArtifact', () => {
  it('names the artifact after cycle and manifest hash', async () => {
    const artifact = await newArtifact(null);
    expect(artifact.artifact_id).toBe(`pqv-2026-Q4-001-${artifact.manifest_hash.slice(0, 16)}`);
    expect(artifactText(artifact).endsWith('}\n')).toBe(true);
  });

  it('claims the verdict that a verifier computes, for placeholders of either kind too', async () => {
    for (const [verdict, bundle] of [
      ['VERIFIED_PENDING_SIGNATURES', { result: 'PASS', _status: 'final' }],
      ['PENDING', { result: 'PENDING' }],
      ['PENDING', { result: 'PASS', _status: 'PENDING_REVIEW' }],
      ['PENDING', { _status: 'still PENDING' }],
      ['FAILED', { result: 'FAIL', _status: 'PENDING_REVIEW' }],
    ] as const) {
      const artifact = await newArtifact(null, { privacy: bundle });
      expect(artifact.human_summary.verdict).toBe(verdict);
      expect((await reportOn(artifact, EMPTY_TRUST_STORE)).outcome).toBe(verdict);
    }
  });

  it('refuses what would not be an artifact, naming the member', () => {
    const attestations = buildPillars(input);
    const humanSummary = { claim: 'c', evidence_summary: 'e' };
    const whole = {
      subject: SUBJECT,
      humanSummary,
      attestations,
      cycleId: input.cycleId,
      issuedAt: NOW,
      issuer: ISSUER,
    };
    expect(buildArtifact(whole).human_summary.verdict).toBe('VERIFIED_PENDING_SIGNATURES');
    expect(() => buildArtifact({ ...whole, cycleId: '2026-Q5-001' })).toThrow('cycle_id');
    expect(() => buildArtifact({ ...whole, subject: { ...SUBJECT, name: '' } })).toThrow('subject.name');
    const governance = { ...attestations.governance, presentation: {} };
    expect(() => buildArtifact({ ...whole, attestations: { ...attestations, governance } })).toThrow('presentation');
  });
});

it('cycle ids follow the quarter in UTC', () => {
  expect(cycleIdOf(Date.UTC(2026, 0, 1), 1)).toBe('2026-Q1-001');
  expect(cycleIdOf(Date.UTC(2026, 11, 31, 23, 59), 42)).toBe('2026-Q4-042');
  expect(() => cycleIdOf(NOW, 0)).toThrow(RangeError);
  expect(() => cycleIdOf(NOW, 1000)).toThrow(RangeError);
});
