import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { layoutLanes } from '../../../src/pages/agents/lanes/layout.ts';
import { worstOf } from '../../../src/pages/agents/lanes/worst.ts';
import {
  NO_FILTER,
  nextTrouble,
  type RowChoice,
  type RowList,
  rowList,
  rowOfNode,
  runKey,
  weightOf,
} from '../../../src/pages/agents/rows/row-list.ts';
import { graphOf, loaded, receiptsOf } from './receipts.ts';

const CHOICE: RowChoice = { expanded: new Set(), filter: NO_FILTER, collapsesRuns: false, openRuns: new Set() };

const delegates = (child: string) => ({ action_type: 'session.delegate', details: { child_session_id: child } });
const failed = { details: { status: 'failure' as const } };

const graph = graphOf(
  loaded('ags_00', receiptsOf('ags_00', 12, { 3: delegates('ags_01'), 10: failed })),
  loaded('ags_01', receiptsOf('ags_01', 5, { 2: delegates('ags_02') })),
  loaded('ags_02', receiptsOf('ags_02', 2)),
);

/** `session/row`, with the length of runs. */
function places({ count, sessions, session, node, length }: RowList): string[] {
  return Array.from({ length: count }, (_, row) => {
    const run = (length[row] ?? 1) > 1 ? `x${length[row]}` : '';
    return `${sessions[session[row] ?? 0]?.id.slice(4)}/${node[row]}${run}`;
  });
}

describe('rowList', () => {
  it('shows the open session alone until a delegated one is opened out, right after the receipt that delegated', () => {
    expect(places(rowList(graph, CHOICE))).toEqual(Array.from({ length: 12 }, (_, row) => `00/${row}`));
    const open = rowList(graph, { ...CHOICE, expanded: new Set(['ags_01', 'ags_02']) });
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
    const list = rowList(circle, { ...CHOICE, expanded: new Set(['ags_00', 'ags_01']) });
    expect(places(list)).toEqual(['00/0', '00/1', '01/0', '01/1', '00/2']);
  });

  it('puts unremarkable receipts together, and opens a run', () => {
    const list = rowList(graph, { ...CHOICE, collapsesRuns: true });
    expect(places(list)).toEqual(['00/0', '00/1', '00/2', '00/3', '00/4x6', '00/10', '00/11']);
    const opened = rowList(graph, { ...CHOICE, collapsesRuns: true, openRuns: new Set([runKey('ags_00', 4)]) });
    expect(places(opened)).toEqual(Array.from({ length: 12 }, (_, row) => `00/${row}`));
  });

  it('filters by outcome, kind and text, and says where receipts are left out', () => {
    const trouble = rowList(graph, { ...CHOICE, filter: { ...NO_FILTER, outcome: 'trouble' } });
    expect(places(trouble)).toEqual(['00/10']);
    expect([...trouble.skips]).toEqual([1]);
    expect(trouble.parent[0]).toBe(-1);
    const kinds = rowList(graph, {
      ...CHOICE,
      filter: { ...NO_FILTER, kind: 'delegate' },
      expanded: new Set(['ags_01']),
    });
    expect(places(kinds)).toEqual(['00/3', '01/2']);
    expect(kinds.parent[1]).toBe(0);
    expect(kinds.skips[1]).toBe(1);
    const text = rowList(graph, { ...CHOICE, filter: { ...NO_FILTER, text: 'PAGE 1' } });
    expect(places(text)).toEqual(['00/1', '00/10', '00/11']);
    expect(places(rowList(graph, { ...CHOICE, filter: { ...NO_FILTER, text: 'page (' } }))).toEqual([]);
  });

  it('keeps every receipt exactly once, each after its parent, whatever is chosen', () => {
    fc.assert(
      fc.property(fc.subarray(['ags_01', 'ags_02']), fc.boolean(), fc.boolean(), (open, collapsesRuns, opensRun) => {
        const openRuns = new Set(opensRun ? [runKey('ags_00', 4)] : []);
        const list = rowList(graph, { ...CHOICE, expanded: new Set(open), collapsesRuns, openRuns });
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
    const list = rowList(graph, { ...CHOICE, collapsesRuns: true });
    expect(rowOfNode(list, 'ags_00', 7)).toBe(4);
    expect(rowOfNode(list, 'ags_00', 10)).toBe(5);
    expect(rowOfNode(list, 'ags_01', 0)).toBe(-1);
    expect(rowOfNode(list, 'ags_00', 12)).toBe(-1);
  });

  it('goes from failure to failure and round', () => {
    const list = rowList(graph, CHOICE);
    expect(nextTrouble(list, -1)).toBe(10);
    expect(nextTrouble(list, 10)).toBe(10);
    expect(weightOf(list, 10)).toBe(3);
    expect(nextTrouble(rowList(graphOf(loaded('ags_02', receiptsOf('ags_02', 4))), CHOICE), -1)).toBe(-1);
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
          const list = rowList(graphOf(loaded('ags_00', receiptsOf('ags_00', count, { [at]: failed }))), CHOICE);
          expect(Math.max(...worstOf(list, columns))).toBe(3);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('shows nothing where nothing stands out', () => {
    const list = rowList(graphOf(loaded('ags_00', receiptsOf('ags_00', 30))), CHOICE);
    expect([...worstOf(list, 10)]).toEqual(Array(10).fill(0));
  });
});
