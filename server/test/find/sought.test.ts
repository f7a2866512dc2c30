import { describe, expect, test } from 'vitest';
import { lowered, soughtIn } from '../../src/find/sought.ts';

describe('what is sought', () => {
  test('nothing where fewer than two characters are left', () => {
    for (const typed of ['', ' ', 'a', ' a ', '\t\n']) expect(soughtIn(typed)).toBe(null);
    expect(soughtIn(' ab ')?.text).toBe('ab');
  });

  test('a name begins in one spelling, or in the usual ones of letters that the database does not lower', () => {
    expect(soughtIn('STRIPE live')?.spellings).toEqual(['stripe live']);
    expect(soughtIn('ärzte')?.spellings).toEqual(['ärzte', 'Ärzte']);
    expect(soughtIn('éÀb')?.spellings).toEqual(['éÀb', 'éàb', 'ÉÀb', 'Éàb']);
    expect(lowered('AbZ Ä[')).toBe('abz Ä[');
  });

  test('an id from eight characters on, in one word', () => {
    expect(soughtIn('agt_123')?.id).toBe(null);
    expect(soughtIn('agt_1234')?.id).toBe('agt_1234');
    expect(soughtIn('agt_1234 x')?.id).toBe(null);
    expect(soughtIn('hk_12345')?.id).toBe('key_12345');
    expect(soughtIn('ABCDEF0123')?.id).toBe('abcdef0123');
    // The transaction of another chain is no hexadecimal: its case counts.
    expect(soughtIn('5VERYxBase58')?.id).toBe('5VERYxBase58');
  });

  test('a block by its chain and height', () => {
    expect(soughtIn('Ethereum 12')?.block).toEqual({ chain: 'ethereum', height: 12 });
    expect(soughtIn('base #7')?.block).toEqual({ chain: 'base', height: 7 });
    for (const text of ['ethereum', 'ethereum 0', 'ethereum 1e3', 'dogecoin 12', 'ethereum 9999999999999999']) {
      expect(soughtIn(text)?.block).toBe(null);
    }
  });
});
