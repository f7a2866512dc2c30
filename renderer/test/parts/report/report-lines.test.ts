import { expect, it } from 'vitest';
import { plainTextOf } from '../../../src/parts/page/text-lines.ts';
import { reportLines } from '../../../src/parts/report/report-lines.ts';
import { report } from '../verification/rows.ts';

it('says the verdict first, then what it means, who signed, and every check with what did not agree', () => {
  const failed = report({
    outcome: 'FAILED',
    code: 'HASH_MISMATCH',
    sentence: 'A hash differs.',
    checks: [
      { id: 'format.json', group: 'format', status: 'passed', sentence: 'It is JSON.', expected: 'x', found: 'x' },
      {
        id: 'integrity.manifest_hash',
        group: 'integrity',
        status: 'failed',
        sentence: 'The manifest hash differs.',
        expected: 'aa',
        found: 'bb',
      },
      {
        id: 'scope.time',
        group: 'scope',
        status: 'not_performed',
        sentence: 'Others confirm the time.',
        reason: 'Nobody was asked.',
      },
    ],
    signatures: { classical: { status: 'invalid', algorithm: 'ML-DSA-87', reason: 'It does not verify.' } },
  });
  const text = plainTextOf('T', reportLines(failed, { signer: 'Ada', time: null }));
  expect(text).toMatch(/^T\n\n- Failed \(HASH_MISMATCH\): A hash differs\.\n/);
  expect(text).toContain('- Signer, stated by the file: Ada\n- Signing time, stated by the file: Not stated\n');
  expect(text).toContain('- 3 checks, 1 passed, 1 failed, 1 not checked\n');
  // The values of what passed are equal and stay away.
  expect(text).toContain('    - Passed: It is JSON. (format.json)\n  - Integrity');
  expect(text).toContain(
    'The manifest hash differs. (integrity.manifest_hash)\n      - expected: aa\n      - found: bb\n',
  );
  expect(text).toContain('    - Not checked: Others confirm the time. (scope.time)\n      - Nobody was asked.\n');
  expect(text).toContain('- Signatures\n  - Invalid: ML-DSA-87 (classical). It does not verify.\n');
});

it('names a signer as known under VERIFIED alone', () => {
  const keySet = {
    keyset_id: 'set',
    issuer: 'Authority',
    principal: 'p',
    use: 'artifact',
    edition: 2,
    fingerprint: '',
    demo: false,
    source: 'trust_store',
    path: null,
    held: 'pinned',
    accepted_by: null,
    accepted_at: null,
    accepted_from: null,
    endorsed_by: null,
    not_before: '2026-01-01T00:00:00.000Z',
    not_after: '2027-01-01T00:00:00.000Z',
    superseded_on: null,
    revocations: [],
  } as const;
  const trust = { key_sets: [keySet], revocations: { store: null, count: 0, last_change: null }, notes: [] };
  const stated = { signer: 'Somebody', time: '2026-02-01T00:00:00.000Z' };
  const known = plainTextOf('', reportLines(report({ trust }), stated));
  expect(known).toContain(
    '- Signed by: Authority, key set set, edition 2, pinned\n- Signing time: 2026-02-01 00:00:00 UTC',
  );
  const open = plainTextOf('', reportLines(report({ outcome: 'PENDING', code: 'KEY_NOT_VALID', trust }), stated));
  expect(open).toContain('- Signer, stated by the file: Somebody\n- Signing time, stated by the file: 2026-02-01');
  expect(open).not.toContain('Authority');
});
