import { expect, test } from 'vitest';
import { finish } from '../../../../../src/lib/work/slices.ts';
import { stripWords } from '../../../../../src/pages/record/agents/lanes/strip-words.ts';
import { NO_FILTER, rowList } from '../../../../../src/pages/record/agents/rows/row-list.ts';
import { graphOf, loaded, receiptsOf } from '../receipts.ts';

const listOf = (count: number, failed: number) =>
  finish(
    rowList(graphOf(loaded('ags_00', receiptsOf('ags_00', count, { [failed]: { details: { status: 'failure' } } }))), {
      expanded: new Set(),
      filter: NO_FILTER,
      collapsesRuns: false,
      openRuns: new Set(),
      forks: new Map(),
    }),
  );

test('a place of one row names its receipt and outcome', () => {
  const list = listOf(10, 4);
  expect(stripWords(list, 45, 100, -1)).toBe('Receipt 5: Failed');
  expect(stripWords(list, 99, 100, -1)).toBe('Receipt 10: Success');
  expect(stripWords(list, 45, 100, 4)).toBe('Receipt 5: the chain is broken here');
});

test('a place that rows share names the worst of them', () => {
  const list = listOf(1_000, 512);
  expect(stripWords(list, 51, 100, -1)).toBe('Rows 511–520: failed or denied');
  expect(stripWords(list, 0, 100, -1)).toBe('Rows 1–10: nothing unusual');
  expect(stripWords(list, 0, 100, 3)).toBe('Rows 1–10: the chain is broken here');
});
