import { type Check, ok, problem, RESTORE } from '../doctor/check.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { verifyAudit } from './audit.ts';

/** The chain of the administration's audit: links, signatures, and columns that say what was signed. */
export const adminAudit: Check = {
  id: 'admin-audit',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const { intact, entries, brokenAt } = await verifyAudit(db, await statementVerifier(db, signer));
    if (intact) return [ok(`The audit of the administration is intact (${entries} entries).`)];
    const what = `The audit of the administration is broken at entry ${brokenAt}`;
    return [problem(`${what}: it was changed, or an entry before it is missing.`, RESTORE)];
  },
};
