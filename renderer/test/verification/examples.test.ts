import { describe, expect, test } from 'vitest';
import { readExampleIndex } from '../../src/verification/examples.ts';

describe('example index', () => {
  test('reads entries with and without an expectation', () => {
    const entry = { file: 'a.pqv.json', title: 'A', description: 'B' };
    const text = JSON.stringify([{ ...entry, expected: { outcome: 'FAILED', code: 'HASH_MISMATCH' } }, entry]);
    expect(readExampleIndex(text).map(({ expected }) => expected)).toEqual([
      { outcome: 'FAILED', code: 'HASH_MISMATCH' },
      null,
    ]);
  });

  test('refuses an entry without a title', () => {
    expect(() => readExampleIndex('[{"file":"a","description":""}]')).toThrow(TypeError);
  });
});
