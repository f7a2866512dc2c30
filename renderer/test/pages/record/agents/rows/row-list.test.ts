import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../../../src/lib/work/slices.ts';
import { layoutLanes } from '../../../../../src/pages/record/agents/lanes/layout.ts';
import { worstOf } from '../../../../../src/pages/record/agents/lanes/worst.ts';
import { placeAt, rowOfPlace } from '../../../../../src/pages/record/agents/rows/place.ts';
import {
  NO_FILTER,
  nextTrouble,
  type RowChoice,
  type RowList,
  receiptRowOf,
  rowList,
  rowOfNode,
  runKey,
  weightOf,
} from '../../../../../src/pages/record/agents/rows/row-list.ts';
import { keptFork } from '../kept-fork.ts';
import { graphOf, loaded, receiptsOf } from '../receipts.ts';

const CHOICE: RowChoice = {
  expanded: new Set(),
  filter: NO_FILTER,
  collapsesRuns: false,
  openRuns: new Set(),
  forks: new Map(),
};

const delegates = (child: string) => ({ action_type: 'session.delegate', details: { child_session_id: child } });
const failed = { details: { status: 'failure' as const } };

const graph = graphOf(
  loaded('ags_00', receiptsOf('ags_00', 12, { 3: delegates('ags_01'), 10: failed })),
  loaded('ags_01', receiptsOf('ags_01', 5, { 2: delegates('ags_02') })),
  loaded('ags_02', receiptsOf('ags_02', 2)),
);

const listOf = (...of: Parameters<typeof rowList>): RowList => finish(rowList(...of));

/** `session/row`, with the length of runs; of a fork, its id. */
function places({ count, sessions, session, node, length, forks }: RowList): string[] {
  return Array.from({ length: count }, (_, row) => {
    if (length[row] === 0) return forks.get(row)?.fork_id ?? 'no fork';
    const run = (length[row] ?? 1) > 1 ? `x${length[row]}` : '';
    return `${sessions[session[row] ?? 0]?.id.slice(4)}/${node[row]}${run}`;
  });
}

