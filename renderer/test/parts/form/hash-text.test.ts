import { expect, it } from 'vitest';
import { hashTrouble, readHash } from '../../../src/parts/form/hash-text.ts';

const HASH = 'ab'.repeat(32);

it('reads a hash without what stands between groups, and in small letters', () => {
  expect(readHash(' AB:cd-ef 01 ')).toBe('abcdef01');
});

it('says what is wrong with a hash, and nothing where it has 64 digits', () => {
  expect(hashTrouble('ABABABAB '.repeat(8), 'commitment')).toBe('');
  expect(hashTrouble(' ', 'commitment')).toBe('Enter the commitment.');
  expect(hashTrouble('xyz', 'commitment')).toContain('0–9');
  expect(hashTrouble(HASH.slice(1), 'commitment')).toContain('these are 63');
});
