import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8 } from '../src/bytes.ts';
import { isJsonObject } from '../src/canonical-json.ts';
import {
  MAX_CONTAINERS,
  MAX_DEPTH,
  MAX_FILE_BYTES,
  parseStrictJson,
  type StrictJsonReason,
} from '../src/strict-json.ts';

function reasonOf(input: string | Uint8Array): StrictJsonReason | null {
  const result = parseStrictJson(input);
  return result.ok ? null : result.reason;
}

function parsed(input: string | Uint8Array): unknown {
  const result = parseStrictJson(input);
  if (!result.ok) throw new Error(`${result.reason}: ${result.message}`);
  return result.value;
}

describe('every reason of refusal, beside its nearest accepted neighbour', () => {
  test.each<[StrictJsonReason, string, string]>([
    ['SYNTAX', '', '0'],
    ['SYNTAX', '{"a":1,}', '{"a":1}'],
    ['SYNTAX', '[1,]', '[1]'],
    ['SYNTAX', '{a:1}', '{"a":1}'],
    ['SYNTAX', "['a']", '["a"]'],
    ['SYNTAX', '{"a" 1}', '{"a":1}'],
    ['SYNTAX', '[1 2]', '[1,2]'],
    ['SYNTAX', '"a', '"a"'],
    ['SYNTAX', '"\t"', '"\\t"'],
    ['SYNTAX', '"\\x"', '"\\\\x"'],
    ['SYNTAX', '"\\u12G4"', '"\\u12a4"'],
    ['SYNTAX', '"\\u123', '"\\u1234"'],
    ['SYNTAX', 'tru', 'true'],
    ['SYNTAX', 'NaN', 'null'],
    ['SYNTAX', '+1', '1'],
    ['SYNTAX', '.5', '0.5'],
    ['SYNTAX', '-', '-1'],
    ['SYNTAX', '// x\n1', '1'],
    ['SYNTAX', '[\u00a01]', '[ 1]'],
    ['TRAILING_TEXT', '{} {}', ' {} \n'],
    ['TRAILING_TEXT', '01', '0'],
    ['TRAILING_TEXT', '1.', '1.5'],
    ['TRAILING_TEXT', '0x10', '16'],
    ['TRAILING_TEXT', '1\u0000', '1'],
    ['BYTE_ORDER_MARK', '\ufeff{}', '{}'],
    ['DUPLICATE_NAME', '{"a":1,"a":1}', '{"a":1,"A":1}'],
    ['DUPLICATE_NAME', '{"a":1,"\\u0061":2}', '{"a":1,"\\u0062":2}'],
    ['DUPLICATE_NAME', '{"\\u00e9":1,"é":2}', '{"e\\u0301":1,"é":2}'],
    ['DUPLICATE_NAME', '{"/":1,"\\/":2}', '{"/":1,"\\\\/":2}'],
    ['DUPLICATE_NAME', '{"__proto__":1,"__proto__":2}', '{"__proto__":1,"__proto":2}'],
    ['DUPLICATE_NAME', '[{"x":{"b":1,"b":2}}]', '[{"b":{"b":1}}]'],
    ['LONE_SURROGATE', '"\\ud800"', '"\\ud800\\udc00"'],
    ['LONE_SURROGATE', '"\\udc00\\ud800"', '"\\ud83d\\ude00"'],
    ['LONE_SURROGATE', '{"\\udfff":1}', '{"\\ue000":1}'],
    ['NUMBER_RANGE', '1e400', '1e300'],
    ['NUMBER_RANGE', '-1e309', '-1e308'],
    ['NUMBER_RANGE', '1e-400', '1e-300'],
    ['NUMBER_RANGE', '9007199254740993', '9007199254740992'],
    ['NUMBER_RANGE', '-9007199254740993', '-9007199254740994'],
    ['NUMBER_RANGE', '9007199254740993.0', '9007199254740992.0'],
    ['NUMBER_RANGE', '9.007199254740993e15', '9.007199254740992e15'],
    ['NUMBER_RANGE', '100000000000000000001', '100000000000000000000'],
    ['NUMBER_RANGE', '36028797018963981', '36028797018963980'],
    ['NUMBER_RANGE', '295147905179352830001', '295147905179352830000'],
    ['NUMBER_RANGE', '295147905179352825856', '295147905179352830000'],
    ['NUMBER_RANGE', '0.123456789012345678', '0.12345678901234568'],
    ['NUMBER_RANGE', '90071992547409.93', '90071992547409.94'],
    ['NUMBER_RANGE', '9999999999999.9995', '9999999999999.998'],
    ['NUMBER_RANGE', '333333333.33333329', '333333333.3333333'],
    ['NUMBER_RANGE', '0.10000000000000001', '0.10000000000000000'],
    ['NUMBER_RANGE', '1.00000000000000001e30', '1.0000000000000000e30'],
    ['NUMBER_RANGE', `1${'0'.repeat(400)}`, `1${'0'.repeat(22)}`],
    ['NUMBER_RANGE', `0.${'0'.repeat(500)}1`, `0.${'0'.repeat(300)}1`],
    ['TOO_DEEP', `${'['.repeat(65)}${']'.repeat(65)}`, `${'['.repeat(64)}${']'.repeat(64)}`],
    ['TOO_DEEP', `${'{"a":'.repeat(65)}0${'}'.repeat(65)}`, `${'{"a":'.repeat(64)}0${'}'.repeat(64)}`],
  ])('%s', (reason, refused, accepted) => {
    expect(reasonOf(refused)).toBe(reason);
    expect(reasonOf(accepted)).toBeNull();
    expect(reasonOf(utf8(accepted))).toBeNull();
  });

  test('NOT_UTF8', () => {
    expect(reasonOf(Uint8Array.of(0x22, 0xff, 0x22))).toBe('NOT_UTF8');
    expect(reasonOf(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22))).toBe('NOT_UTF8');
    expect(reasonOf(Uint8Array.of(0x22, 0xc3, 0xbf, 0x22))).toBeNull();
  });

  test('TOO_LARGE: a byte over 64 MiB, and the limit itself is read', () => {
    const blank = new Uint8Array(MAX_FILE_BYTES + 1).fill(0x20);
    expect(reasonOf(blank)).toBe('TOO_LARGE');
    blank[0] = 0x30;
    expect(reasonOf(blank.subarray(0, MAX_FILE_BYTES))).toBeNull();
  });

  test('BYTE_ORDER_MARK in bytes', () => {
    expect(reasonOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d))).toBe('BYTE_ORDER_MARK');
  });

  test('a million nested brackets are an error, not a crash', () => {
    expect(MAX_DEPTH).toBe(64);
    expect(reasonOf('['.repeat(1_000_000))).toBe('TOO_DEEP');
  });

  test('more objects and lists than fit into memory are an error, one less is none', () => {
    // The outer list counts too.
    const holding = (inner: number) => `[${'[],'.repeat(inner - 1)}[]]`;
    expect(reasonOf(holding(MAX_CONTAINERS - 1))).toBeNull();
    expect(reasonOf(holding(MAX_CONTAINERS))).toBe('TOO_MANY_VALUES');
  });

  test('a number of a million digits is an error, not a hang', () => {
    const start = performance.now();
    expect(reasonOf(`1${'0'.repeat(1_000_000)}1`)).toBe('NUMBER_RANGE');
    expect(reasonOf(`0.1${'0'.repeat(1_000_000)}1`)).toBe('NUMBER_RANGE');
    expect(reasonOf(`1${'0'.repeat(1_000_000)}1e-1000000`)).toBe('NUMBER_RANGE');
    expect(performance.now() - start).toBeLessThan(2000);
  });
});

