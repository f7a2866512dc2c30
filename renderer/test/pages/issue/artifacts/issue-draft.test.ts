import { describe, expect, it } from 'vitest';
import type { EvidenceFile, EvidenceState } from '../../../../src/pages/issue/artifacts/evidence-list.ts';
import {
  EMPTY,
  type IssueDraft,
  nextCycle,
  subjectOf,
  summaryOf,
  troublesOf,
} from '../../../../src/pages/issue/artifacts/issue-draft.ts';

const HASHED: EvidenceState = { kind: 'hashed', item: { name: 'a.txt', size: 1, sha256: 'aa', sha3_384: 'bb' } };
const EVIDENCE: EvidenceState = { kind: 'bundle', pillar: 'evidence', bundle: { result: 'PASS' } };
const PRIVACY: EvidenceState = { kind: 'bundle', pillar: 'privacy', bundle: { result: 'PASS' } };
const file = (name: string, state: EvidenceState): EvidenceFile => ({ id: 1, name, size: 1, state });
const FILES = [file('a.txt', HASHED)];
const GOOD: IssueDraft = { ...EMPTY, 'subject.name': ' Pump ', 'human_summary.claim': ' It holds. ' };
const NOW = Date.UTC(2026, 10, 24);

const wrong = (draft: IssueDraft, files: readonly EvidenceFile[]) =>
  Object.entries(troublesOf(draft, files)).flatMap(([name, sentence]) => (sentence === '' ? [] : name));

describe('the draft of an artifact', () => {
  it('needs a subject, a claim and a file', () => {
    expect(wrong(EMPTY, [])).toEqual(['subject.name', 'human_summary.claim', 'attestations']);
    expect(wrong(GOOD, FILES)).toEqual([]);
    expect(wrong({ ...GOOD, 'subject.product': 'x'.repeat(1_001) }, FILES)).toEqual(['subject.product']);
    const many = Array.from({ length: 101 }, () => 'x').join('\n');
    expect(wrong({ ...GOOD, 'human_summary.additional_assurances': many }, FILES)).toEqual([
      'human_summary.additional_assurances',
    ]);
  });

  it.each([
    ['a file that is being read', [file('a.txt', { kind: 'reading', done: 0 })]],
    ['a file that cannot be used', [...FILES, file('b.txt', { kind: 'unreadable' })]],
    ['attestations alone', [file('privacy.json', PRIVACY)]],
    ['files beside a supplied evidence attestation', [...FILES, file('evidence.json', EVIDENCE)]],
  ])('refuses %s', (_what, files) => {
    expect(wrong({ ...GOOD, 'human_summary.evidence_summary': 'All.' }, files)).toEqual(['attestations']);
  });

  it('needs a summary where the evidence is supplied', () => {
    const supplied = [file('evidence.json', EVIDENCE)];
    expect(wrong(GOOD, supplied)).toEqual(['human_summary.evidence_summary']);
    expect(wrong({ ...GOOD, 'human_summary.evidence_summary': 'All of it.' }, supplied)).toEqual([]);
  });

  it('states what was filled in, trimmed, and nothing that was not', () => {
    expect(subjectOf(GOOD)).toEqual({ name: 'Pump', category: 'release' });
    expect(summaryOf(GOOD, FILES)).toEqual({
      claim: 'It holds.',
      evidence_summary: 'The evidence attestation lists one file by its hashes.',
    });
    const full: IssueDraft = {
      ...GOOD,
      'human_summary.evidence_summary': ' Mine. ',
      'human_summary.load_bearing_pillars': ['privacy', 'evidence'],
      'human_summary.additional_assurances': 'One.\n\n Two. \n',
    };
    expect(summaryOf(full, FILES)).toEqual({
      claim: 'It holds.',
      evidence_summary: 'Mine.',
      load_bearing_pillars: ['evidence', 'privacy'],
      additional_assurances: ['One.', 'Two.'],
    });
  });

  it('counts on from the highest cycle of the present quarter', () => {
    const issued = (...cycles: string[]) => cycles.map((cycle_id) => ({ cycle_id }));
    expect(nextCycle([], NOW)).toBe('2026-Q4-001');
    expect(nextCycle(issued('2026-Q4-002', '2026-Q4-007', '2026-Q3-090', '2025-Q4-080'), NOW)).toBe('2026-Q4-008');
    expect(nextCycle(issued('2026-Q4-999'), NOW)).toBe('2026-Q4-999');
  });
});
