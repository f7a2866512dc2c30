import { expect, test } from 'vitest';
import { finish } from '../../../../../src/lib/work/slices.ts';
import { receiptLine, rowLines } from '../../../../../src/pages/record/agents/rows/row-lines.ts';
import { NO_FILTER, rowList } from '../../../../../src/pages/record/agents/rows/row-list.ts';
import { waterfallLine } from '../../../../../src/pages/record/agents/waterfall/waterfall-line.ts';
import { keptFork } from '../kept-fork.ts';
import { graphOf, loaded, receiptsOf } from '../receipts.ts';

const root = loaded(
  'ags_00',
  receiptsOf('ags_00', 5, {
    1: { action_type: 'session.delegate', details: { child_session_id: 'ags_01' } },
    3: { details: { status: 'failure' } },
  }),
);
const graph = graphOf(root, loaded('ags_01', receiptsOf('ags_01', 2)));
const begin = root.columns.idAt(4);
const list = finish(
  rowList(graph, {
    expanded: new Set(['ags_01']),
    filter: NO_FILTER,
    collapsesRuns: false,
    openRuns: new Set(),
    forks: new Map([[begin, [keptFork('fork_a', begin)]]]),
  }),
);

test('what was delegated, and forks, are under the receipt that they follow', () => {
  expect(rowLines(list, (row) => `row ${row}`)).toEqual([
    { text: 'row 0', lines: [] },
    {
      text: 'row 1',
      lines: [
        { text: 'row 2', lines: [] },
        { text: 'row 3', lines: [] },
      ],
    },
    { text: 'row 4', lines: [] },
    { text: 'row 5', lines: [] },
    { text: 'row 6', lines: [{ text: 'row 7', lines: [] }] },
  ]);
});

test('a receipt says its number, time, kind, contents and outcome; a fork that it is a simulation', () => {
  expect(receiptLine(list, 5, -1)).toMatch(
    /^4, \d\d:\d\d:\d\d\.000, Tool: tool:svc\.tool\.example\.read\.v1, Read page 3 – Failed$/,
  );
  expect(receiptLine(list, 5, 5)).toMatch(/ – Broken here$/);
  expect(receiptLine(list, 7, -1)).toBe('Fork (simulation, not evidence): 1 of 2 receipts different');
});

test('a bar says from when to when, and what came out where that stands out', () => {
  const first = root.columns.time[0] ?? 0;
  expect(waterfallLine(list, 4, first)).toBe('3, Tool svc.tool.example.read.v1: from +1.00 s to +2.00 s, 1.00 s');
  expect(waterfallLine(list, 5, first)).toBe(
    '4, Tool svc.tool.example.read.v1: from +2.00 s to +3.00 s, 1.00 s, failed',
  );
  expect(waterfallLine(list, 7, first)).toBe('5, Fork (simulation, not evidence): at +4.00 s');
});
