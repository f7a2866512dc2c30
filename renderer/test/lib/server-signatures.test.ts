import { describe, expect, it } from 'vitest';
import { readServerSignatures } from '../../src/lib/server-signatures.ts';

describe('readServerSignatures', () => {
  it('reads the backend of each algorithm', () => {
    const health = { status: 'ok', details: { signatures: { 'ML-DSA-87': 'node', 'Falcon-1024': 'noble' } } };
    expect([...(readServerSignatures(health) ?? [])]).toEqual([
      ['ML-DSA-87', 'node'],
      ['Falcon-1024', 'noble'],
    ]);
  });

  it.each([null, 'x', {}, { details: null }, { details: { signatures: [] } }, { details: { signatures: { a: 1 } } }])(
    'finds none in %j',
    (health) => {
      expect(readServerSignatures(health)).toBeNull();
    },
  );
});
