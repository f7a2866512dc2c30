import { expect, test } from 'vitest';
import { inSlices } from '../../src/lib/slices.ts';

test('every number once and in order; short work without a pause', () => {
  const seen: number[] = [];
  void inSlices(3, (index) => seen.push(index));
  expect(seen).toEqual([0, 1, 2]);
});

test('long work lets others run, and ends where it is aborted meanwhile', async () => {
  const gone = new AbortController();
  let steps = 0;
  const busy = () => {
    steps++;
    for (const end = performance.now() + 0.05; performance.now() < end; );
  };
  const work = inSlices(10_000, busy, gone.signal);
  expect(steps).toBeLessThan(10_000);
  gone.abort();
  const before = steps;
  await work;
  expect(steps).toBe(before);
});
