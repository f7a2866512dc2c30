import { formatIsoTime } from '@touchstone/core/time.ts';
import { CLOCK_TOLERANCE_MS } from '@touchstone/core/verdict/trust-used.ts';
import { rowsAhead } from '../store/rows-ahead.ts';
import { type Check, ok, warning } from './check.ts';

/** What was recorded while the clock was ahead, or is read while it is behind (S41): nothing is broken by that. */
export const futureTimes: Check = {
  id: 'future-times',
  needs: 'schema',
  async run({ inspection: { db }, now }) {
    const ahead = await rowsAhead(db, now + CLOCK_TOLERANCE_MS);
    if (ahead.length === 0) return [ok("No recorded time is ahead of this computer's clock.")];
    const what = ahead.map(({ name, rows }) => `${name}: ${rows}`).join(', ');
    const latest = formatIsoTime(Math.max(...ahead.map((found) => found.latest)));
    return [
      warning(
        `Entries are ahead of this computer's clock (${what}; the latest ${latest}). The clock was ahead at some time, or is behind now. This breaks no chain. Sessions that were open then were sealed as expired, and new entries keep the later time until the clock reaches that time.`,
        'Check the clock. Verifiers report these entries as Inconclusive until their time is reached.',
      ),
    ];
  },
};
