/**
 * Filters and sorts the rows of many files in small steps, so that a hundred thousand of them never hold up a frame:
 * short runs are sorted by themselves, then merged in pairs.
 */
import { outcomeOf, ROW_OUTCOMES, type Row, type RowOutcome, type SortKey, type View } from './batch.ts';

/** Rows that are looked at between two chances to pause; about a millisecond. */
const STEP = 1024;

interface Keyed {
  readonly row: Row;
  readonly value: string | number;
}
type Compare = (a: Keyed, b: Keyed) => number;

const SEVERITY: ReadonlyMap<RowOutcome, number> = new Map(ROW_OUTCOMES.map((outcome, index) => [outcome, index]));

function sortValue(row: Row, key: SortKey): string | number {
  switch (key) {
    case 'outcome':
      return SEVERITY.get(outcomeOf(row)) ?? 0;
    case 'name':
      return row.name.toLowerCase();
    case 'code':
      return row.facts?.code ?? '';
    case 'subject':
      return row.facts?.subject?.toLowerCase() ?? '';
    case 'issuer':
      return row.facts?.issuer?.toLowerCase() ?? '';
    case 'principal':
      return row.facts?.principal?.toLowerCase() ?? '';
    case 'claimed':
      return row.facts?.claimedVerdict ?? '';
    case 'cycle':
      return row.facts?.cycle ?? '';
    case 'size':
      return row.size;
    case 'time':
      return row.facts?.durationMs ?? -1;
  }
}

function holds(text: string | null | undefined, needle: string): boolean {
  return text?.toLowerCase().includes(needle) === true;
}

function matches({ name, facts }: Row, needle: string): boolean {
  return (
    holds(name, needle) ||
    (facts !== null &&
      (holds(facts.subject, needle) ||
        holds(facts.issuer, needle) ||
        holds(facts.principal, needle) ||
        holds(facts.cycle, needle) ||
        holds(facts.code, needle)))
  );
}

/**
 * Filtered and sorted rows; equal ones keep the order in which they were added. Pauses after every thousand rows or so;
 * returns the rows at the end. The given rows stay as they are.
 */
export function* orderSteps(rows: readonly Row[], view: View): Generator<void, readonly Row[], void> {
  const needle = view.text.trim().toLowerCase();
  const outcomes = new Set(view.outcomes);
  const sign = view.descending ? -1 : 1;
  const compare: Compare = (a, b) => (a.value < b.value ? -sign : a.value > b.value ? sign : a.row.id - b.row.id);
  let runs: Keyed[][] = [];
  for (let start = 0; start < rows.length; start += STEP) {
    const run: Keyed[] = [];
    for (const row of rows.slice(start, start + STEP)) {
      const isShown = (outcomes.size === 0 || outcomes.has(outcomeOf(row))) && (needle === '' || matches(row, needle));
      if (isShown) run.push({ row, value: sortValue(row, view.sort) });
    }
    run.sort(compare);
    if (run.length > 0) runs.push(run);
    yield;
  }
  while (runs.length > 1) {
    const merged: Keyed[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(yield* merge(runs[index] ?? [], runs[index + 1] ?? [], compare));
    }
    runs = merged;
  }
  return (runs[0] ?? []).map(({ row }) => row);
}

function* merge(left: Keyed[], right: Keyed[], compare: Compare): Generator<void, Keyed[], void> {
  const [lastLeft, firstRight] = [left.at(-1), right[0]];
  if (lastLeft === undefined || firstRight === undefined) return lastLeft === undefined ? right : left;
  // The usual case where most outcomes are the same.
  if (compare(lastLeft, firstRight) < 0) return left.concat(right);
  const merged: Keyed[] = [];
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
export function viewOf(rows: readonly Row[], view: View): readonly Row[] {
  const steps = orderSteps(rows, view);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** Work between two pauses, milliseconds: half of what a frame may cost. */
const SLICE_MS = 4;

export interface RowOrderEffects {
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
  /** Lets the page do what waits: input, layout, paint. */
  readonly pause: () => Promise<void>;
}

/**
 * The rows that a list shows, kept in order in slices. Newer rows under the same view wait for the order in progress to
 * end, so that a running batch is never starved; another view starts at once.
 */
export class RowOrder {
  private readonly effects: RowOrderEffects;
  private readonly listeners = new Set<() => void>();
  private wanted: { readonly rows: readonly Row[]; readonly view: View } | null = null;
  private isBusy = false;
  private shown: readonly Row[] | null = null;

  constructor(effects: RowOrderEffects) {
    this.effects = effects;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** Null until the first order is there. */
  readonly snapshot = (): readonly Row[] | null => this.shown;

  /** Asks for an order. What one slice can do is done when this returns. */
  ask(rows: readonly Row[], view: View): void {
    this.wanted = { rows, view };
    if (!this.isBusy) void this.work();
  }

  private async work(): Promise<void> {
    this.isBusy = true;
    while (this.wanted !== null) {
      const { rows, view } = this.wanted;
      this.wanted = null;
      await this.order(rows, view);
    }
    this.isBusy = false;
  }

  private async order(rows: readonly Row[], view: View): Promise<void> {
    const steps = orderSteps(rows, view);
    let end = this.effects.now() + SLICE_MS;
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        this.shown = step.value;
        for (const listener of this.listeners) listener();
        return;
      }
      if (this.effects.now() < end) continue;
      await this.effects.pause();
      if (this.isOutdated(view)) return;
      end = this.effects.now() + SLICE_MS;
    }
  }

  private isOutdated(view: View): boolean {
    return this.wanted !== null && this.wanted.view !== view;
  }
}
