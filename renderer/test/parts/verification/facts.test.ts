import { describe, expect, test } from 'vitest';
import { statedFacts, statedPillars } from '../../../src/parts/verification/facts.ts';

describe('facts', () => {
  test('members of the wrong type are not stated', () => {
    const facts = statedFacts({
      subject: { name: 7 },
      issuer: 'x',
      human_summary: { claim: 'C', additional_assurances: ['a', 1] },
    });
    expect(facts).toMatchObject({ subjectName: null, issuerName: null, claim: 'C', additionalAssurances: ['a'] });
    expect(statedFacts(null)).toBeNull();
  });

  test('all five pillars are listed in their order, load-bearing ones marked', () => {
    const pillars = statedPillars({
      attestations: { privacy_attestation: { result: 'PASS' } },
      human_summary: { load_bearing_pillars: ['privacy'] },
    });
    expect(pillars.map(({ pillar }) => pillar)).toEqual([
      'cryptography',
      'evidence',
      'governance',
      'privacy',
      'verification',
    ]);
    expect(pillars[3]).toMatchObject({ result: 'PASS', loadBearing: true });
    expect(pillars[0]).toMatchObject({ result: null, loadBearing: false, bundle: null });
  });
});
