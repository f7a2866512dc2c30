import { describe, expect, it } from 'vitest';
import { finish } from '../../../../../src/lib/work/slices.ts';
import { NO_FILTER, rowList } from '../../../../../src/pages/record/agents/rows/row-list.ts';
import { longestRow, rangeOf, spanOf } from '../../../../../src/pages/record/agents/waterfall/spans.ts';
import { keptFork } from '../kept-fork.ts';
import { graphOf, loaded, receiptsOf } from '../receipts.ts';

/** Receipts of `receiptsOf` are a second apart, from this moment on. */
const BEGIN = 1_000_000;

const root = loaded(
  'ags_00',
  receiptsOf('ags_00', 6, { 2: { action_type: 'session.delegate', details: { child_session_id: 'ags_01' } } }),
);
// The delegated session begins half a second after the receipt that delegated, and waits once.
const child = loaded('ags_01', receiptsOf('ags_01', 3));
for (const [row, offset] of [2_500, 2_600, 4_600].entries()) child.columns.time[row] = BEGIN + offset;
const graph = graphOf(root, child);

const listOf = (expanded: readonly string[], forks = new Map()) =>
  finish(
    rowList(graph, {
      expanded: new Set(expanded),
      filter: NO_FILTER,
      collapsesRuns: false,
      openRuns: new Set(),
      forks,
    }),
  );
const offsets = (span: ReturnType<typeof spanOf>) => (span === null ? null : [span.start - BEGIN, span.end - BEGIN]);

describe('the spans of a waterfall', () => {
  it('go from the receipt before in the session to the receipt; the first one is a moment', () => {
    const list = listOf([]);
    expect([0, 1, 5].map((row) => offsets(spanOf(list, row)))).toEqual([
      [0, 0],
      [0, 1_000],
      [4_000, 5_000],
    ]);
  });

  it('of a delegated session begin at the receipt that delegated, and do not shift those of its parent', () => {
    const list = listOf(['ags_01']);
    expect(Array.from({ length: list.count }, (_, row) => offsets(spanOf(list, row)))).toEqual([
      [0, 0],
      [0, 1_000],
      [1_000, 2_000],
      [2_000, 2_500],
      [2_500, 2_600],
      [2_600, 4_600],
      [2_000, 3_000],
      [3_000, 4_000],
      [4_000, 5_000],
    ]);
    expect(longestRow(list)).toBe(5);
    expect(offsets(rangeOf(list, 3, 4))).toEqual([2_000, 2_600]);
    expect(offsets(rangeOf(list, -5, 99))).toEqual([0, 5_000]);
  });

  it('of a fork are the moment at which it begins', () => {
    const id = root.columns.idAt(3);
    const list = listOf([], new Map([[id, [keptFork('fork_a', id)]]]));
    expect(offsets(spanOf(list, 4))).toEqual([3_000, 3_000]);
    // The receipt after it follows the one before the fork.
    expect(offsets(spanOf(list, 5))).toEqual([3_000, 4_000]);
  });

  it('are none where a receipt states no time, and moments where the one before it states none', () => {
    const untimed = loaded('ags_02', receiptsOf('ags_02', 4));
    untimed.columns.time[1] = Number.NaN;
    const list = finish(
      rowList(graphOf(untimed), {
        expanded: new Set(),
        filter: NO_FILTER,
        collapsesRuns: false,
        openRuns: new Set(),
        forks: new Map(),
      }),
    );
    expect(offsets(spanOf(list, 1))).toBeNull();
    expect(offsets(spanOf(list, 2))).toEqual([2_000, 2_000]);
    expect(rangeOf(list, 1, 1)).toBeNull();
    expect(longestRow(listOf([]))).toBe(1);
  });
});
