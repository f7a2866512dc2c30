import { describe, expect, test } from 'vitest';
import {
  ancestorsOf,
  pointerOf,
  previewOf,
  readablePath,
  searchJson,
  visibleRows,
} from '../../../src/parts/json/json-rows.ts';

const DOCUMENT = { a: { 'b/c~': [1, 'Needle'] }, __needle__: null };

describe('json rows', () => {
  test('only expanded values show what they hold', () => {
    expect(visibleRows(DOCUMENT, new Set()).map(({ pointer }) => pointer)).toEqual(['']);
    const rows = visibleRows(DOCUMENT, new Set(['', '/a', '/a/b~1c~0']));
    expect(rows.map(({ pointer }) => pointer)).toEqual([
      '',
      '/a',
      '/a/b~1c~0',
      '/a/b~1c~0/0',
      '/a/b~1c~0/1',
      '/__needle__',
    ]);
    expect(rows.map(({ depth }) => depth)).toEqual([0, 1, 2, 3, 3, 1]);
  });

  test('paths are written so that they can be read back', () => {
    expect(readablePath(['a', 'b/c~', 1])).toBe('$.a["b/c~"][1]');
    expect(pointerOf(['a', 'b/c~', 1])).toBe('/a/b~1c~0/1');
    expect(ancestorsOf(['a', 'b/c~', 1])).toEqual(['', '/a', '/a/b~1c~0']);
  });

  test('search finds names and values and says when it stopped', () => {
    expect(searchJson(DOCUMENT, 'NEEDLE', 10)).toEqual({ found: [['a', 'b/c~', 1], ['__needle__']], more: false });
    expect(searchJson(DOCUMENT, 'needle', 1)).toMatchObject({ more: true });
    expect(searchJson(DOCUMENT, 'absent', 1)).toEqual({ found: [], more: false });
    expect(searchJson(DOCUMENT, '', 1)).toEqual({ found: [], more: false });
  });

  test('previews', () => {
    expect(previewOf({ value: [1], count: 1 }, 9)).toBe('[ ] 1 item');
    expect(previewOf({ value: {}, count: 0 }, 9)).toBe('{ } 0 members');
    expect(previewOf({ value: null, count: null }, 9)).toBe('null');
    expect(previewOf({ value: 'a\nb', count: null }, 9)).toBe('"a\\nb"');
    expect(previewOf({ value: 'abcdef', count: null }, 3)).toBe('"abc…');
  });
});
