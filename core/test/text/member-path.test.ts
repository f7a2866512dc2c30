import { memberPath } from '@touchstone/core/text/member-path.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

describe('the path of a member', () => {
  test('is its name, below its parent', () => {
    expect(memberPath('', 'subject')).toBe('subject');
    expect(memberPath('subject', 'category')).toBe('subject.category');
    expect(memberPath('', '__proto__')).toBe('__proto__');
  });

  test('quotes a name that could be read as a path, as a list or as nothing', () => {
    expect(memberPath('', 'issuer.name')).toBe('["issuer.name"]');
    expect(memberPath('issuer', 'a, subject')).toBe('issuer["a, subject"]');
    expect(memberPath('', '')).toBe('[""]');
    expect(memberPath('', '["a"]')).toBe(String.raw`["[\"a\"]"]`);
    expect(memberPath('', '0')).toBe('["0"]');
    expect(memberPath('', 'а')).toBe('["а"]');
  });

  test('no two members share one', () => {
    const names = fc.array(fc.string({ unit: fc.constantFrom('a', '.', '[', ']', '"', '\\', ',', ' ') }), {
      minLength: 1,
      maxLength: 3,
    });
    const pathOf = (members: readonly string[]) => members.reduce(memberPath, '');
    fc.assert(
      fc.property(names, names, (left, right) => {
        expect(pathOf(left) === pathOf(right)).toBe(JSON.stringify(left) === JSON.stringify(right));
      }),
      { numRuns: 2_000 },
    );
  });
});
