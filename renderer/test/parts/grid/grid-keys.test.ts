import { afterEach, describe, expect, test, vi } from 'vitest';
import { copiesRow, rowAfterKey } from '../../../src/parts/grid/grid-keys.ts';

describe('where keys go', () => {
  const at = (current: number, count = 100) => ({ current, count, rowHeight: 34, height: 340 });

  test.each([
    ['ArrowDown', 41],
    ['ArrowUp', 39],
    ['PageDown', 48],
    ['PageUp', 32],
    ['Home', 0],
    ['End', 99],
  ])('%s in the middle goes to row %i', (key, row) => {
    expect(rowAfterKey(key, at(40))).toBe(row);
  });

  test.each(['Enter', 'ArrowRight', 'c', 'arrowdown', 'toString', ''])('%j goes nowhere', (key) => {
    expect(rowAfterKey(key, at(40))).toBeUndefined();
  });

  test('the ends hold', () => {
    expect(rowAfterKey('ArrowDown', at(99))).toBe(99);
    expect(rowAfterKey('PageDown', at(98))).toBe(99);
    expect(rowAfterKey('ArrowUp', at(0))).toBe(0);
    expect(rowAfterKey('PageUp', at(3))).toBe(0);
  });

  test('without a current row the first is next; without rows there is none', () => {
    expect(rowAfterKey('ArrowDown', at(-1))).toBe(0);
    expect(rowAfterKey('ArrowUp', at(-1))).toBe(0);
    expect(rowAfterKey('End', at(-1, 0))).toBe(-1);
    expect(rowAfterKey('ArrowDown', at(-1, 0))).toBe(-1);
  });

  test('a page is one row at least, however low the grid is', () => {
    for (const height of [undefined, 0, 34, 102]) {
      expect(rowAfterKey('PageDown', { ...at(5), height })).toBe(6);
    }
    expect(rowAfterKey('PageDown', { ...at(5), height: 136 })).toBe(7);
  });
});

describe('the copy key', () => {
  const press = (key: string, held: 'ctrl' | 'meta' | null) => ({
    key,
    ctrlKey: held === 'ctrl',
    metaKey: held === 'meta',
  });
  const select = (isCollapsed: boolean | null) =>
    vi.stubGlobal('window', { getSelection: () => (isCollapsed === null ? null : { isCollapsed }) });
  afterEach(() => vi.unstubAllGlobals());

  test('copies the row with Ctrl or ⌘, in either case', () => {
    select(true);
    expect(copiesRow(press('c', 'ctrl'))).toBe(true);
    expect(copiesRow(press('C', 'meta'))).toBe(true);
    expect(copiesRow(press('c', null))).toBe(false);
    expect(copiesRow(press('x', 'ctrl'))).toBe(false);
  });

  test('leaves selected text to the browser', () => {
    select(false);
    expect(copiesRow(press('c', 'ctrl'))).toBe(false);
    select(null);
    expect(copiesRow(press('c', 'ctrl'))).toBe(true);
  });
});
