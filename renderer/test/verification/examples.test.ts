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

  test('reads the key sets that an example needs', () => {
    const entry = { file: 'a', title: 'A', description: 'B' };
    const keys = readExampleIndex(JSON.stringify([{ ...entry, keys: ['keys/k.json', 7] }, entry]));
    expect(keys.map((one) => one.keys)).toEqual([['keys/k.json'], []]);
  });

  test('refuses an entry without a title', () => {
    expect(() => readExampleIndex('[{"file":"a","description":""}]')).toThrow(TypeError);
  });
});
