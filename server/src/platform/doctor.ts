import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import { recordCheck } from '../audit/recorded-rows.ts';
import { type Check, type Finding, ok, problem, RESTORE } from '../doctor/check.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import { findAnchor } from '../ledger/store.ts';
import { PLATFORM_AUDIT_KIND, verifyPlatformChain } from './audit.ts';
import { recordedDevice } from './audit-record.ts';
import { type PlatformAuditRow, projectsWithPlatformAudit } from './store/audit.ts';
import { listDeviceCredentials } from './store/credentials.ts';

/** The chain of every project's audit log: links, signatures, and each entry's anchor. `ledger` judges the blocks. */
export const platformAudit: Check = {
  id: 'platform-audit',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const isAnchored = async ({ chain, tx }: PlatformAuditRow, hash: string) => {
      const known = CHAIN_NAMES.find((name) => name === chain);
      const anchor = known === undefined ? null : await findAnchor(db, known, tx);
      return anchor?.kind === PLATFORM_AUDIT_KIND && anchor.commitment === hash;
    };
    const findings: Finding[] = [];
    let entries = 0;
    const projects = await projectsWithPlatformAudit(db);
    for (const project of projects) {
      const verdict = await verifyPlatformChain(db, project, verify, isAnchored);
      entries += verdict.entries;
      if (verdict.brokenAt === null) continue;
      const where = `The platform's audit log of project ${project} is broken at entry ${verdict.brokenAt}`;
      const why = 'it was changed, an entry before it is missing, or the ledger does not hold it';
      findings.push(problem(`${where}: ${why}.`, RESTORE));
    }
    if (findings.length > 0) return findings;
    return [ok(`The platform's audit log is intact (${projects.length} projects, ${entries} entries).`)];
  },
};

export const deviceCredentials: Check = recordCheck(
  'device-credentials',
  'device.enrolled',
  'device credentials',
  async (db) => (await listDeviceCredentials(db)).map(recordedDevice),
);
