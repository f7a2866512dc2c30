import { Star } from 'lucide-react';
import { expect, it } from 'vitest';
import { type Entry, matching } from '../../../src/app/find/entry.ts';

const filter = {
  contains: (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase()),
  startsWith: (text: string, part: string) => text.toLowerCase().startsWith(part.toLowerCase()),
};
const entry = (title: string, others: Partial<Entry> = {}): Entry => ({
  id: title,
  title,
  sign: { icon: Star },
  run: () => undefined,
  ...others,
});

it('offers entries in which every word occurs, anywhere in the title or at the beginning of another word', () => {
  const entries = [
    entry('New secret', { also: 'Store secret', detail: 'Secrets' }),
    entry('New receipt', { detail: 'Receipts' }),
    entry('Trust'),
  ];
  const titles = (typed: string) => matching(entries, typed, filter).map(({ title }) => title);
  expect(titles('')).toEqual(['New secret', 'New receipt', 'Trust']);
  expect(titles('new')).toEqual(['New secret', 'New receipt']);
  expect(titles(' secret  STORE ')).toEqual(['New secret']);
  expect(titles('receipt secret')).toEqual([]);
  expect(titles('ecret')).toEqual(['New secret']);
  expect(titles('tore')).toEqual([]);
});
