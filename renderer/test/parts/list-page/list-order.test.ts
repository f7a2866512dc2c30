import { describe, expect, it } from 'vitest';
import { type ListView, listSteps, orderList } from '../../../src/parts/list-page/list-order.ts';

interface Item {
  readonly id: number;
  readonly key: number;
}

const items: readonly Item[] = Array.from({ length: 10_000 }, (_, id) => ({ id, key: (id * 7919) % 101 }));
const view: ListView<Item> = { matches: () => true, sortBy: ({ key }) => key, descending: false };

describe('orderList', () => {
  it.each([false, true])('is a stable sort, descending: %s', (descending) => {
    const sign = descending ? -1 : 1;
    const expected = [...items].sort((a, b) => sign * (a.key - b.key) || a.id - b.id);
    expect(orderList(items, { ...view, descending })).toEqual(expected);
  });

  it('keeps what matches, and nothing else', () => {
    const odd = orderList(items, { ...view, matches: ({ id }) => id % 2 === 1 });
    expect(odd).toHaveLength(5_000);
    expect(odd.every(({ id }) => id % 2 === 1)).toBe(true);
    expect(orderList(items, { ...view, matches: () => false })).toEqual([]);
    expect(orderList([], view)).toEqual([]);
  });

  it('pauses often on the way', () => {
    const steps = listSteps(items, view);
    let pauses = 0;
    while (steps.next().done !== true) pauses += 1;
    expect(pauses).toBeGreaterThan(10);
  });
});
