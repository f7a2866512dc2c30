/** Keys of encrypted computation. `sealed-values` tries the envelopes, which hold what the rows say of fingerprints and times. */
import { type Check, listed, ok, problem, RESTORE, warning } from '../doctor/check.ts';
import { MOST_DECRYPTS } from './sessions.ts';
import { keyCounts, oddSessions } from './store.ts';

/** Sessions whose counter or times no session can have, and how many keys there are. */
export const fheKeys: Check = {
  id: 'fhe-keys',
  needs: 'schema',
  async run({ inspection: { db }, now }) {
    const odd = await oddSessions(db, MOST_DECRYPTS);
    if (odd.length > 0) return [problem(`CKKS sessions with impossible rows: ${listed(odd)}.`, RESTORE)];
    const { pairs, sessions, overdue } = await keyCounts(db, now);
    const found = [ok(`Keys of encrypted computation: ${pairs} BFV key pairs, ${sessions} open CKKS sessions.`)];
    if (overdue === 0) return found;
    return [
      ...found,
      warning(
        `Keys of ${overdue} CKKS sessions that are over are still there.`,
        'A running server deletes them within a minute.',
      ),
    ];
  },
};
