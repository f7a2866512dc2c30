import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NO_ROWS,
  rowOfElement,
  rowsInSight,
  rowsToMake,
  topToShow,
  windowAround,
} from '../../../src/parts/grid/row-window.ts';

const at = (first: number, count = 100_000) => rowsInSight(first * 30, 540, 30, count);

describe('rows in sight', () => {
  it('are as many wherever a person stands, until the end', () => {
    expect(rowsInSight(0, 540, 30, 1000)).toEqual({ first: 0, last: 18 });
    expect(rowsInSight(44, 540, 30, 1000)).toEqual({ first: 1, last: 19 });
    expect(rowsInSight(982 * 30, 540, 30, 1000)).toEqual({ first: 982, last: 999 });
  });

  it('are none in an empty list, and within a list that became shorter than where a person stands', () => {
    expect(rowsToMake(rowsInSight(0, 540, 30, 0), -1)).toEqual([]);
    expect(rowsInSight(9000, 540, 30, 5)).toEqual({ first: 4, last: 4 });
  });
});

describe('the window of rows', () => {
  it('has some above and below at first, and stays while it serves', () => {
    const start = windowAround(NO_ROWS, at(50), 100_000, true);
    expect(start).toMatchObject({ first: 46, last: 72, base: 46, isFar: false });
    expect(windowAround(start, at(53), 100_000, false)).toBe(start);
  });

  it('lets rows keep their elements on a short way', () => {
    const start = windowAround(NO_ROWS, at(50), 100_000, true);
    expect(windowAround(start, at(56), 100_000, false)).toMatchObject({ first: 52, last: 78, base: start.base });
  });

  it('lends all elements on a long way and makes only what is seen', () => {
    const start = windowAround(NO_ROWS, at(50), 100_000, true);
    const far = windowAround(start, at(500), 100_000, false);
    expect(far).toEqual({ first: 500, last: 518, base: 500, isFar: true });
    const further = windowAround(far, at(900), 100_000, false);
    expect(further).toEqual({ first: 900, last: 918, base: 900, isFar: true });
    const rest = windowAround(further, at(900), 100_000, true);
    expect(rest).toEqual({ first: 896, last: 922, base: 900, isFar: false });
    expect(windowAround(rest, at(900), 100_000, true)).toBe(rest);
  });

  it('comes to rest also where a few rows are all of the list', () => {
    const start = windowAround({ first: 0, last: 2, base: 0, isFar: true }, at(0, 3), 3, true);
    expect(start).toMatchObject({ first: 0, last: 2 });
  });

  it('holds what is in sight, and nothing beyond the list, wherever a person goes', () => {
    const step = fc.record({
      row: fc.nat(3000),
      count: fc.constantFrom(0, 1, 7, 40, 3000),
      isAtRest: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let view = NO_ROWS;
        for (const { row, count, isAtRest } of steps) {
          const sight = rowsInSight(row * 30, 540, 30, count);
          view = windowAround(view, sight, count, isAtRest);
          expect(view.last).toBeLessThan(count);
          expect(view.first).toBeGreaterThanOrEqual(0);
          if (count > 0) {
            expect(view.first).toBeLessThanOrEqual(sight.first);
            expect(view.last).toBeGreaterThanOrEqual(sight.last);
          }
          expect(view.last - view.first).toBeLessThan(19 + 9 + 9);
        }
      }),
    );
  });
});

describe('the rows to make', () => {
  const view = { first: 10, last: 12 };
  it('have the current one in its place', () => {
    expect(rowsToMake(view, -1)).toEqual([10, 11, 12]);
    expect(rowsToMake(view, 11)).toEqual([10, 11, 12]);
    expect(rowsToMake(view, 3)).toEqual([3, 10, 11, 12]);
    expect(rowsToMake(view, 40)).toEqual([10, 11, 12, 40]);
  });
});

describe('the row of an element', () => {
  const rowsOf = (first: number, base: number, count: number) =>
    Array.from({ length: count }, (_, place) => rowOfElement(place, { first, base }, count));

  it('is each row of the window once, wherever it begins', () => {
    const numbers = fc.record({
      first: fc.nat(100_000),
      base: fc.nat(100_000),
      count: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(numbers, ({ first, base, count }) => {
        const rows = rowsOf(first, base, count).toSorted((a, b) => a - b);
        expect(rows).toEqual(Array.from({ length: count }, (_, place) => first + place));
      }),
    );
  });

  it('stays while the row is within the window', () => {
    const before = rowsOf(50, 46, 27);
    const after = rowsOf(60, 46, 27);
    for (let row = 60; row < 77; row++) expect(after.indexOf(row)).toBe(before.indexOf(row));
  });

  it('is beyond the window where there are more elements than rows', () => {
    expect(rowsOf(500, 500, 27).filter((row) => row > 518)).toHaveLength(8);
  });
});

describe('where to scroll to show a row', () => {
  const from = { top: 300, height: 540, rowHeight: 30 };
  it('goes the shortest way, and nowhere where the row is in sight', () => {
    expect(topToShow(10, { ...from, align: 'nearest' })).toBe(300);
    expect(topToShow(27, { ...from, align: 'nearest' })).toBe(300);
    expect(topToShow(28, { ...from, align: 'nearest' })).toBe(330);
    expect(topToShow(2, { ...from, align: 'nearest' })).toBe(60);
  });

  it('puts it in the middle, or at the start of the list', () => {
    expect(topToShow(100, { ...from, align: 'middle' })).toBe(3000 - 255);
    expect(topToShow(1, { ...from, align: 'middle' })).toBe(0);
  });
});
