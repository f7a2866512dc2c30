import { describe, expect, test } from 'vitest';
import { findRows } from '../../../../../src/pages/record/agents/fork/find-rows.ts';

const TEXTS = ['node_12 session.start', 'node_b2 tool:read 2 files', 'node_c3 tool:send Mail to Ada'];
const source = { count: 3, textsAt: (row: number) => [TEXTS[row] ?? ''], isTrouble: (row: number) => row === 2 };

describe('findRows', () => {
  test('nothing typed lists all, up to the limit', () => {
    expect(findRows(source, ' ', 5)).toEqual({ rows: [0, 1, 2], more: false });
    expect(findRows(source, '', 2)).toEqual({ rows: [0, 1], more: true });
    expect(findRows(source, '', 3)).toEqual({ rows: [0, 1, 2], more: false });
  });
  test('text is found whatever its case', () => {
    expect(findRows(source, 'ADA', 5).rows).toEqual([2]);
    expect(findRows(source, 'tool:', 5).rows).toEqual([1, 2]);
    expect(findRows(source, 'nowhere', 5).rows).toEqual([]);
  });
  test('a number is a place, and a text all the same', () => {
    expect(findRows(source, '2', 5).rows).toEqual([0, 1]);
    expect(findRows(source, '#3', 5).rows).toEqual([2]);
  });
  test('failed lists what failed', () => {
    expect(findRows(source, 'failed', 5).rows).toEqual([2]);
  });
});
