import type { Category, Pillar } from '@touchstone/core/artifact/artifact.ts';
import { buildArtifact } from '@touchstone/core/artifact/build.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { expect, test } from 'vitest';
import type { ArtifactItem } from '../../../../src/pages/issue/artifacts/artifact-items.ts';
import { issuedAlready } from '../../../../src/pages/issue/artifacts/prepared.ts';

const PREPARED = {
  subject: { name: 'Pump 9', category: 'demo' as Category },
  cycleId: '2026-Q4-003',
  attested: {
    attestations: {
      cryptography: { result: 'PASS', made_at: '2026-11-24T12:00:00Z' },
      evidence: { result: 'PASS', items: [] },
      governance: { result: 'PASS', signatures: 3 },
      privacy: { result: 'PASS' },
      verification: { result: 'PASS' },
    } satisfies Record<Pillar, JsonObject>,
    personalData: [],
    refusal: null,
  },
};

type Made = Parameters<typeof issuedAlready>[1];

function issued(changes: Partial<Made> = {}): ArtifactItem {
  const { subject, cycleId, attested } = { ...PREPARED, ...changes };
  return buildArtifact({
    subject,
    humanSummary: { claim: 'c', evidence_summary: 'e' },
    attestations: attested.attestations,
    cycleId,
    issuedAt: Date.UTC(2026, 10, 24),
    issuer: { name: 'Touchstone Authority', principal: 'p' },
  }) as unknown as ArtifactItem;
}

test('an artifact that was issued although nobody heard so is found by its attestations', () => {
  const other = {
    ...PREPARED.attested,
    attestations: { ...PREPARED.attested.attestations, privacy: { result: 'PASS', reviewed_by: 'somebody' } },
  };
  const mine = issued();
  expect(issuedAlready([issued({ attested: other }), mine], PREPARED)).toBe(mine);
  expect(issuedAlready([issued({ attested: other })], PREPARED)).toBe(undefined);
  expect(issuedAlready([issued({ cycleId: '2026-Q4-002' })], PREPARED)).toBe(undefined);
  expect(issuedAlready([issued({ subject: { name: 'Pump 8', category: 'demo' } })], PREPARED)).toBe(undefined);
  expect(issuedAlready([], PREPARED)).toBe(undefined);
});
