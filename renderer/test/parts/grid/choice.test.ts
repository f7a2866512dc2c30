import { describe, expect, test } from 'vitest';
import { choiceKey, extentOf, toggled, withRange } from '../../../src/parts/grid/choice.ts';

const IDS = ['a', 'b', 'c', 'd'];
const key = (
  name: string,
  held: Partial<Record<'ctrlKey' | 'metaKey' | 'shiftKey', boolean>> = {},
  hasChosen = false,
) => choiceKey({ key: name, ctrlKey: false, metaKey: false, shiftKey: false, ...held }, hasChosen);

describe('the rows that are chosen', () => {
  test('one is added and taken away, and the choice before stays as it was', () => {
    const before = new Set(['a']);
    expect(toggled(before, 'b')).toEqual(new Set(['a', 'b']));
    expect(toggled(before, 'a')).toEqual(new Set());
    expect(before).toEqual(new Set(['a']));
  });

  test('a range goes both ways, keeps what was chosen, and ends where the list does', () => {
    expect(withRange(new Set(), IDS, 1, 2)).toEqual(new Set(['b', 'c']));
    expect(withRange(new Set(['a']), IDS, 3, 2)).toEqual(new Set(['a', 'c', 'd']));
    expect(withRange(new Set(), IDS, -1, 9)).toEqual(new Set(IDS));
  });

  test('what was filtered out does not count', () => {
    expect(extentOf(new Set(['gone']), IDS)).toBe('none');
    expect(extentOf(new Set(['gone', 'a']), IDS)).toBe('some');
    expect(extentOf(new Set(['gone', ...IDS]), IDS)).toBe('all');
    expect(extentOf(new Set(), [])).toBe('none');
  });

  test('Space, Shift, Ctrl or ⌘ with A, and Esc', () => {
    expect(key(' ')).toBe('toggle');
    expect(key(' ', { shiftKey: true })).toBe('range');
    expect(key('ArrowDown', { shiftKey: true })).toBe('range');
    expect(key('a', { ctrlKey: true })).toBe('all');
    expect(key('A', { metaKey: true })).toBe('all');
    expect(key('Escape', {}, true)).toBe('none');
  });

  test('other keys are the grid’s', () => {
    for (const other of ['Escape', 'a', 'ArrowDown', 'Enter', 'Home']) expect(key(other)).toBeNull();
    expect(key('c', { ctrlKey: true })).toBeNull();
    expect(key('ArrowDown', { shiftKey: true, ctrlKey: true })).toBeNull();
  });
});
