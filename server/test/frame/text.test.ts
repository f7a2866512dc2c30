import { describe, expect, test } from 'vitest';
import { mayHoldNul, requireNoNul } from '../../src/frame/text.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('U+0000', () => {
  test('is refused with the member that holds it', () => {
    for (const [value, field] of [
      [{ a: 'x\u0000' }, 'a'],
      [{ a: [{ b: 1 }, { b: '\u0000' }] }, 'a.1.b'],
      [{ a: { 'b\u0000': 1 } }, 'a'],
      ['\u0000', ''],
    ] as const) {
      expect(() => requireNoNul(value)).toThrow(expect.objectContaining({ code: 'INVALID_REQUEST', field }));
    }
  });

  test('nothing else is', () => {
    for (const value of [undefined, null, 1, 'x', '\u0001', '\\u0000', { a: ['\n', true] }]) requireNoNul(value);
  });

  test('shows in a JSON text as its escape only', () => {
    expect(mayHoldNul(bytes('{"a":"\\u0000"}'))).toBe(true);
    expect(mayHoldNul(bytes('{"a":"0"}'))).toBe(false);
    // An escaped backslash before it: looked at, and then let through.
    expect(mayHoldNul(bytes('{"a":"\\\\u0000"}'))).toBe(true);
  });
});
