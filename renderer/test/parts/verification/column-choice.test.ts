import { describe, expect, test } from 'vitest';
import { SORT_KEYS } from '../../../src/parts/verification/batch.ts';
import {
  COLUMN_ORDER,
  DEFAULT_COLUMNS,
  orderedColumns,
  readColumnChoice,
} from '../../../src/parts/verification/column-choice.ts';

describe('column choice', () => {
  test('every sort key has a column', () => {
    expect([...COLUMN_ORDER].sort()).toEqual([...SORT_KEYS].sort());
  });

  test('a stored choice comes back in the order of the table', () => {
    expect(readColumnChoice('["size","outcome","name","code"]')).toEqual(['name', 'outcome', 'code', 'size']);
  });

  test('file and outcome cannot be hidden', () => {
    expect(orderedColumns([])).toEqual(['name', 'outcome']);
  });

  test('what is no list is the default, and unknown words are dropped', () => {
    for (const text of [null, '{', '{"a":1}', '7']) expect(readColumnChoice(text)).toEqual(DEFAULT_COLUMNS);
    expect(readColumnChoice('["constructor",1,null,"time"]')).toEqual(['name', 'outcome', 'time']);
  });
});
