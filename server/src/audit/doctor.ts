import { verifyStoredChain } from '../chain-of-entries/verify.ts';
import { type Check, ok, problem, RESTORE } from '../doctor/check.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { ADMIN_AUDIT_CHAIN } from './audit.ts';

/** The chain of the administration's audit: links, signatures, and columns that say what was signed. */
export const adminAudit: Check = {
  id: 'admin-audit',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const { intact, entries, brokenAt } = await verifyStoredChain(db, ADMIN_AUDIT_CHAIN, {}, verify);
    if (intact) return [ok(`The audit of the administration is intact (${entries} entries).`)];
    const what = `The audit of the administration is broken at entry ${brokenAt}`;
    return [problem(`${what}: the entry was changed, or an earlier entry is missing.`, RESTORE)];
  },
};
