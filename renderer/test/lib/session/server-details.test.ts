import { describe, expect, it } from 'vitest';
import { readServerDetails } from '../../../src/lib/session/server-details.ts';

describe('readServerDetails', () => {
  it('reads the backend of each algorithm and what is simulated', () => {
    const signatures = { 'ML-DSA-87': 'node', 'FALCON-1024': 'noble' };
    const signing = { 'FALCON-1024': 'wasm' };
    const details = readServerDetails({ status: 'ok', details: { signatures, signing, simulated: ['payments'] } });
    expect([...(details?.signing ?? [])]).toEqual(Object.entries(signing));
    expect([...(details?.signatures ?? [])]).toEqual(Object.entries(signatures));
    expect(details?.simulated).toEqual(['payments']);
  });

  it('leaves out what is no text', () => {
    const details = readServerDetails({ details: { signatures: { a: 1, b: 'noble' }, simulated: 'payments' } });
    expect([...(details?.signatures ?? [])]).toEqual([['b', 'noble']]);
    expect(details?.signing.size).toBe(0);
    expect(details?.simulated).toEqual([]);
  });

  it.each([null, 'x', {}, { details: null }, { details: {} }, { details: { signatures: [] } }])(
    'finds none in %j',
    (health) => {
      expect(readServerDetails(health)).toBeNull();
    },
  );
});
