import { wipe } from '@touchstone/core/bytes.ts';
import type { AuditSignatureCheck } from '@touchstone/core/secrets/audit-chain.ts';
import { openSecret } from '../../secrets-at-rest.ts';
import { verifySecretAudit } from '../../secrets-audit.ts';
import { projectsWithSecretAudit } from '../../store/secret-audit.ts';
import { sealedSecretsAfter } from '../../store/secrets.ts';
import { createVault } from '../../vault/envelope.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE, warning } from './check.ts';
import { statementVerifier } from './statements.ts';

const BATCH = 200;

/** `sealed-values` tries the envelopes; this opens what stands behind them. */
export const secretValues: Check = {
  id: 'secret-values',
  needs: 'schema',
  async run({ inspection: { db }, masterKey, kem, random }) {
    if (masterKey === null) {
      return [warning('Whether stored secrets open was not checked: there is no master key.', null)];
    }
    const vault = createVault(masterKey, random);
    const closed: string[] = [];
    let count = 0;
    try {
      for (let after = ''; ; ) {
        const batch = await sealedSecretsAfter(db, after, BATCH);
        for (const row of batch) {
          count++;
          const value = await openSecret({ kem, vault }, row, row);
          if (value === null) closed.push(row.id);
          wipe(value ?? undefined);
        }
        const last = batch.at(-1);
        if (last === undefined) break;
        after = last.id;
      }
    } finally {
      vault.close();
    }
    if (closed.length === 0) return [ok(`Every stored secret opens (${count}).`)];
    return [problem(`Stored secrets that do not open: ${listed(closed)}.`, RESTORE)];
  },
};

export const secretAudit: Check = {
  id: 'secret-audit',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const check: AuditSignatureCheck = (body, signature, keySetId) => verify('audit', body, signature, keySetId);
    const findings: Finding[] = [];
    let entries = 0;
    const projects = await projectsWithSecretAudit(db);
    for (const project of projects) {
      const verdict = await verifySecretAudit(db, project, check);
      entries += verdict.entries;
      if (verdict.intact) continue;
      const where = `The audit of the secrets of project ${project} is broken at entry ${verdict.brokenAt}`;
      findings.push(problem(`${where}: it was changed, or an entry before it is missing.`, RESTORE));
    }
    if (findings.length > 0) return findings;
    return [ok(`The audit of secrets is intact (${projects.length} projects, ${entries} entries).`)];
  },
};
