/**
 * Filters and sorts a long list in slices between frames: short runs are sorted by themselves, then merged in pairs, so
 * that a hundred thousand items never hold up the page.
 */

/** Items that are looked at between two chances to pause; about a millisecond. */
const STEP = 1024;

export interface ListView<T> {
  readonly matches: (item: T) => boolean;
  /** What is compared. */
  readonly sortBy: (item: T) => string | number;
  readonly descending: boolean;
}

interface Keyed<T> {
  readonly item: T;
  readonly value: string | number;
  readonly position: number;
}
type Compare<T> = (a: Keyed<T>, b: Keyed<T>) => number;

/** Pauses after every thousand items or so; returns the ordered list. Equal items keep their order. */
export function* listSteps<T>(items: readonly T[], view: ListView<T>): Generator<void, readonly T[], void> {
  const { matches, sortBy, descending } = view;
  const sign = descending ? -1 : 1;
  const compare: Compare<T> = (a, b) =>
    a.value < b.value ? -sign : a.value > b.value ? sign : a.position - b.position;
  let runs: Keyed<T>[][] = [];
  for (let start = 0; start < items.length; start += STEP) {
    const run: Keyed<T>[] = [];
    for (const [offset, item] of items.slice(start, start + STEP).entries()) {
      const position = start + offset;
      if (matches(item)) run.push({ item, value: sortBy(item), position });
    }
    run.sort(compare);
    if (run.length > 0) runs.push(run);
    yield;
  }
  while (runs.length > 1) {
    const merged: Keyed<T>[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
      // Short runs merge without a pause of their own.
      yield;
    }
    runs = merged;
  }
  return (runs[0] ?? []).map(({ item }) => item);
}

function* merge<T>(left: Keyed<T>[], right: Keyed<T>[], compare: Compare<T>): Generator<void, Keyed<T>[], void> {
  const [lastLeft, firstRight] = [left.at(-1), right[0]];
  if (lastLeft === undefined || firstRight === undefined) return lastLeft === undefined ? right : left;
  if (compare(lastLeft, firstRight) < 0) return left.concat(right);
  const merged: Keyed<T>[] = [];
  let [l, r] = [0, 0];
  for (;;) {
    const a = left[l];
    const b = right[r];
    if (a === undefined && b === undefined) return merged;
    const takesLeft = b === undefined || (a !== undefined && compare(a, b) < 0);
    const next = takesLeft ? a : b;
    if (next !== undefined) merged.push(next);
    if (takesLeft) l++;
    else r++;
    if (merged.length % (4 * STEP) === 0) yield;
  }
}

/** All steps at once. */
export function orderList<T>(items: readonly T[], view: ListView<T>): readonly T[] {
  const steps = listSteps(items, view);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
