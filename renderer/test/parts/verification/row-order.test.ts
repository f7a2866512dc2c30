import { describe, expect, test } from 'vitest';
import { type Row, SORT_KEYS, type View } from '../../../src/parts/verification/batch.ts';
import { orderSteps, RowOrder, viewOf } from '../../../src/parts/verification/row-order.ts';
import { row } from './rows.ts';

const ALL: View = { outcomes: [], text: '', sort: 'outcome', descending: false };
const ids = (rows: readonly { id: number }[]) => rows.map(({ id }) => id);
const many = (count: number) =>
  Array.from({ length: count }, (_, id) =>
    row(id, { outcome: id % 3 === 0 ? 'FAILED' : 'VERIFIED', subject: `Subject ${(id * 7919) % 1000}` }),
  );

describe('view', () => {
  const rows = [
    row(0, { subject: 'Alpha' }),
    row(1, { outcome: 'FAILED', code: 'HASH_MISMATCH', subject: 'beta' }),
    row(2, { outcome: 'PENDING', code: 'PLACEHOLDER', subject: 'Gamma' }),
    row(3, { outcome: 'FAILED', code: 'SIGNATURE_INVALID', subject: 'delta' }),
  ];

  test('failed files come first and equal ones keep their order', () => {
    expect(ids(viewOf(rows, ALL))).toEqual([1, 3, 2, 0]);
    expect(ids(viewOf(rows, { ...ALL, descending: true }))).toEqual([0, 2, 1, 3]);
  });

  test('outcome and text filters join', () => {
    expect(ids(viewOf(rows, { ...ALL, outcomes: ['FAILED'], text: 'DELTA' }))).toEqual([3]);
    expect(ids(viewOf(rows, { ...ALL, outcomes: ['VERIFIED'], text: 'delta' }))).toEqual([]);
  });

  test('text sorts without regard to case, sizes as numbers', () => {
    expect(ids(viewOf(rows, { ...ALL, sort: 'subject' }))).toEqual([0, 1, 3, 2]);
    expect(ids(viewOf(rows, { ...ALL, sort: 'size', descending: true }))).toEqual([3, 2, 1, 0]);
  });

  test.each(SORT_KEYS)('merged runs are what one sort by %s would give', (sort) => {
    const rows = many(5000);
    for (const descending of [false, true]) {
      const view = { ...ALL, sort, descending };
      const merged = viewOf(rows, view);
      expect(new Set(ids(merged)).size).toBe(rows.length);
      // One run alone is sorted by the engine; each slice of the whole must agree with it.
      for (const slice of [merged.slice(0, 900), merged.slice(2000, 2900)]) {
        const byId = slice.toSorted((a, b) => a.id - b.id);
        expect(ids(viewOf(byId, view))).toEqual(ids(slice));
      }
    }
  });

  test('a hundred thousand rows are done in many steps', () => {
    const steps = orderSteps(many(100_000), { ...ALL, sort: 'subject' });
    let count = 0;
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        expect(step.value).toHaveLength(100_000);
        break;
      }
      count++;
    }
    // At least one for every run of a thousand, for every pair of runs that is merged, and within long merges.
    expect(count).toBeGreaterThan(300);
  });
});

describe('row order', () => {
  /** A clock that is past its slice at every look, and pauses that end when the test says so. */
  function openOrder() {
    let time = 0;
    const pauses: (() => void)[] = [];
    let frames = 0;
    const order = new RowOrder({
      now: () => {
        time += 10;
        return time;
      },
      pause: () => new Promise((resolve) => void pauses.push(resolve)),
      frame: async () => {
        frames++;
      },
    });
    const goOn = async () => {
      while (pauses.length > 0) {
        pauses.shift()?.();
        await new Promise((resolve) => setTimeout(resolve, 0));
      }
    };
    return { order, pauses, goOn, framesWaitedFor: () => frames };
  }

  test('what one slice can do is there at once', () => {
    const noPause = () => Promise.reject(new Error('no pause is needed'));
    const order = new RowOrder({ now: () => 0, pause: noPause, frame: noPause });
    expect(order.snapshot()).toBeNull();
    order.ask(many(100), ALL);
    expect(order.snapshot()).toHaveLength(100);
  });

  test('newer rows wait for the order in progress, which is shown', async () => {
    const { order, pauses, goOn } = openOrder();
    const seen: number[] = [];
    order.subscribe(() => void seen.push(order.snapshot()?.length ?? -1));
    order.ask(many(3000), ALL);
    expect(pauses).toHaveLength(1);
    order.ask(many(4000), ALL);
    order.ask(many(5000), ALL);
    await goOn();
    expect(seen).toEqual([3000, 5000]);
  });

  test('newer rows under the view that is shown are put in order a slice for each frame', async () => {
    const { order, pauses, goOn, framesWaitedFor } = openOrder();
    order.ask(many(3000), ALL);
    await goOn();
    expect(framesWaitedFor()).toBe(0);
    order.ask(many(4000), ALL);
    expect(pauses).toHaveLength(0);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect(framesWaitedFor()).toBeGreaterThan(3);
    expect(order.snapshot()).toHaveLength(4000);
    order.ask(many(4000), { ...ALL, outcomes: ['FAILED'] });
    expect(pauses).toHaveLength(1);
  });

  test('another view starts at once and the old one is never shown', async () => {
    const { order, goOn } = openOrder();
    const seen: (readonly Row[])[] = [];
    order.subscribe(() => void seen.push(order.snapshot() ?? []));
    const rows = many(3000);
    order.ask(rows, ALL);
    order.ask(rows, { ...ALL, outcomes: ['FAILED'] });
    await goOn();
    expect(seen.map(({ length }) => length)).toEqual([1000]);
  });
});
