import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { errorFieldHeader, errorFieldOf } from '../../src/api/errors.ts';

describe('12.30: X-Error-Field', () => {
  test('is the path as it is where that is plain, and absent where there is none', () => {
    expect(errorFieldHeader('subject.name')).toBe('subject.name');
    expect(errorFieldHeader('X-Svc-Project')).toBe('X-Svc-Project');
    expect(errorFieldHeader('')).toBe(null);
    expect(errorFieldOf(null)).toBe('');
    expect(errorFieldOf('%E0')).toBe('');
  });

  test('percent-encodes everything else', () => {
    expect(errorFieldHeader('a b%\r\nSet-Cookie: x')).toBe('a%20b%25%0D%0ASet-Cookie:%20x');
    expect(errorFieldHeader('größe.\u202e')).toBe('gr%C3%B6%C3%9Fe.%E2%80%AE');
    expect(errorFieldHeader('\ud800')).toBe('%EF%BF%BD');
    expect(errorFieldHeader('é'.repeat(200))).toBe('%C3%A9'.repeat(33));
  });

  test('is safe whatever the name, and says the name again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        const value = errorFieldHeader(name) ?? '';
        expect(value).toMatch(/^[!-~]{0,200}$/);
        if (value.length < 188) expect(errorFieldOf(value)).toBe(name.toWellFormed());
      }),
    );
  });
});