describe('rowList', () => {
  it('shows the open session alone until a delegated one is opened out, right after the receipt that delegated', () => {
    expect(places(listOf(graph, CHOICE))).toEqual(Array.from({ length: 12 }, (_, row) => `00/${row}`));
    const open = listOf(graph, { ...CHOICE, expanded: new Set(['ags_01', 'ags_02']) });
    expect(places(open).slice(2, 13)).toEqual([
      '00/2',
      '00/3',
      '01/0',
      '01/1',
      '01/2',
      '02/0',
      '02/1',
      '01/3',
      '01/4',
      '00/4',
      '00/5',
    ]);
    expect([...open.level.slice(3, 11)]).toEqual([1, 2, 2, 2, 3, 3, 2, 2]);
    expect([...open.parent.slice(3, 12)]).toEqual([2, 3, 4, 5, 6, 7, 6, 9, 3]);
    expect(layoutLanes(open.parent).lanes).toBe(3);
  });

  it('shows a delegated session once, and ends where sessions claim to delegate in a circle', () => {
    const circle = graphOf(
      loaded('ags_00', receiptsOf('ags_00', 3, { 1: delegates('ags_01'), 2: delegates('ags_01') })),
      loaded('ags_01', receiptsOf('ags_01', 2, { 1: delegates('ags_00') })),
    );
    const list = listOf(circle, { ...CHOICE, expanded: new Set(['ags_00', 'ags_01']) });
    expect(places(list)).toEqual(['00/0', '00/1', '01/0', '01/1', '00/2']);
  });

  it('puts unremarkable receipts together, and opens a run', () => {
    const list = listOf(graph, { ...CHOICE, collapsesRuns: true });
    expect(places(list)).toEqual(['00/0', '00/1', '00/2', '00/3', '00/4x6', '00/10', '00/11']);
    const opened = listOf(graph, { ...CHOICE, collapsesRuns: true, openRuns: new Set([runKey('ags_00', 4)]) });
    expect(places(opened)).toEqual(Array.from({ length: 12 }, (_, row) => `00/${row}`));
  });

  it('filters by outcome, kind and text, and says where receipts are left out', () => {
    const trouble = listOf(graph, { ...CHOICE, filter: { ...NO_FILTER, outcome: 'trouble' } });
    expect(places(trouble)).toEqual(['00/10']);
    expect([...trouble.skips]).toEqual([1]);
    expect(trouble.parent[0]).toBe(-1);
    const kinds = listOf(graph, {
      ...CHOICE,
      filter: { ...NO_FILTER, kind: 'delegate' },
      expanded: new Set(['ags_01']),
    });
    expect(places(kinds)).toEqual(['00/3', '01/2']);
    expect(kinds.parent[1]).toBe(0);
    expect(kinds.skips[1]).toBe(1);
    const text = listOf(graph, { ...CHOICE, filter: { ...NO_FILTER, text: 'PAGE 1' } });
    expect(places(text)).toEqual(['00/1', '00/10', '00/11']);
    expect(places(listOf(graph, { ...CHOICE, filter: { ...NO_FILTER, text: 'page (' } }))).toEqual([]);
  });

  it('keeps every receipt exactly once, each after its parent, whatever is chosen', () => {
    fc.assert(
      fc.property(fc.subarray(['ags_01', 'ags_02']), fc.boolean(), fc.boolean(), (open, collapsesRuns, opensRun) => {
        const openRuns = new Set(opensRun ? [runKey('ags_00', 4)] : []);
        const list = listOf(graph, { ...CHOICE, expanded: new Set(open), collapsesRuns, openRuns });
        const seen = new Set<string>();
        for (let row = 0; row < list.count; row++) {
          expect(list.parent[row]).toBeLessThan(row);
          for (let step = 0; step < (list.length[row] ?? 1); step++) {
            const key = `${list.session[row]} ${(list.node[row] ?? 0) + step}`;
            expect(seen.has(key)).toBe(false);
            seen.add(key);
          }
        }
        expect(seen.size).toBe(list.sessions.reduce((sum, { count }) => sum + count, 0));
      }),
    );
  });

  it('finds the row of a receipt, also inside a run', () => {
    const list = listOf(graph, { ...CHOICE, collapsesRuns: true });
    expect(rowOfNode(list, 'ags_00', 7)).toBe(4);
    expect(rowOfNode(list, 'ags_00', 10)).toBe(5);
    expect(rowOfNode(list, 'ags_01', 0)).toBe(-1);
    expect(rowOfNode(list, 'ags_00', 12)).toBe(-1);
  });

  it('goes from failure to failure and round', () => {
    const list = listOf(graph, CHOICE);
    expect(nextTrouble(list, -1, -1)).toBe(10);
    expect(nextTrouble(list, 10, -1)).toBe(10);
    expect(weightOf(list, 10)).toBe(3);
    expect(nextTrouble(listOf(graphOf(loaded('ags_02', receiptsOf('ags_02', 4))), CHOICE), -1, -1)).toBe(-1);
  });

  it('console H1: stops at the receipt at which the chain breaks, and the strip shows it as the worst', () => {
    const plain = listOf(graphOf(loaded('ags_02', receiptsOf('ags_02', 8))), CHOICE);
    expect(nextTrouble(plain, -1, 3)).toBe(3);
    expect(nextTrouble(plain, 3, 3)).toBe(3);
    expect([...worstOf(plain, 8, 3)]).toEqual([0, 0, 0, 4, 0, 0, 0, 0]);
    expect(Math.max(...worstOf(plain, 2, 7))).toBe(4);
  });
});

/** Forks that begin at these receipts, by the names of their ids. */
function forksAt(begins: Readonly<Record<string, readonly string[]>>): RowChoice['forks'] {
  return new Map(Object.entries(begins).map(([from, ids]) => [from, ids.map((id) => keptFork(id, from))]));
}

