/**
 * How often each account has called the platform API on the present day in UTC, for document 3's daily quota. Calls are
 * counted in memory and written once a second: a restart goes on counting, a crash forgets the last second.
 */

import type { Clock } from '@touchstone/core/time.ts';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, writeSoon } from '../store/engine.ts';
import { findPlatformCalls, removePlatformCallsBefore, storePlatformCalls } from './store/day-calls.ts';

const DAY_MS = 86_400_000;

export interface DayCalls {
  /** Counts one call of an account on the day of `now`; false, and nothing counted, where it has made `most` already. */
  take(accountId: string, most: number, now: number): boolean;
  /** Writes what was counted since the last time, and removes the days before. Rejects where the store does; it can be repeated. */
  flush(): Promise<void>;
}

/** Goes on from what is stored of the present day. */
export async function openDayCalls(db: Db, clock: Clock): Promise<DayCalls> {
  let day = dayOf(clock());
  let calls = new Map(await findPlatformCalls(db, textOf(day)));
  let changed = new Set<string>();
  let hasOldDays = true;

  function turnTo(present: number): void {
    if (present === day) return;
    day = present;
    calls = new Map();
    changed = new Set();
    hasOldDays = true;
  }

  return {
    take(accountId, most, now) {
      turnTo(dayOf(now));
      const before = calls.get(accountId) ?? 0;
      if (before >= most) return false;
      calls.set(accountId, before + 1);
      changed.add(accountId);
      return true;
    },

    async flush() {
      turnTo(dayOf(clock()));
      if (changed.size === 0 && !hasOldDays) return;
      const writing = { day, accounts: changed, calls, hasOldDays };
      changed = new Set();
      hasOldDays = false;
      try {
        await writeSoon(db, async (transaction) => {
          const text = textOf(writing.day);
          for (const accountId of [...writing.accounts].sort()) {
            await storePlatformCalls(transaction, { accountId, day: text, calls: writing.calls.get(accountId) ?? 0 });
          }
          if (writing.hasOldDays) await removePlatformCallsBefore(transaction, text);
        });
      } catch (error) {
        hasOldDays ||= writing.hasOldDays;
        if (writing.day === day) for (const accountId of writing.accounts) changed.add(accountId);
        throw error;
      }
    },
  };
}

function dayOf(time: number): number {
  return Math.floor(time / DAY_MS);
}

function textOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Writes the calls that were counted, soon enough that a crash gives next to nothing back. */
export const platformCalls: Sweep<{ readonly dayCalls: Pick<DayCalls, 'flush'> }> = {
  name: 'platform-calls',
  everyMs: 1_000,
  async run({ dayCalls }) {
    await dayCalls.flush();
  },
};
