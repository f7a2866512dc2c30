import { describe, expect, it } from 'vitest';
import { answersTo, readName, receiptFileName } from '../../../../src/pages/issue/receipts/receipt-name.ts';
import { RECEIPT } from './receipt.ts';

const HASH = '0123456789abcdef'.repeat(4);

describe('readName', () => {
  it('takes the three names, hex grouped and in either case', () => {
    expect(readName(' rcp_0123456789abcdef ')).toEqual({ ok: true, kind: 'receipt_id', name: 'rcp_0123456789abcdef' });
    const grouped = (HASH.toUpperCase().match(/.{8}/g) ?? []).join(' ');
    expect(readName(grouped)).toEqual({ ok: true, kind: 'on_chain_hash', name: HASH });
    const handle = 'a'.repeat(148);
    expect(readName(`${handle.slice(0, 74)}\n${handle.slice(74)}`)).toEqual({ ok: true, kind: 'handle', name: handle });
  });

  it.each([
    ['', /Enter a receipt id/],
    ['rcp_', /A receipt id is rcp_/],
    ['rcp_../x', /A receipt id is rcp_/],
    [HASH.slice(1), /63 hexadecimal digits/],
    [`${HASH}0`, /65 hexadecimal digits/],
    ['a'.repeat(147), /147 hexadecimal digits/],
    ['abcg', /character 4 is not a hexadecimal digit/],
  ])('refuses %j and says why', (given, why) => {
    const read = readName(given);
    expect(read.ok).toBe(false);
    if (!read.ok) expect(read.message).toMatch(why);
  });
});

describe('answersTo', () => {
  it('knows a receipt by its own names only', () => {
    for (const name of [RECEIPT.receipt_id, RECEIPT.on_chain_hash, RECEIPT.handle]) {
      expect(answersTo(RECEIPT, name)).toBe(true);
    }
    expect(answersTo(RECEIPT, RECEIPT.commitment)).toBe(false);
    expect(answersTo(RECEIPT, `${RECEIPT.handle.slice(0, -1)}0`)).toBe(false);
  });
});

describe('receiptFileName', () => {
  it('cannot name another folder', () => {
    expect(receiptFileName(RECEIPT)).toBe(`${RECEIPT.receipt_id}.pqr.json`);
    expect(receiptFileName({ receipt_id: 'rcp_../../x' })).toBe('rcp_x.pqr.json');
  });
});
