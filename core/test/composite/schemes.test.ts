import {
  HYBRID_SCHEME_NAMES,
  HYBRID_SCHEMES,
  type HybridSchemeName,
  hybridAlgorithms,
  type SchemeChoice,
  schemeFor,
} from '@touchstone/core/composite/schemes.ts';
import { describe, expect, it, test } from 'vitest';

const TRIPLE = 'TRIPLE_ED25519_DILITHIUM5_FALCON512';
const ARCHIVAL = 'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F';

describe('the table', () => {
  it.each([
    ['CONCAT_ED25519_DILITHIUM3', 'concatenated', 'standard', 0, ['Ed25519', 'ML-DSA-44'], 2484],
    ['NESTED_ED25519_DILITHIUM3', 'nested', '128', 0, ['Ed25519', 'ML-DSA-44'], 2484],
    [TRIPLE, 'triple-nested', '256', 3, ['Ed25519', 'ML-DSA-65', 'FALCON-512'], 4063],
    [
      'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S',
      'triple-nested',
      '256',
      3,
      ['Ed25519', 'ML-DSA-65', 'SLH-DSA-SHA2-128s'],
      11_229,
    ],
    [
      'TRIPLE_ED25519_DILITHIUM5_SPHINCS128F',
      'triple-nested',
      '256',
      3,
      ['Ed25519', 'ML-DSA-65', 'SLH-DSA-SHA2-128f'],
      20_461,
    ],
    [ARCHIVAL, 'archival', null, 5, ['Ed25519', 'ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'], 21_151],
  ] as const)('%s', (name, mode, level, extraUnits, algorithms, documentTotal) => {
    const scheme = HYBRID_SCHEMES[name];
    expect(scheme).toMatchObject({ name, mode, level, extraUnits, isNested: mode !== 'concatenated' });
    expect(scheme.layers.map(({ algorithm }) => algorithm)).toEqual(algorithms);
    expect(scheme.layers.map(({ name: layer }) => layer)).toEqual(algorithms.map((_, i) => `layer${i + 1}`));
    expect(scheme.hasOnchainHash).toBe(algorithms.length > 2);
    expect(scheme.wireVersion).toBe(mode === 'archival' ? '0x04' : null);
    const { labels } = hybridAlgorithms();
    const documented = scheme.layers.reduce((sum, { label }) => sum + (labels[label].document_bytes ?? 0), 0);
    expect(documented).toBe(documentTotal);
    // Ours are the documents' lengths, but for FALCON-512's 666 padded bytes instead of 690.
    const hasFalcon = scheme.layers.some(({ algorithm }) => algorithm === 'FALCON-512');
    const total = scheme.layers.reduce((sum, { signatureLength }) => sum + signatureLength, 0);
    expect(total).toBe(documentTotal - (hasFalcon ? 24 : 0));
  });

  it('holds exactly the six names', () => {
    expect(Object.keys(HYBRID_SCHEMES).sort()).toEqual([...HYBRID_SCHEME_NAMES].sort());
    expect(HYBRID_SCHEME_NAMES.every((scheme) => schemeFor({ scheme }).ok)).toBe(true);
    for (const name of ['', 'toString', '__proto__', 'nested_ed25519_dilithium3'])
      expect(schemeFor({ scheme: name }).ok).toBe(false);
  });
});

