import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { recordCheck } from '../audit/recorded-rows.ts';
import { textHash } from '../chain-of-entries/stored-chain.ts';
import { verifyStoredChain } from '../chain-of-entries/verify.ts';
import { type Check, type Finding, ok, problem, RESTORE } from '../doctor/check.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { findAnchor } from '../ledger/store.ts';
import { PLATFORM_AUDIT_CHAIN } from './audit.ts';
import { recordedDevice } from './audit-record.ts';
import type { PlatformAuditRow } from './store/audit.ts';
import { listDeviceCredentials } from './store/credentials.ts';

/** The chain of every project's audit log: links, signatures, and each entry's anchor. `ledger` judges the blocks. */
export const platformAudit: Check = {
  id: 'platform-audit',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const { kind } = PLATFORM_AUDIT_CHAIN.anchored;
    const isAnchored = async ({ chain, tx, body }: PlatformAuditRow) => {
      const known = CHAIN_NAMES.find((name) => name === chain);
      const anchor = known === undefined ? null : await findAnchor(db, known, tx);
      return anchor?.kind === kind && anchor.commitment === textHash(body);
    };
    const findings: Finding[] = [];
    let [projects, entries] = [0, 0];
    for await (const owner of PLATFORM_AUDIT_CHAIN.owners(db)) {
      const verdict = await verifyStoredChain(db, PLATFORM_AUDIT_CHAIN, owner, verify, isAnchored);
      projects++;
      entries += verdict.entries;
      if (verdict.intact) continue;
      const where = `The platform's audit log of project ${owner.projectId} is broken at entry ${verdict.brokenAt}`;
      const why = 'the entry was changed, an earlier entry is missing, or the entry is not on the ledger';
      findings.push(problem(`${where}: ${why}.`, RESTORE));
    }
    if (findings.length > 0) return findings;
    return [ok(`The platform's audit log is intact (${projects} projects, ${entries} entries).`)];
  },
};

export const deviceCredentials: Check = recordCheck(
  'device-credentials',
  'device.enrolled',
  'device credentials',
  async (db) => (await listDeviceCredentials(db)).map(recordedDevice),
);
