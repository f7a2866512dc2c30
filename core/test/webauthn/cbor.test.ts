import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromHex } from '../../src/bytes.ts';
import { readCborItem } from '../../src/webauthn/cbor.ts';

function bytes(hex: string): Uint8Array {
  const decoded = fromHex(hex);
  if (decoded === null) throw new Error('no hex');
  return decoded;
}

/** RFC 8949 appendix A, as far as the part that is read goes. */
const EXAMPLES: readonly [string, unknown][] = [
  ['00', 0],
  ['17', 23],
  ['1818', 24],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['20', -1],
  ['3903e7', -1000],
  ['f4', false],
  ['f5', true],
  ['f6', null],
  ['40', new Uint8Array()],
  ['4401020304', new Uint8Array([1, 2, 3, 4])],
  ['60', ''],
  ['6449455446', 'IETF'],
  ['62c3bc', 'ü'],
  ['80', []],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['a0', new Map()],
  [
    'a201020304',
    new Map<unknown, unknown>([
      [1, 2],
      [3, 4],
    ]),
  ],
  [
    'a26161016162820203',
    new Map<unknown, unknown>([
      ['a', 1],
      ['b', [2, 3]],
    ]),
  ],
];

describe('RFC 8949 appendix A', () => {
  test.each(EXAMPLES)('%s', (hex, value) => {
    expect(readCborItem(bytes(hex), 0)).toEqual({ value, end: hex.length / 2 });
    expect(readCborItem(bytes(`ff${hex}00`), 1)).toEqual({ value, end: hex.length / 2 + 1 });
  });

  test.each(EXAMPLES)('%s cut short', (hex) => {
    for (let end = 0; end < hex.length / 2; end++) expect(readCborItem(bytes(hex).subarray(0, end), 0)).toBeNull();
  });
});

test.each([
  ['a longer form than needed', '1817'],
  ['a longer form than needed, two bytes', '1900ff'],
  ['a longer form than needed, four bytes', '1a0000ffff'],
  ['a length in eight bytes', '1b000000e8d4a51000'],
  ['an indefinite length', '5f42010243030405ff'],
  ['an indefinite array', '9fff'],
  ['a tag', 'c074323031332d30332d32315432303a30343a30305a'],
  ['a float', 'f93c00'],
  ['undefined', 'f7'],
  ['text that is not UTF-8', '62c328'],
  ['a name twice', 'a2010201ff'],
  ['a name twice, both values good', 'a201020103'],
  ['a name that is a list', 'a18001'],
  ['a length beyond the end', '5affffffff00'],
  ['an array of four thousand million', '9affffffff'],
  ['too deep', `${'81'.repeat(9)}00`],
])('refuses %s', (_what, hex) => {
  expect(readCborItem(bytes(hex), 0)).toBeNull();
});

test('never throws, and never reads past the end', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (content) => {
      const item = readCborItem(content, 0);
      if (item !== null) expect(item.end).toBeLessThanOrEqual(content.length);
    }),
  );
});
