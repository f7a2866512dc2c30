/** What happens to the cache without a request, and where its values are sealed. */

import { setImmediate } from 'node:timers/promises';
import type { Clock } from '@touchstone/core/time.ts';
import type { Sweep } from '../frame/sweep.ts';
import { type Db, listsChanged, write } from '../store/engine.ts';
import type { Place } from '../vault/envelope.ts';
import type { CacheStatistics } from './statistics.ts';
import { type CacheEntry, projectWithExpired, removeExpired, removeOldPatterns } from './store.ts';

/** Where the value of a key is sealed (S22): a box that is moved to another key, project or write does not open. */
export function cachePlace({ project_id, key, version }: Pick<CacheEntry, 'project_id' | 'key' | 'version'>): Place {
  return { kind: 'cache', project: project_id, object: key, column: 'envelope', version };
}

/** A run ends within seconds, so that a stop need not wait; what is left over comes with the next. */
const MOST_BATCHES = 200;

/** Takes out values whose time is over. Reads do not find them before that either. */
export const expiredCacheValues: Sweep<{ readonly db: Db; readonly clock: Clock }> = {
  name: 'expired-cache-values',
  everyMs: 10_000,
  async run({ db, clock }) {
    for (let batch = 0; batch < MOST_BATCHES; batch++) {
      const projectId = await projectWithExpired(db, clock());
      if (projectId === null) return;
      await write(db, async (transaction) => {
        listsChanged(transaction, 'cache', projectId);
        await removeExpired(transaction, projectId, clock());
      });
      await setImmediate();
    }
  },
};

/** Patterns of keys that nobody used for so long are forgotten. */
const PATTERNS_KEPT_MS = 7 * 86_400_000;

/** Writes what was seen of keys, and forgets what is old. */
export const cachePatterns: Sweep<{ readonly db: Db; readonly clock: Clock; readonly cache: CacheStatistics }> = {
  name: 'cache-patterns',
  everyMs: 5_000,
  async run({ db, clock, cache }) {
    await cache.flush(clock());
    const before = clock() - PATTERNS_KEPT_MS;
    while ((await write(db, (transaction) => removeOldPatterns(transaction, before))) > 0) {
      await setImmediate();
    }
  },
};
