/** Writes of megabytes, after which there is work for the database that a worker does better than the event loop. */

import type { Job, RunJob } from '../frame/job.ts';
import { type Db, writingMuch } from '../store/engine.ts';

const settleJob: Job<string, null> = {
  name: 'settle database',
  async run(address) {
    // Only here: nearly every other job does without the database.
    const { moveJournal } = await import('../store/sqlite/writing-much.ts');
    moveJournal(address);
    return null;
  },
};

/** Runs an action that writes much. Its answer does not wait for what follows. Never within a transaction. */
export function largeWrite<T>(db: Db, run: RunJob, action: () => Promise<T>): Promise<T> {
  return writingMuch(db, (address) => run(settleJob, address), action);
}

export const jobs = [settleJob] as const;
