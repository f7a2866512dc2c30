/**
 * Counters that were seen, as RFC 3711, section 3.3.2, keeps them and RFC 9605, section 9.3, adapts it: frames may overtake
 * each other within the window, none counts twice, and what is older than the window counts no more.
 */

/** Some seconds of sound and pictures for ten participants, who share one counter. */
const WINDOW = 4_096;

export interface ReplayWindow {
  /** Whether a counter was not seen yet and is not too old. */
  isNew(counter: number): boolean;
  /** Counts it as seen: only after its frame was authenticated. */
  add(counter: number): void;
}

export function createReplayWindow(): ReplayWindow {
  /** The counter that was seen last in each place; a place is shared by counters that are a whole window apart. */
  const seen = new Map<number, number>();
  let highest = -1;
  return {
    isNew: (counter) => counter > highest - WINDOW && seen.get(counter % WINDOW) !== counter,
    add(counter) {
      highest = Math.max(highest, counter);
      seen.set(counter % WINDOW, counter);
    },
  };
}
