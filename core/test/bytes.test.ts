import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  compareUtf8,
  concat,
  equalBytes,
  fromBase64,
  fromBase64Url,
  fromHex,
  fromUtf8,
  toBase64,
  toBase64Url,
  toHex,
  uint32,
  utf8,
  wipe,
} from '../src/bytes.ts';

const bytes = fc.uint8Array({ maxLength: 70 });

describe.each([
  ['hexadecimal', toHex, fromHex, (value: Uint8Array) => Buffer.from(value).toString('hex')],
  ['base64', toBase64, fromBase64, (value: Uint8Array) => Buffer.from(value).toString('base64')],
  ['base64url', toBase64Url, fromBase64Url, (value: Uint8Array) => Buffer.from(value).toString('base64url')],
] as const)('%s', (_, encode, decode, reference) => {
  test('decoding takes back encoding, and both are what Node does', () => {
    fc.assert(
      fc.property(bytes, (value) => {
        expect(encode(value)).toBe(reference(value));
        expect(decode(encode(value))).toEqual(value);
      }),
    );
  });

  test('what is accepted re-encodes to the same text: one spelling', () => {
    const alphabet = fc.constantFrom(...'ABCabcghQwxyz0189+/-_= \n');
    let accepted = 0;
    fc.assert(
      fc.property(fc.array(alphabet, { maxLength: 9 }), (letters) => {
        const text = letters.join('');
        const value = decode(text);
        if (value === null) return;
        accepted++;
        expect(encode(value)).toBe(text);
      }),
      { numRuns: 5000 },
    );
    expect(accepted).toBeGreaterThan(20);
  });
});

test('hexadecimal refuses upper case, odd lengths and foreign characters', () => {
  expect(fromHex('00ff')).toEqual(Uint8Array.of(0, 255));
  for (const text of ['00FF', '0', '0g', ' 00', '00\n', '0x00', '００']) expect(fromHex(text)).toBeNull();
});

test('base64 (RFC 4648 section 10) and its wrong spellings', () => {
  const known = ['', 'Zg==', 'Zm8=', 'Zm9v', 'Zm9vYg==', 'Zm9vYmE=', 'Zm9vYmFy'];
  known.forEach((text, length) => {
    expect(fromBase64(text)).toEqual(utf8('foobar'.slice(0, length)));
    expect(fromBase64Url(text.replaceAll('=', ''))).toEqual(utf8('foobar'.slice(0, length)));
  });
  const wrong = [
    'Zg',
    'Zg=',
    'Zh==',
    'Zm9=',
    'Z===',
    '====',
    'Zg==\n',
    ' Zg==',
    'Zg==Zg==',
    'Zm-v',
    'Zé==',
    'Zg=='.repeat(2),
  ];
  for (const text of wrong) expect(fromBase64(text)).toBeNull();
  for (const text of ['Zg==', 'Zh', 'Z', 'Zm+v', 'Zm9v\n']) expect(fromBase64Url(text)).toBeNull();
});

test('UTF-8 goes there and back; a lone surrogate throws, invalid bytes are null', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => fromUtf8(utf8(text)) === text));
  expect(() => utf8('\ud800')).toThrow(TypeError);
  expect(fromUtf8(utf8('\ufeffx'))).toBe('\ufeffx');
  for (const invalid of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xe2, 0x82], [0xf4, 0x90, 0x80, 0x80]]) {
    expect(fromUtf8(Uint8Array.from(invalid))).toBeNull();
  }
});

test('uint32 is big-endian and refuses what does not fit', () => {
  expect(uint32(0x01020304)).toEqual(Uint8Array.of(1, 2, 3, 4));
  expect(uint32(0xffffffff)).toEqual(Uint8Array.of(255, 255, 255, 255));
  for (const value of [-1, 2 ** 32, 0.5, Number.NaN]) expect(() => uint32(value)).toThrow(RangeError);
});

test('concat, equality and wiping', () => {
  fc.assert(
    fc.property(bytes, bytes, (a, b) => {
      expect(concat(a, b)).toEqual(Uint8Array.from([...a, ...b]));
      expect(equalBytes(a, b)).toBe(toHex(a) === toHex(b));
      expect(equalBytes(a, a.slice())).toBe(true);
    }),
  );
  const secret = Uint8Array.of(1, 2);
  wipe(secret, undefined);
  expect(secret).toEqual(new Uint8Array(2));
});

test('texts are compared as their bytes in UTF-8 are', () => {
  const text = fc.string({ unit: 'binary', maxLength: 6 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
  expect(['\u{1f600}', '\uffee', 'b', '', 'bb', 'B'].sort(compareUtf8)).toEqual([
    '',
    'B',
    'b',
    'bb',
    '\uffee',
    '\u{1f600}',
  ]);
});
