import { describe, expect, test } from 'vitest';
import { looksLikeKeySet } from '../../../src/parts/verification/key-set-peek.ts';
import { keySet } from './rows.ts';

describe('a quick look for key sets', () => {
  test('every key set is taken for one, however it is laid out', async () => {
    expect(await looksLikeKeySet(new Blob([JSON.stringify(keySet())]))).toBe(true);
    expect(await looksLikeKeySet(new Blob([JSON.stringify(keySet(), null, 2)]))).toBe(true);
  });

  test('other files are not', async () => {
    expect(await looksLikeKeySet(new Blob(['{}']))).toBe(false);
    expect(await looksLikeKeySet(new Blob(['{"manifest_hash": "keyset_id"}']))).toBe(false);
    expect(await looksLikeKeySet(new Blob([]))).toBe(false);
  });

  test('nor is one that cannot be read', async () => {
    const moved = new Blob(['{}']);
    Object.defineProperty(moved, 'text', { value: () => Promise.reject(new Error('moved')) });
    expect(await looksLikeKeySet(moved)).toBe(false);
  });
});