describe('what is accepted', () => {
  test('__proto__, constructor and toString are ordinary names (S9)', () => {
    const value = parsed('{"__proto__":{"admin":true},"constructor":1,"toString":2}') as object;
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(Object.getPrototypeOf(value)).toBeNull();
    expect('admin' in value).toBe(false);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect(isJsonObject(value as never)).toBe(true);
  });

  test('numbers: -0, spellings of RFC 8785 and every spelling of zero', () => {
    expect(Object.is(parsed('-0'), -0)).toBe(true);
    expect(parsed('[333333333.3333333, 1E30, 4.50, 2e-3, 0.000000000000000000000000001]')).toEqual([
      333333333.3333333, 1e30, 4.5, 0.002, 1e-27,
    ]);
    expect(parsed('[0, 0.0, -0.000, 0e5, 0E-99999999999, 1.0e0]')).toEqual([0, 0, -0, 0, 0, 1]);
    expect(parsed('[5e-324, 1.7976931348623157e308]')).toEqual([5e-324, Number.MAX_VALUE]);
  });

  test('no two numbers that are read have the same double', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.integer({ min: 1, max: 21 }),
        (double, digits) => {
          fc.pre(double !== 0);
          const [, mantissa = '', exponent = ''] = /^(.*)\d(e.*)$/.exec(double.toExponential(digits - 1)) ?? [];
          const texts = [...'0123456789'].map((digit) => `${mantissa}${digit}${exponent}`);
          const read = texts.filter((text) => Number(text) !== 0 && reasonOf(text) === null).map(Number);
          expect(new Set(read).size).toBe(read.length);
          expect(reasonOf(String(double))).toBeNull();
        },
      ),
    );
  });

  test('numbers of messages may be spelt as %.17g and %.0f print doubles, and nothing may be lost of them', () => {
    const read = (text: string) => {
      const result = parseStrictJson(text, 'as-doubles');
      return result.ok ? result.value : result.reason;
    };
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (double) => {
        fc.pre(double !== 0);
        expect(read(String(double))).toBe(double);
        // Seventeen digits of a large integer may be those of its neighbour.
        fc.pre(!Number.isInteger(double) || Number.isSafeInteger(double) || Math.abs(double) >= 1e21);
        expect(read(double.toExponential(16))).toBe(double);
      }),
    );
    expect(read('0.10000000000000001')).toBe(0.1);
    expect(read('1152921504606846976')).toBe(2 ** 60);
    expect(read('1208925819614629174706176')).toBe(2 ** 80);
    for (const text of ['1152921504606846977', '9007199254740993', '0.123456789012345678', '1e400', '1e-400']) {
      expect(read(text)).toBe('NUMBER_RANGE');
    }
  });

  test('a surrogate pair may be half escaped and half not only if it is whole', () => {
    expect(parsed('"\\ud83d\\ude00"')).toBe('\u{1f600}');
    expect(parsed('"\u{1f600}"')).toBe('\u{1f600}');
  });

  test('agrees with JSON.parse on everything that JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'grapheme' }), (value) => {
        const text = JSON.stringify(value, null, 2);
        expect(JSON.stringify(parsed(text))).toBe(JSON.stringify(JSON.parse(text)));
      }),
      { numRuns: 300 },
    );
  });

  test('accepts nothing that JSON.parse refuses, and never throws', () => {
    const fragment = fc.constantFrom(...'{}[]:,"\\u00610d8 -+.eE\ntfn', 'true', 'null', '"a"', '1', '\\"', 'ud800');
    fc.assert(
      fc.property(fc.array(fragment, { maxLength: 12 }), (parts) => {
        const text = parts.join('');
        const result = parseStrictJson(text);
        if (result.ok) JSON.parse(text);
      }),
      { numRuns: 5000 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (noise) => {
        parseStrictJson(noise);
      }),
    );
  });
});

test('a fault says where: offset, line and column', () => {
  const result = parseStrictJson('{\n  "a": 1,\n  "a": 2\n}');
  expect(result).toMatchObject({ ok: false, reason: 'DUPLICATE_NAME', offset: 14, line: 3, column: 3 });
  expect(parseStrictJson('[tru]')).toMatchObject({ reason: 'SYNTAX', offset: 1, line: 1, column: 2 });
  // Bytes of the file, characters of the line: ü has two bytes, the emoji four bytes and two code units.
  expect(parseStrictJson('{"ü":\n"😀",}')).toMatchObject({ offset: 14, line: 2, column: 5 });
});
