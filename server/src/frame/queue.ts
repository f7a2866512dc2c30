/**
 * A queue for what takes long: so many requests are taken on, and whoever finds no place is refused before his body is parsed
 * (decisions 12.33). Those that are taken on wait for their turn, so that workers are left for everybody else.
 */
import type { Db } from '../store/engine.ts';
import type { Memory } from '../store/memories.ts';
import { ApiError } from './errors.ts';
import type { RunJob } from './job.ts';
import type { Turns } from './turns.ts';

/** What a server remembers of a queue. */
export interface QueueState {
  /** Places that are taken. */
  taken: number;
  readonly turns: Turns;
}

export interface WorkQueue {
  readonly places: number;
  /** Takes a place; what is answered gives it back. Throws OVERLOADED where there is none. */
  enter(db: Db): () => void;
  /** Runs jobs when it is the turn of `name`: whose they are. */
  running(db: Db, name: string, run: RunJob): RunJob;
}

const RETRY_AFTER_SECONDS = 2;

export function createWorkQueue(places: number, state: Memory<QueueState>): WorkQueue {
  return {
    places,
    enter(db) {
      const own = state.of(db);
      if (own.taken >= places) throw new ApiError('OVERLOADED', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
      own.taken++;
      return () => void own.taken--;
    },
    running: (db, name, run) => (job, input) => state.of(db).turns.run(name, () => run(job, input)),
  };
}
