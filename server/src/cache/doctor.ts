/** What the cache holds, counted again. */

import { type Check, listed, ok, warning } from '../doctor/check.ts';
import { miscountedCaches } from './store.ts';

/** `sealed-values` opens the values; this counts them. */
export const cacheCounts: Check = {
  id: 'cache-counts',
  needs: 'schema',
  async run({ inspection: { db } }) {
    const wrong = await miscountedCaches(db);
    if (wrong.length === 0) return [ok('The cache agrees with its counters.')];
    const what = `The cache of these projects does not agree with its counters: ${listed(wrong)}.`;
    return [warning(`${what} Values were added or removed by hand.`, 'Restore a backup: a restore empties the cache.')];
  },
};
