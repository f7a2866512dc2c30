import { describe, expect, it } from 'vitest';
import { handleParts, substrateParts } from '../../../../src/pages/issue/receipts/byte-layout.ts';
import { RECEIPT } from './receipt.ts';

describe('handleParts', () => {
  it('cuts the 74 bytes into their five parts, in order and without a gap', () => {
    const parts = handleParts(RECEIPT.handle);
    expect(parts?.map(({ name, offset, bytes }) => [name, offset, bytes])).toEqual([
      ['On-chain hash', 0, 32],
      ['Version', 32, 1],
      ['Verification hash', 33, 32],
      ['Time', 65, 8],
      ['Signature flags', 73, 1],
    ]);
    expect(parts?.map(({ hex }) => hex).join('')).toBe(RECEIPT.handle);
    expect(parts?.[0]?.hex).toBe(RECEIPT.on_chain_hash);
    expect(parts?.[3]?.says).toBe(RECEIPT.issued_at);
    expect(parts?.[4]?.says).toBe('ML-DSA-65, FALCON-512, SLH-DSA-SHA2-128f');
  });

  it('says what strange bytes are, and refuses other lengths', () => {
    const strange = `${RECEIPT.handle.slice(0, 130)}${'f'.repeat(16)}00`;
    expect(handleParts(strange)?.map(({ says }) => says)).toEqual([
      null,
      'version 1',
      null,
      '18446744073709551615 milliseconds since 1970',
      'none',
    ]);
    expect(handleParts(RECEIPT.handle.slice(2))).toBeNull();
    expect(handleParts('not hex')).toBeNull();
  });
});

describe('substrateParts', () => {
  it('cuts the 58 bytes into their five parts', () => {
    const parts = substrateParts(RECEIPT.substrate_hex);
    expect(parts?.map(({ bytes }) => bytes)).toEqual([1, 1, 32, 8, 16]);
    expect(parts?.map(({ hex }) => hex).join('')).toBe(RECEIPT.substrate_hex);
    expect(parts?.[1]?.says).toBe('16, DocumentVersion');
    expect(parts?.[2]?.hex).toBe(RECEIPT.commitment);
    expect(substrateParts(`${RECEIPT.substrate_hex}00`)).toBeNull();
  });
});
