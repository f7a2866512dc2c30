/** Asks anew for what the server says has changed: one round after the other, so that none is cut short by the next. */
import type { ChangedKind } from '@touchstone/core/api/changed-kinds.ts';

/** Least time between two rounds, milliseconds. */
const ROUND_MS = 1_000;
/** After a round that took long comes a pause of so many times that: long lists that change all the time keep nobody busy. */
const PAUSE_FACTOR = 4;

export interface ListRefresher {
  /** Resolves when nothing is left to ask for. */
  changed(kinds: readonly ChangedKind[]): Promise<void>;
}

interface Needs {
  /** Asks anew for the lists of these kinds, and for some of what was left; resolves when that is there. */
  readonly ask: (kinds: ReadonlySet<ChangedKind>) => Promise<unknown>;
  /** Whether something was left to be asked for in further rounds. */
  readonly isBehind: () => boolean;
  readonly now: () => number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export function createListRefresher({ ask, isBehind, now, pause }: Needs): ListRefresher {
  let waiting = new Set<ChangedKind>();
  let running: Promise<void> | null = null;

  async function run(): Promise<void> {
    while (waiting.size > 0 || isBehind()) {
      const kinds = waiting;
      waiting = new Set();
      const begun = now();
      // What fails says so where it is shown.
      await ask(kinds).catch(() => undefined);
      await pause(Math.max(ROUND_MS, PAUSE_FACTOR * (now() - begun)));
    }
    running = null;
  }

  return {
    changed(kinds) {
      for (const kind of kinds) waiting.add(kind);
      running ??= run();
      return running;
    },
  };
}
