/** The order of the rows of many files: what is shown of them, and kept in order between frames. */

import { SLICE_MS } from '../../lib/work/slices.ts';
import { listSteps } from '../list-page/list-order.ts';
import { outcomeOf, ROW_OUTCOMES, type Row, type RowOutcome, type SortKey, type View } from './batch.ts';

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

/** Filtered and sorted rows, in steps; equal ones keep the order in which they were added. The given rows stay as they are. */
export function orderSteps(rows: readonly Row[], view: View): Generator<void, readonly Row[], void> {
  const needle = view.text.trim().toLowerCase();
  const outcomes = new Set(view.outcomes);
  return listSteps(rows, {
    matches: (row) => (outcomes.size === 0 || outcomes.has(outcomeOf(row))) && (needle === '' || matches(row, needle)),
    sortBy: (row) => sortValue(row, view.sort),
    descending: view.descending,
  });
}

/** All steps at once. */
export function viewOf(rows: readonly Row[], view: View): readonly Row[] {
  const steps = orderSteps(rows, view);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

export interface RowOrderEffects {
  /** Monotonic clock, milliseconds. */
  readonly now: () => number;
  /** Lets the page do what waits: input, layout, paint. */
  readonly pause: () => Promise<void>;
  /** Lets it draw a frame first. */
  readonly frame: () => Promise<void>;
}

/** A slice of an order that nobody waits for, milliseconds; one for each frame, which has the rest to scroll in. */
const REFRESH_SLICE_MS = SLICE_MS / 2;

/**
 * The rows that a list shows, kept in order in slices. Newer rows under the same view wait for the order in progress to
 * end, so that a running batch is never starved, and are put in order at leisure; another view starts at once.
 */
export class RowOrder {
  private readonly effects: RowOrderEffects;
  private readonly listeners = new Set<() => void>();
  private wanted: { readonly rows: readonly Row[]; readonly view: View } | null = null;
  private isBusy = false;
  private shown: readonly Row[] | null = null;
  private shownView: View | null = null;

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
    const { now, pause, frame } = this.effects;
    const [sliceMs, rest] = view === this.shownView ? [REFRESH_SLICE_MS, frame] : [SLICE_MS, pause];
    const steps = orderSteps(rows, view);
    let end = now() + sliceMs;
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        this.shown = step.value;
        this.shownView = view;
        for (const listener of this.listeners) listener();
        return;
      }
      if (now() < end) continue;
      await rest();
      if (this.isOutdated(view)) return;
      end = now() + sliceMs;
    }
  }

  private isOutdated(view: View): boolean {
    return this.wanted !== null && this.wanted.view !== view;
  }
}
