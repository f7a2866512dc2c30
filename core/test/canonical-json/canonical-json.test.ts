import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromUtf8, utf8 } from '../../src/bytes.ts';
import { canonicalBytes, canonicalJson, isJsonObject, type JsonValue } from '../../src/canonical-json.ts';
import { parseStrictJson } from '../../src/strict-json.ts';
import { cases, describeVectors, hex, readVectorJson, readVectorText } from '../vectors.ts';

function parse(input: string | Uint8Array): JsonValue {
  const result = parseStrictJson(input);
  if (!result.ok) throw new Error(result.message);
  return result.value;
}

/** JSON values whose strings are well formed, with names that sort differently by code unit and by code point. */
const json = fc.jsonValue({ stringUnit: fc.constantFrom('a', 'B', '\u20ac', '\u{1f600}', '\ufb33', '\r', '"', '1') });

describe('RFC 8785 section 3.2', () => {
  test('the example of section 3.2.2 and 3.2.3', () => {
    const input = `{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`;
    // Its first number is one that we do not read, since its double is the one of another: 333333333.3333333.
    expect(canonicalJson(JSON.parse(input))).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('names sort by UTF-16 code units', () => {
    const input = '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}';
    expect(canonicalJson(parse(input))).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\u{1f600}":5,"\ufb33":3}');
  });

  test('-0 is 0, __proto__ is a name like any other', () => {
    expect(canonicalJson(parse('[-0,-0.0]'))).toBe('[0,0]');
    expect(canonicalJson(parse('{"a":1,"__proto__":{"b":-0}}'))).toBe('{"__proto__":{"b":0},"a":1}');
  });
});

describe('what has no JSON form throws: it is our own mistake', () => {
  test.each([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['undefined', undefined],
    ['an undefined member', { a: undefined }],
    ['a hole in an array', new Array(1)],
    ['a function', () => 1],
    ['a bigint', 1n],
    ['a symbol', Symbol('x')],
    ['a date', new Date(0)],
    ['bytes', new Uint8Array(1)],
    ['a map', new Map()],
    ['a lone surrogate', '\ud800'],
    ['a lone surrogate in a name', { '\udc00': 1 }],
  ])('%s', (_, value) => {
    expect(() => canonicalJson(value as JsonValue)).toThrow(TypeError);
  });

  test('and their neighbours pass', () => {
    expect(canonicalJson({ a: [null, '\ud83d\ude00', 1e21, -1.5] })).toBe('{"a":[null,"\u{1f600}",1e+21,-1.5]}');
    expect(isJsonObject({})).toBe(true);
    for (const value of [null, [], 'x', 1, true, undefined]) expect(isJsonObject(value)).toBe(false);
  });
});

describe('properties', () => {
  test('decoding takes back encoding', () => {
    fc.assert(fc.property(json, (value) => JSON.stringify(parse(canonicalJson(value as JsonValue))) !== undefined));
    fc.assert(
      fc.property(json, (value) => {
        // -0 is the one value that the canonical form does not keep apart.
        const plain: unknown = JSON.parse(JSON.stringify(value));
        const decoded: unknown = JSON.parse(JSON.stringify(parse(canonicalBytes(value as JsonValue))));
        expect(decoded).toEqual(plain);
      }),
    );
  });

  test('the canonical form is a fixed point', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = canonicalJson(value as JsonValue);
        expect(canonicalJson(parse(text))).toBe(text);
        expect(fromUtf8(canonicalBytes(value as JsonValue))).toBe(text);
      }),
    );
  });

  test('the order of members and the white space do not matter', () => {
    const shuffled = (value: unknown, random: () => number): unknown => {
      if (Array.isArray(value)) return value.map((item) => shuffled(item, random));
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(
        ([name, member]) => [random(), name, shuffled(member, random)] as const,
      );
      return Object.fromEntries(entries.sort((a, b) => a[0] - b[0]).map(([, name, member]) => [name, member]));
    };
    fc.assert(
      fc.property(json, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (value, stream) => {
        const other = shuffled(value, () => stream.next().value ?? 0);
        expect(canonicalJson(parse(JSON.stringify(other, null, 3)))).toBe(canonicalJson(value as JsonValue));
      }),
    );
  });

  test('different values have different canonical forms', () => {
    fc.assert(
      fc.property(json, json, (a, b) => {
        fc.pre(JSON.stringify(a) !== JSON.stringify(b));
        const same = canonicalJson(a as JsonValue) === canonicalJson(b as JsonValue);
        if (same) expect(JSON.parse(JSON.stringify(a))).toEqual(JSON.parse(JSON.stringify(b)));
      }),
    );
    expect(canonicalJson('1')).not.toBe(canonicalJson(1));
  });
});

describeVectors('official vectors', () => {
  test.each(['arrays', 'french', 'structures', 'unicode', 'values', 'weird'])('JCS test data: %s', (name) => {
    const canonical = canonicalBytes(JSON.parse(readVectorText(`pqc/jcs/testdata/input/${name}.json`)));
    expect(canonical).toEqual(utf8(readVectorText(`pqc/jcs/testdata/output/${name}.json`).replace(/\n$/, '')));
    expect(canonical).toEqual(hex(readVectorText(`pqc/jcs/testdata/outhex/${name}.txt`).replace(/\s+/g, '')));
  });

  test('RFC 8785 appendix B: numbers', () => {
    const { vectors, mustReject } = readVectorJson<{ vectors: [string, string][]; mustReject: string[] }>(
      'pqc/jcs/rfc8785-appendix-b-numbers.json',
    );
    const double = (bits: string) => new DataView(hex(bits).buffer as ArrayBuffer).getFloat64(0);
    for (const [bits, text] of cases(vectors, 'RFC 8785 appendix B')) {
      expect(canonicalJson(double(bits))).toBe(text);
      expect(canonicalJson(parse(text))).toBe(text);
    }
    for (const bits of cases(mustReject, 'RFC 8785 appendix B, refused')) {
      expect(() => canonicalJson(double(bits))).toThrow(TypeError);
    }
    expect(vectors).toHaveLength(24);
  });
});
