/** How long a delivery waits before it is tried again, and what ends the waiting early. */
import { type Platform, pause } from './platform.ts';
import type { AbortSignalLike } from './types/connection.ts';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;
/** While somebody waits for a decision, and how soon a new question ends a longer pause. */
const ASKED_PAUSE_MS = 500;
const HURRY_MS = 250;
export interface RetryPause {
  /** Ends the pauses at once: there was a sign of the server. */
  wake(): void;
  /** Ends the pauses soon, however many ask at once: somebody waits for an answer. */
  hurry(): void;
  /**
   * Waits before the next attempt.
   *
   * @param attempt counts from 0
   * @param statedMs what the server asked for; 0 where it said nothing, and only then can the pause be ended early
   * @param isUrgent whether somebody waits for an answer of this session
   */
  wait(attempt: number, statedMs: number, isUrgent: boolean): Promise<void>;
}

/** The pauses of one connection. `closing` ends them for good. */
export function createRetryPause(platform: Platform, closing: AbortSignalLike): RetryPause {
  let waking = new AbortController();
  let isAnyoneWaiting = false;
  let isHurrying = false;

  function wake(): void {
    if (!isAnyoneWaiting) return;
    isAnyoneWaiting = false;
    waking.abort();
    waking = new AbortController();
  }

  return {
    wake,
    hurry() {
      if (!isAnyoneWaiting || isHurrying) return;
      isHurrying = true;
      platform.after(HURRY_MS, () => {
        isHurrying = false;
        wake();
      });
    },
    async wait(attempt, statedMs, isUrgent) {
      isAnyoneWaiting ||= statedMs === 0;
      const signals = statedMs === 0 ? [closing, waking.signal] : [closing];
      const longestMs = isUrgent ? ASKED_PAUSE_MS : LONGEST_PAUSE_MS;
      await pause(platform, Math.max(Math.min(pauseMs(attempt, platform), longestMs), statedMs), signals);
    },
  };
}

/** Doubles from a quarter of a second to thirty seconds, up to a fifth more by chance. */
function pauseMs(attempt: number, { random }: Platform): number {
  const [byte = 0] = random(1);
  return Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempt, 16), LONGEST_PAUSE_MS) * (1 + byte / 1280);
}