describe('the choice of a scheme', () => {
  it.each([
    [{ security_level: 'standard' }, 'CONCAT_ED25519_DILITHIUM3'],
    [{ security_level: '128' }, 'NESTED_ED25519_DILITHIUM3'],
    [{ security_level: '256' }, TRIPLE],
    [{ signatureMode: 'concatenated' }, 'CONCAT_ED25519_DILITHIUM3'],
    [{ signatureMode: 'nested' }, 'NESTED_ED25519_DILITHIUM3'],
    [{ signatureMode: 'triple-nested' }, TRIPLE],
    [{ signatureMode: 'archival' }, ARCHIVAL],
    // The mode overrides the level.
    [{ security_level: 'standard', signatureMode: 'archival' }, ARCHIVAL],
    [{ security_level: '256', signatureMode: 'nested' }, 'NESTED_ED25519_DILITHIUM3'],
    [
      { scheme: 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S', security_level: '256' },
      'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S',
    ],
    [{ scheme: ARCHIVAL, signatureMode: 'archival', security_level: '256' }, ARCHIVAL],
    ...HYBRID_SCHEME_NAMES.map((name): [SchemeChoice, HybridSchemeName] => [{ scheme: name }, name]),
  ] as readonly (readonly [SchemeChoice, HybridSchemeName])[])('%j is %s', (choice, scheme) => {
    expect(schemeFor(choice)).toEqual({ ok: true, scheme });
  });

  it.each([
    [{}, 'scheme'],
    [{ scheme: 'TRIPLE_ED25519_DILITHIUM5' }, 'scheme'],
    [{ scheme: 'constructor' }, 'scheme'],
    [{ signatureMode: 'triple' }, 'signatureMode'],
    [{ security_level: '512' }, 'security_level'],
    [{ security_level: 'toString' }, 'security_level'],
    [{ signatureMode: 'nested', security_level: '512' }, 'security_level'],
    [{ scheme: TRIPLE, signatureMode: 'nested' }, 'signatureMode'],
    [{ scheme: TRIPLE, signatureMode: 'nested', security_level: '256' }, 'signatureMode'],
    [{ scheme: TRIPLE, security_level: '128' }, 'security_level'],
    [{ scheme: ARCHIVAL, security_level: '256' }, 'security_level'],
  ] as const)('%j is refused at %s', (choice, field) => {
    expect(schemeFor(choice)).toEqual({ ok: false, field, message: expect.stringContaining(`\`${field}\``) });
  });
});

test('the answer of GET /hybrid/algorithms has what document 2 lists', () => {
  const { available, configurations, labels, note } = hybridAlgorithms();
  expect(available).toEqual({
    classical: ['ed25519'],
    lattice: ['dilithium2', 'dilithium3', 'dilithium5', 'falcon512'],
    hashBased: ['sphincsPlus128s'],
  });
  expect(Object.entries(configurations).map(([level, { algorithms, units }]) => [level, algorithms, units])).toEqual([
    ['H0', 'dilithium3', 1],
    ['SVC', 'ed25519+dilithium3', 1],
    ['H-256-L', 'ed25519+dilithium5+falcon512', 4],
    ['H-256-H', 'ed25519+dilithium5+sphincsPlus128f', 4],
    ['SVC-Archival', 'ed25519+dilithium5+falcon512+sphincsPlus128f', 6],
  ]);
  expect(configurations['SVC-Archival']).toMatchObject({ wireVersion: '0x04', schemes: [ARCHIVAL] });
  expect(configurations['H-256-L']).not.toHaveProperty('wireVersion');
  const listed = Object.values(configurations).flatMap(({ schemes }) => schemes);
  expect([...listed].sort()).toEqual([...HYBRID_SCHEME_NAMES].sort());
  expect(labels.dilithium3).toEqual({
    algorithm: 'ML-DSA-44',
    document_name: 'Dilithium-3',
    signature_bytes: 2420,
    document_bytes: 2420,
  });
  expect(labels.dilithium5).toMatchObject({ algorithm: 'ML-DSA-65', signature_bytes: 3309 });
  expect(labels.falcon512).toMatchObject({ signature_bytes: 666, document_bytes: 690 });
  expect(labels.sphincsPlus128s).toMatchObject({ algorithm: 'SLH-DSA-SHA2-128s', signature_bytes: 7856 });
  expect(labels.sphincsPlus128f).toMatchObject({ algorithm: 'SLH-DSA-SHA2-128f', signature_bytes: 17088 });
  expect(note).toContain('ML-DSA-44');
  expect(note).toContain('ML-DSA-65');
});
