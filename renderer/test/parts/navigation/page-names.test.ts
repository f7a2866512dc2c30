import { describe, expect, it } from 'vitest';
import { PAGE_GROUPS, PAGE_NAMES } from '../../../src/parts/navigation/page-names.ts';

describe('the names of pages', () => {
  const sequences = PAGE_NAMES.map(({ letters }) => letters);

  it("have letters of their own, none of which begins another page's", () => {
    const begins = sequences.flatMap((one, at) =>
      sequences
        .filter((other, place) => place !== at && other.startsWith(one))
        .map((other) => `${one} begins ${other}`),
    );
    expect(begins).toEqual([]);
    expect(sequences.every((letters) => letters.length >= 1 && letters.length <= 2)).toBe(true);
  });

  it('stand in the order of their groups', () => {
    const order = PAGE_GROUPS.map(({ id }) => id as string);
    const places = PAGE_NAMES.map(({ group }) => order.indexOf(group));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
  });
});
