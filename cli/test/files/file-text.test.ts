import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addedByIndenting, fileText } from '../../src/files/file-text.ts';

/** `count` zeros, `depth` levels deep. */
function nested(depth: number, count: number): object {
  let value: object = Array(count).fill(0);
  for (let level = 1; level < depth; level++) value = [value];
  return value;
}

describe('addedByIndenting', () => {
  it('measures what indenting adds, strings with quotes and backslashes included', () => {
    const string = fc.string({ unit: fc.constantFrom('"', '\\', '{', '}', '[', ']', ':', ',', 'a') });
    const value = fc.letrec((tie) => ({
      any: fc.oneof({ maxDepth: 5 }, string, fc.integer(), fc.constant(null), tie('list'), tie('object')),
      list: fc.array(tie('any'), { maxLength: 4 }),
      object: fc.dictionary(string, tie('any'), { maxKeys: 4 }),
    })).any;
    fc.assert(
      fc.property(value, (any) => {
        const compact = JSON.stringify(any);
        expect(addedByIndenting(compact)).toBe(JSON.stringify(any, null, 2).length - compact.length);
      }),
    );
  });
});

describe('fileText', () => {
  it('indents, and is compact where the indented text would pass the limit', () => {
    expect(fileText('f', { a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}\n');
    expect(fileText('f', nested(60, 560_000))).toBe(`${JSON.stringify(nested(60, 560_000))}\n`);
  });

  it('is compact also where the indented text would pass the length of a string', () => {
    expect(fileText('f', nested(64, 5_000_000)).length).toBeLessThan(10_100_000);
  });

  it('refuses what no form of the text makes readable again, and what leaves no room', () => {
    const bytes = ['x'.repeat(MAX_FILE_BYTES - 5)];
    expect(fileText('f', bytes).length).toBe(MAX_FILE_BYTES);
    expect(() => fileText('f', bytes, 1)).toThrow('f was not written');
    expect(() => fileText('f', ['x'.repeat(MAX_FILE_BYTES)])).toThrow('f was not written');
    expect(() => fileText('f', nested(65, 1))).toThrow('more than 64 levels');
  });
});
