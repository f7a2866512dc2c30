import { describe, expect, it } from 'vitest';
import { compareTexts, groupText } from '../../../src/lib/text/compare.ts';

const HEX = '0123456789abcdef'.repeat(4);

describe('compareTexts', () => {
  it('takes grouping and letter case of hex as nothing', () => {
    const grouped = groupText(HEX).join(' ').toUpperCase();
    expect(compareTexts(HEX, `  ${grouped}\n`)).toEqual({ kind: 'equal' });
    expect(compareTexts(HEX, groupText(HEX, 2).join(':'))).toEqual({ kind: 'equal' });
  });

  it('names the first position that differs, counted from 1', () => {
    for (let index = 0; index < HEX.length; index += 1) {
      const changed = `${HEX.slice(0, index)}${HEX[index] === 'f' ? '0' : 'f'}${HEX.slice(index + 1)}`;
      expect(compareTexts(HEX, changed)).toEqual({ kind: 'different', position: index + 1 });
    }
    expect(compareTexts(HEX, `${HEX}0`)).toEqual({ kind: 'different', position: 65 });
  });

  it('never calls a beginning equal', () => {
    expect(compareTexts(HEX, HEX.slice(0, 63))).toEqual({ kind: 'partial', length: 63, total: 64 });
    expect(compareTexts(HEX, ' ')).toEqual({ kind: 'empty' });
  });

  it('keeps case and dashes of base64url', () => {
    const value = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwX-ygrS4k';
    expect(compareTexts(value, value.toLowerCase()).kind).toBe('different');
    expect(compareTexts(value, value.replace('-', '')).kind).toBe('different');
    expect(compareTexts(value, groupText(value).join(' '))).toEqual({ kind: 'equal' });
  });
});
