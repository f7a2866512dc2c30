import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { sealKeySet } from '@touchstone/core/keys/key-set.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { mergeTrustStores } from '@touchstone/core/keys/trust-changes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { describe, expect, test } from 'vitest';
import { EXAMPLE_FILES } from '../../../src/parts/verification/example-files.ts';
import { loadExamples } from '../../../src/parts/verification/examples.ts';
import { judge } from '../../../src/parts/verification/judge.ts';
import { exampleTrust, LENDER, withLent } from '../../../src/parts/verification/lent-trust.ts';

const NOW = Date.parse('2026-11-22T00:00:00.000Z');
const verifier = createSignatureProvider([nobleBackend], systemRandom);

describe('what examples lend', () => {
  test('gives each the outcome that it teaches, alone and all together', async () => {
    const examples = await loadExamples();
    const all = examples.map(({ trust }) => trust).reduce(mergeTrustStores, EMPTY_TRUST_STORE);
    for (const { file, text, trust, expected } of examples) {
      for (const lent of [trust, all]) {
        const options = { fileName: file, trust: lent, verifier, now: NOW, elapsed: () => 0, full: false };
        const judged = await judge(new TextEncoder().encode(text), options);
        expect(judged, file).toMatchObject({ kind: 'judged', row: { ...expected } });
      }
    }
  }, 300_000);

  test('says who lent it, and when', () => {
    const entry = { file: 'verified.pqv.json', keys: ['keys/demo-office.pqkeys.json'], dataDir: null };
    expect(exampleTrust(entry, EXAMPLE_FILES, NOW).key_sets).toMatchObject([
      { by: LENDER, at: '2026-11-22T00:00:00.000Z', source: 'keys/demo-office.pqkeys.json' },
    ]);
    const ofStore = exampleTrust({ file: 'revoked-key.pqv.json', keys: [], dataDir: 'trust' }, EXAMPLE_FILES, NOW);
    expect(ofStore).toMatchObject({ key_sets: [{ by: LENDER }], revocations: [{}] });
  });

  test('verdict M7, 12.6: is given for one check, and never said to be pinned; a set of the own store stays', async () => {
    const entry = { file: 'verified.pqv.json', keys: ['keys/demo-office.pqkeys.json'], dataDir: null };
    const lent = exampleTrust(entry, EXAMPLE_FILES, NOW);
    const given = { held: 'given', source: `keys/demo-office.pqkeys.json, ${LENDER}` };
    expect(withLent(EMPTY_TRUST_STORE, lent).key_sets).toMatchObject([given]);
    const [set] = lent.key_sets;
    const own = { ...lent, key_sets: set === undefined ? [] : [{ ...set, by: 'me' }] };
    expect(withLent(own, lent).key_sets).toMatchObject([{ held: 'pinned', by: 'me' }]);
    expect(withLent(own, null)).toBe(own);
    const options = { verifier, now: NOW, product: { name: 'T', version: '1' }, fileName: 'f.json' };
    const bytes = new TextEncoder().encode(EXAMPLE_FILES['verified.pqv.json'] ?? '');
    const { report } = await verifyArtifact(bytes, { ...options, trust: withLent(EMPTY_TRUST_STORE, lent) });
    expect(report).toMatchObject({
      outcome: 'VERIFIED',
      trust: { key_sets: [{ source: 'given', accepted_by: null }] },
    });
  });

  test('is demo keys only', () => {
    const path = 'keys/demo-office.pqkeys.json';
    const { demo: _demo, fingerprint: _fingerprint, ...set } = JSON.parse(EXAMPLE_FILES[path] ?? '');
    const entry = { file: 'a.pqv.json', keys: [path], dataDir: null };
    expect(() => exampleTrust(entry, { [path]: JSON.stringify(sealKeySet(set)) }, NOW)).toThrow('only demo key sets');
    expect(() => exampleTrust(entry, {}, NOW)).toThrow(TypeError);
  });
});
