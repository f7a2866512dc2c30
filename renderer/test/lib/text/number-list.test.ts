import { expect, it } from 'vitest';
import { numberList } from '../../../src/lib/text/number-list.ts';

const parts = (text: string, hasDecimals = true) => {
  const read = numberList(text, hasDecimals);
  return read.ok ? read.parts : read;
};

it('takes blanks, lines, commas and semicolons as separators, with blanks around them', () => {
  expect(parts(' 12, −7;3\n-0 ,\n 4 ')).toEqual(['12', '−7', '3', '-0', '4']);
  expect(parts('0.5,1.25,-3')).toEqual(['0.5', '1.25', '-3']);
  expect(parts('31337,5', false)).toEqual(['31337', '5']);
  expect(parts('1000,200 1, 000 0,100 1,2,3', false)).toEqual(['1000', '200', '1', '000', '0', '100', '1', '2', '3']);
  expect([parts(''), parts(' ,; ')]).toEqual([[], []]);
});

it('names an empty place instead of moving what follows', () => {
  for (const [text, at] of [
    ['1,,2', 2],
    ['1 , ;2', 2],
    [',1', 1],
    ['1 2,', 3],
    ['1,\n,2', 2],
  ] as const) {
    expect(parts(text), text).toEqual({ ok: false, reason: 'empty', at });
  }
});

it('names what could be one number or two', () => {
  for (const [text, at, found] of [
    ['1,000', 1, '1,000'],
    ['1\u00a0000', 1, '1\u00a0000'],
    ['3 −393,216', 2, '393,216'],
    ['7; 1,234,567.5', 2, '1,234,567'],
    ['5,1,000', 2, '1,000'],
    ['100,200,300', 1, '100,200,300'],
  ] as const) {
    expect(parts(text, false), text).toEqual({ ok: false, reason: 'grouped', at, text: found });
  }
  for (const [text, at, found] of [
    ['1,5', 1, '1,5'],
    ['2 -0,25, 4', 2, '-0,25'],
  ] as const) {
    expect(parts(text), text).toEqual({ ok: false, reason: 'decimal-comma', at, text: found });
    expect(Array.isArray(parts(text, false)), text).toBe(true);
  }
});
