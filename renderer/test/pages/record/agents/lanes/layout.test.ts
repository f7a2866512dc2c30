import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CHECKPOINT,
  type LaneLayout,
  layoutLanes,
  linesBetween,
  pathToRoot,
} from '../../../../../src/pages/record/agents/lanes/layout.ts';

/** A forest in topological order: each row hangs under some earlier one, or under none. */
const forest = fc
  .array(fc.nat(), { maxLength: 400 })
  .map((picks) => Int32Array.from(picks, (pick, row) => (pick % (row + 1)) - 1));

/** Chains with few branches, as sessions are. */
const session = fc
  .array(fc.nat(9), { maxLength: 1_400 })
  .map((picks) => Int32Array.from(picks, (pick, row) => (pick === 0 ? Math.floor(row / 2) - 1 : row - 1)));

function everyLine(layout: LaneLayout) {
  return Array.from(layout.end, (end, row) => ({ row, end, lane: layout.lane[row] ?? -1 })).filter(
    ({ row, end }) => end > row,
  );
}

describe('layoutLanes', () => {
  it('never lets two lines share a lane at a row, nor a node stand on the line of another', () => {
    fc.assert(
      fc.property(fc.oneof(forest, session), (parent) => {
        const layout = layoutLanes(parent);
        const owner = new Map<string, number>();
        for (const { row, end, lane } of everyLine(layout)) {
          for (let at = row; at < end; at++) {
            const key = `${at} ${lane}`;
            expect(owner.has(key)).toBe(false);
            owner.set(key, row);
          }
        }
        for (let row = 0; row < layout.count; row++) {
          const found = owner.get(`${row} ${layout.lane[row]}`);
          expect(found === undefined || found === row).toBe(true);
        }
      }),
    );
  });

  it('continues the lane of the parent with its last child, and uses as many lanes as are needed at once', () => {
    fc.assert(
      fc.property(fc.oneof(forest, session), (parent) => {
        const layout = layoutLanes(parent);
        let needed = 0;
        const lines = everyLine(layout);
        for (let row = 0; row < layout.count; row++) {
          const above = parent[row] ?? -1;
          if (above >= 0 && layout.end[above] === row) expect(layout.lane[row]).toBe(layout.lane[above]);
          const open = new Set(lines.filter((line) => line.row < row && line.end > row).map(({ lane }) => lane));
          open.add(layout.lane[row] ?? -1);
          needed = Math.max(needed, open.size);
        }
        expect(layout.lanes).toBe(needed);
      }),
      { numRuns: 40 },
    );
  });

  it('gives rows that stand apart a lane of their own, below a receipt with or without one that follows', () => {
    const apart = new Set([1, 3, 4]);
    const layout = layoutLanes(Int32Array.of(-1, 0, 0, 2, 2), (row) => apart.has(row));
    expect([...layout.lane]).toEqual([0, 1, 0, 1, 1]);
    expect(linesBetween(layout, 0, 4)).toEqual([
      { row: 0, end: 2, lane: 0 },
      { row: 2, end: 4, lane: 0 },
    ]);
  });

  it('never lets rows that stand apart share a lane with a line', () => {
    fc.assert(
      fc.property(fc.oneof(forest, session), fc.nat(4), (parent, each) => {
        const hasChild = new Set(parent);
        const apart = (row: number) => row % 5 === each && !hasChild.has(row);
        const layout = layoutLanes(parent, apart);
        for (const { row, end, lane } of everyLine(layout)) {
          for (let at = row + 1; at < end; at++) expect(layout.lane[at]).not.toBe(lane);
          if (apart(end)) expect(layout.lane[end]).not.toBe(lane);
        }
      }),
    );
  });

  it('refuses a row that does not stand after its parent', () => {
    expect(() => layoutLanes(Int32Array.of(-1, 1))).toThrow(RangeError);
    expect(() => layoutLanes(Int32Array.of(-1, 2, 0))).toThrow(RangeError);
    expect(() => layoutLanes(Int32Array.of(-2))).toThrow(RangeError);
  });

  it('lays out a chain of a million rows in one lane', () => {
    const layout = layoutLanes(Int32Array.from({ length: 1_000_000 }, (_, row) => row - 1));
    expect(layout.lanes).toBe(1);
    expect(layout.end[0]).toBe(1);
    expect(linesBetween(layout, 999_990, 1_000_100)).toHaveLength(10);
  });

  it('has no lane without rows', () => {
    expect(layoutLanes(new Int32Array()).lanes).toBe(0);
    expect(linesBetween(layoutLanes(new Int32Array()), 0, 10)).toEqual([]);
  });
});

describe('linesBetween', () => {
  it('finds each line of a window once, wherever it began', () => {
    fc.assert(
      fc.property(fc.oneof(forest, session), fc.nat(1_400), fc.nat(60), (parent, first, height) => {
        const layout = layoutLanes(parent);
        if (layout.count === 0) return;
        const from = first % layout.count;
        const to = from + height;
        const expected = everyLine(layout).filter(({ row, end }) => row <= to && end >= from);
        const found = linesBetween(layout, from, to);
        const byRow = (a: { row: number }, b: { row: number }) => a.row - b.row;
        expect(found.sort(byRow)).toEqual(expected.sort(byRow));
      }),
    );
  });

  it('finds a line that began many checkpoints before', () => {
    const rows = CHECKPOINT * 5;
    // Row 1 hangs under row 0 and everything else under row 1, but the very last row under row 0.
    const parent = Int32Array.from({ length: rows }, (_, row) => (row === rows - 1 ? 0 : row - 1));
    const found = linesBetween(layoutLanes(parent), CHECKPOINT * 3, CHECKPOINT * 3 + 5);
    expect(found).toContainEqual({ row: 0, end: rows - 1, lane: 0 });
  });
});

describe('pathToRoot', () => {
  it('goes from parent to parent', () => {
    expect(pathToRoot({ parent: Int32Array.of(-1, 0, 0, 2) }, 3)).toEqual([3, 2, 0]);
    expect(pathToRoot({ parent: Int32Array.of(-1) }, 0)).toEqual([0]);
  });
});
