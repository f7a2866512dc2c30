/** Enrolled keys. `sealed-values` tries the envelopes, which hold what the rows say of them. */
import { type Check, listed, ok, problem, RESTORE } from '../doctor/check.ts';
import { MOST_NON_MATCHES } from './enrolments.ts';
import { overspentEnrolments } from './store.ts';

export const keyEnrolments: Check = {
  id: 'key-enrolments',
  needs: 'schema',
  async run({ inspection: { db } }) {
    const odd = await overspentEnrolments(db, MOST_NON_MATCHES);
    if (odd.length > 0) return [problem(`Enrolled keys with impossible rows: ${listed(odd)}.`, RESTORE)];
    return [ok('Enrolments of keys for encrypted verification have possible counts.')];
  },
};
