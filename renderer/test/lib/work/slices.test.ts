import { describe, expect, test } from 'vitest';
import { finish, inSlices, NewestInSlices, SLICE_MS, type Steps } from '../../../src/lib/work/slices.ts';

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

describe('NewestInSlices', () => {
  /** Takes so many slices, and a little more. */
  function* work({ name, slices }: { readonly name: string; readonly slices: number }): Steps<string> {
    for (const end = performance.now() + slices * SLICE_MS; performance.now() < end; ) yield;
    if (name === 'bad') throw new RangeError('too much');
    return name;
  }
  const started = () => {
    const done: string[] = [];
    const tell = (result: string) => done.push(result);
    return { done, slices: new NewestInSlices(work, tell, (error) => tell(String(error))) };
  };

  test('short work is done at once', () => {
    const { done, slices } = started();
    slices.want({ name: 'a', slices: 0 });
    slices.want({ name: 'b', slices: 0 });
    expect(done).toEqual(['a', 'b']);
  });

  test('long work lets others run, goes on to its end, and then for the newest input alone', async () => {
    const { done, slices } = started();
    // Long enough that a busy machine does not end it in its first slice.
    slices.want({ name: 'long', slices: 100 });
    slices.want({ name: 'never', slices: 3 });
    slices.want({ name: 'newest', slices: 3 });
    expect(done).toEqual([]);
    await expect.poll(() => done).toEqual(['long', 'newest']);
    slices.want({ name: 'later', slices: 0 });
    expect(done).toEqual(['long', 'newest', 'later']);
  });

  test('what was stopped is never done, and another may follow', async () => {
    const { done, slices } = started();
    // Long enough that a busy machine does not end it in its first slice.
    slices.want({ name: 'stopped', slices: 100 });
    slices.stop();
    slices.want({ name: 'after', slices: 2 });
    await expect.poll(() => done).toEqual(['after']);
  });

  test('what fails is told, and what was wanted meanwhile follows', async () => {
    const { done, slices } = started();
    slices.want({ name: 'bad', slices: 0 });
    expect(done).toEqual(['RangeError: too much']);
    slices.want({ name: 'bad', slices: 2 });
    slices.want({ name: 'good', slices: 0 });
    await expect.poll(() => done).toEqual(['RangeError: too much', 'RangeError: too much', 'good']);
  });

  test('all of it at once', () => {
    expect(finish(work({ name: 'whole', slices: 2 }))).toBe('whole');
  });
});