describe('rowList with forks', () => {
  const lanesOf = (list: RowList) => layoutLanes(list.parent, (row) => list.length[row] === 0);
  const collapsed = { ...CHOICE, collapsesRuns: true };
  const whole = Array.from({ length: 12 }, (_, row) => `00/${row}`);

  it('shows each right after its receipt, in the order given, one level deeper and in a lane of its own', () => {
    const forks = forksAt({
      node_000000: ['fork_a'],
      node_000006: ['fork_c', 'fork_b'],
      node_00000b: ['fork_e', 'fork_d'],
    });
    const list = listOf(graph, { ...CHOICE, forks });
    const expected = [...whole];
    expected.splice(1, 0, 'fork_a');
    expected.splice(8, 0, 'fork_c', 'fork_b');
    expected.push('fork_e', 'fork_d');
    expect(places(list)).toEqual(expected);
    expect([...list.forks.keys()]).toEqual([1, 8, 9, 15, 16]);
    expect([...list.level].flatMap((level, row) => (level === 2 ? [row] : []))).toEqual([1, 8, 9, 15, 16]);
    // The chain goes on from the receipt, not from the fork.
    expect([1, 2, 8, 9, 10, 15, 16].map((row) => list.parent[row])).toEqual([0, 0, 7, 7, 7, 14, 14]);
    const layout = lanesOf(list);
    expect(layout.lanes).toBe(2);
    expect([...layout.lane].flatMap((lane, row) => (lane === 1 ? [row] : []))).toEqual([1, 8, 9, 15, 16]);
  });

  it('shows those of a delegated session where that is opened out, before the receipts that follow', () => {
    const forks = forksAt({ node_000003: ['fork_a'], node_010004: ['fork_b'] });
    expect(places(listOf(graph, { ...CHOICE, forks })).filter((place) => place.startsWith('fork'))).toEqual(['fork_a']);
    const list = listOf(graph, { ...CHOICE, forks, expanded: new Set(['ags_01']) });
    expect(places(list).slice(3, 12)).toEqual([
      '00/3',
      'fork_a',
      '01/0',
      '01/1',
      '01/2',
      '01/3',
      '01/4',
      'fork_b',
      '00/4',
    ]);
    expect([...list.level.slice(3, 12)]).toEqual([1, 2, 2, 2, 2, 2, 2, 3, 1]);
    const { lane } = lanesOf(list);
    expect([lane[3], lane[11]]).toEqual([0, 0]);
    expect(lane[10]).not.toBe(lane[9]);
  });

  it('splits a run at the receipt, and keeps one open that was opened before the fork came', () => {
    const at = (node: string) => ({ ...collapsed, forks: forksAt({ [node]: ['fork_a'] }) });
    const long = graphOf(loaded('ags_00', receiptsOf('ags_00', 14)));
    expect(places(listOf(long, collapsed))).toEqual(['00/0', '00/1x13']);
    expect(places(listOf(long, at('node_000007')))).toEqual(['00/0', '00/1x6', '00/7', 'fork_a', '00/8x6']);
    expect(places(listOf(long, at('node_000001')))).toEqual(['00/0', '00/1', 'fork_a', '00/2x12']);
    expect(places(listOf(long, at('node_00000d')))).toEqual(['00/0', '00/1x12', '00/13', 'fork_a']);
    const opened = { ...at('node_000007'), openRuns: new Set([runKey('ags_00', 1)]) };
    expect(places(listOf(long, opened))).toHaveLength(15);
    expect(listOf(long, opened).length).not.toContain(6);
  });

  it('leaves them out of a filter, and one whose receipt is not loaded', () => {
    const forks = forksAt({ node_00000a: ['fork_a'], node_00ffff: ['fork_b'] });
    expect(places(listOf(graph, { ...CHOICE, forks, filter: { ...NO_FILTER, outcome: 'trouble' } }))).toEqual([
      '00/10',
    ]);
    expect([...listOf(graph, { ...CHOICE, forks }).forks.values()].map(({ fork_id: id }) => id)).toEqual(['fork_a']);
  });

  it('shows each once where a receipt claims to stand twice', () => {
    const receipts = receiptsOf('ags_00', 3);
    const twice = graphOf(loaded('ags_00', [...receipts, ...receipts.slice(1, 2)]));
    const list = listOf(twice, { ...CHOICE, forks: forksAt({ node_000001: ['fork_a'] }) });
    expect(places(list)).toEqual(['00/0', '00/1', 'fork_a', '00/2', '00/3']);
  });

  it('is no failure, and no place of its receipt', () => {
    const list = listOf(graph, { ...CHOICE, forks: forksAt({ node_00000a: ['fork_a'] }) });
    expect(weightOf(list, 11)).toBe(0);
    expect(nextTrouble(list, 10, -1)).toBe(10);
    expect(rowOfNode(list, 'ags_00', 10)).toBe(10);
    expect([10, 11, 12].map((row) => receiptRowOf(list, row))).toEqual([10, 10, 12]);
    for (const row of [10, 11, 12]) expect(rowOfPlace(list, placeAt(list, row))).toBe(row);
    expect(rowOfPlace(listOf(graph, CHOICE), placeAt(list, 11))).toBe(-1);
  });
});

describe('worstOf', () => {
  it('loses no failure, however many rows share a column', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 400 }),
        fc.nat(),
        (columns, count, pick) => {
          const at = pick % count;
          const list = listOf(graphOf(loaded('ags_00', receiptsOf('ags_00', count, { [at]: failed }))), CHOICE);
          expect(Math.max(...worstOf(list, columns, -1))).toBe(3);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('shows nothing where nothing stands out', () => {
    const list = listOf(graphOf(loaded('ags_00', receiptsOf('ags_00', 30))), CHOICE);
    expect([...worstOf(list, 10, -1)]).toEqual(Array(10).fill(0));
  });
});
