/**
 * Heavy work that anybody may ask for without a key. It is done in turns, one at a time, so that strangers never take all
 * workers, and who asks about a short session waits for slices of long ones, not for all of them. The same thing is done once
 * for all who ask meanwhile, and who comes when too many wait is refused.
 */
import { ApiError } from '../frame/errors.ts';
import { createTurns, type Turns } from '../frame/turns.ts';
import type { Db } from '../store/engine.ts';
import { createMemory } from '../store/memories.ts';

const MOST_WAITING = 32;

interface Queue {
  readonly turns: Turns;
  readonly underWay: Map<string, Promise<unknown>>;
}

const queue = createMemory(
  'agents/foreign-callers',
  (): Queue => ({ turns: createTurns({ inAll: 1 }), underWay: new Map() }),
);

/** Does a part of some work when its turn comes. */
export function takeTurn<T>(db: Db, part: () => Promise<T>): Promise<T> {
  return queue.of(db).turns.run('strangers', part);
}

/** Work of one kind; `T` is what it answers. */
export function createStrangersWork<T>(kind: string) {
  /** `name` says what the work is done for and in which state that is. Throws RATE_LIMITED. */
  return function once(db: Db, name: string, work: () => Promise<T>): Promise<T> {
    const { underWay } = queue.of(db);
    const key = `${kind} ${name}`;
    const known = underWay.get(key);
    // Names of a kind are told apart by it, so this is the answer of the same kind of work.
    if (known !== undefined) return known as Promise<T>;
    if (underWay.size >= MOST_WAITING) {
      throw new ApiError('RATE_LIMITED', 'Too much is being verified at the moment.', { retryAfterSeconds: 5 });
    }
    const working = work().finally(() => underWay.delete(key));
    underWay.set(key, working);
    return working;
  };
}
