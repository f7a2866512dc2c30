import { expect, test } from 'vitest';
import { verdictLines } from '../../../../src/pages/issue/sign/verdict.tsx';

test('a verdict as text says the whole, what it means, and each layer', () => {
  const layers = [
    { id: 'pqc', name: 'ML-DSA-65', detail: 'FIPS 204', isValid: true },
    { id: 'classical', name: 'Ed25519', detail: '', isValid: false },
  ];
  expect(verdictLines({ isValid: false, children: 'Do not rely on it.', layers })).toEqual([
    'Not valid',
    'Do not rely on it.',
    'ML-DSA-65: Valid. FIPS 204',
    'Ed25519: Not valid.',
  ]);
  expect(verdictLines({ isValid: true, children: 'It holds.' })).toEqual(['Valid', 'It holds.']);
});
