/** The queue of everything that makes a STARK (decisions 12.33). */
import { availableParallelism } from 'node:os';
import { createWorkQueue } from '../frame/queue.ts';
import { createTurns } from '../frame/turns.ts';
import { createMemory } from '../store/memories.ts';

const PLACES = 32;
/** Of the workers (`workers/pool.ts`) one is left for everything else. */
const AT_ONCE = Math.max(1, Math.max(2, availableParallelism()) - 1);

const state = createMemory('stark/queue', () => ({ taken: 0, turns: createTurns({ inAll: AT_ONCE }) }));

export const provingQueue = createWorkQueue(PLACES, state);
