/** How many calls a minute each target takes (decisions, section 7): counted in memory, exact over every sliding minute. */
import type { Clock } from '@touchstone/core/time.ts';
import { ApiError } from '../frame/errors.ts';

export interface TargetRates {
  /** Counts one call. Throws RATE_LIMITED with the seconds until the next one is free. */
  take(target: string, perMinute: number): void;
}

const MINUTE_MS = 60_000;
/** Calls are counted in slots of this length: the memory of a target is 240 numbers at most, whatever its rate. */
const SLOT_MS = 250;

export function createTargetRates(clock: Clock): TargetRates {
  const targets = new Map<string, Map<number, number>>();

  return {
    take(target, perMinute) {
      const now = Math.floor(clock() / SLOT_MS);
      const slots = targets.get(target) ?? new Map<number, number>();
      targets.set(target, slots);
      let used = 0;
      for (const [slot, calls] of slots) {
        // A slot counts until all of it is a minute old. A clock that was set back starts afresh.
        if (slot + MINUTE_MS / SLOT_MS < now || slot > now) slots.delete(slot);
        else used += calls;
      }
      if (used >= perMinute) {
        throw new ApiError('RATE_LIMITED', 'This target has reached its limit of calls for this minute.', {
          retryAfterSeconds: Math.max(1, Math.ceil(((freeAt(slots, used - perMinute + 1) - now) * SLOT_MS) / 1000)),
        });
      }
      slots.set(now, (slots.get(now) ?? 0) + 1);
      if (targets.size > MOST_TARGETS) forgetIdle(targets, now);
    },
  };
}

const MOST_TARGETS = 10_000;

/** The slot in which so many of the counted calls are over. */
function freeAt(slots: ReadonlyMap<number, number>, needed: number): number {
  let freed = 0;
  let last = 0;
  for (const [slot, calls] of [...slots].sort(([a], [b]) => a - b)) {
    freed += calls;
    last = slot;
    if (freed >= needed) break;
  }
  return last + MINUTE_MS / SLOT_MS + 1;
}

function forgetIdle(targets: Map<string, ReadonlyMap<number, number>>, now: number): void {
  for (const [target, slots] of targets) {
    if ([...slots.keys()].every((slot) => slot + MINUTE_MS / SLOT_MS < now)) targets.delete(target);
  }
}
