import { expect, test } from 'vitest';
import { wordsOf } from '../../src/search/words.ts';

const words = (text: string) => [...wordsOf(text)].map(({ word }) => word);

test('words are in lower case and in compatibility form, without marks and blanks', () => {
  expect(words("The insurer's liability: £1,000 (e-mail).")).toEqual([
    'the',
    "insurer's",
    'liability',
    '1,000',
    'e',
    'mail',
  ]);
  expect(words('ＡＢＣ ﬁnal')).toEqual(['abc', 'final']);
  // One letter, written in two ways.
  expect(words('Caf\u00e9')).toEqual(words('Cafe\u0301'));
  expect(words('!? … —')).toEqual([]);
});

test('letters that have no lower case in common stay apart, the same in an index and in a query', () => {
  expect(words('Straße STRASSE')).toEqual(['straße', 'strasse']);
  expect(words('İstanbul')).toEqual(['i\u0307stanbul']);
  expect(words('i\u0307stanbul')).toEqual(words('İSTANBUL'));
});

test('scripts without blanks have words too', () => {
  expect(words('私は学生です').length).toBeGreaterThan(1);
});

test('a word says where it begins', () => {
  const text = 'über alle 😀 Berge';
  for (const { word, at } of wordsOf(text)) expect(text.slice(at).toLowerCase().startsWith(word)).toBe(true);
});

test('what is too long for a word counts by its beginning', () => {
  expect(words('a'.repeat(500))).toEqual(['a'.repeat(200)]);
});
