import { fromUtf8, wipe } from '@touchstone/core/bytes.ts';
import { maskedSecret } from '@touchstone/core/secrets/masked-display.ts';
import { type Check, type Finding, listed, ok, problem, RESTORE, warning } from '../doctor/check.ts';
import { createRowFaults, type RowFaults } from '../doctor/row-faults.ts';
import { objectIn } from '../doctor/stated.ts';
import { statementVerifier } from '../key-sets/held-verifier.ts';
import type { Db } from '../store/engine.ts';
import { createVault } from '../vault/envelope.ts';
import { openSecret } from './at-rest.ts';
import { verifySecretAudit } from './audit.ts';
import { projectsWithSecretAudit, secretAuditAfter } from './store/audit.ts';
import { findSecretVersion, type StoredSecret, sealedSecretsAfter } from './store/secrets.ts';

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
    const faults = createRowFaults();
    let count = 0;
    try {
      for (let after = ''; ; ) {
        const batch = await sealedSecretsAfter(db, after, BATCH);
        for (const row of batch) {
          count++;
          const value = await openSecret({ kem, vault }, row, row);
          if (value === null) closed.push(row.id);
          else await compareMask(db, row, value, faults);
          wipe(value ?? undefined);
        }
        const last = batch.at(-1);
        if (last === undefined) break;
        after = last.id;
      }
    } finally {
      vault.close();
    }
    if (closed.length === 0) return faults.findings(`Every stored secret opens (${count}).`);
    return [problem(`Stored secrets that do not open: ${listed(closed)}.`, RESTORE)];
  },
};

/** What lists show of a secret follows from its value. */
async function compareMask(
  db: Db,
  { id, projectId }: StoredSecret,
  value: Uint8Array,
  faults: RowFaults,
): Promise<void> {
  const row = await findSecretVersion(db, projectId, id);
  const text = fromUtf8(value);
  // A server that runs may have destroyed it meanwhile.
  if (row === null || row.destroyed_at !== null || text === null) return;
  const { maskedDisplay, keyPrefix } = maskedSecret(text);
  faults.compare('secret_versions', id, {
    masked_display: [row.masked_display, maskedDisplay],
    key_prefix: [row.key_prefix, keyPrefix],
  });
}

export const secretAudit: Check = {
  id: 'secret-audit',
  needs: 'schema',
  async run({ inspection: { db }, signer }) {
    const verify = await statementVerifier(db, signer);
    const findings: Finding[] = [];
    let entries = 0;
    const projects = await projectsWithSecretAudit(db);
    for (const project of projects) {
      const verdict = await verifySecretAudit(db, project, verify);
      entries += verdict.entries;
      if (verdict.intact) continue;
      const where = `The audit of the secrets of project ${project} is broken at entry ${verdict.brokenAt}`;
      // Nobody vouches for entries before it that the same signature covers.
      const upTo = verdict.entries === 0 ? 'No earlier entry is intact' : `Entries 1 to ${verdict.entries} are intact`;
      findings.push(problem(`${where}: the entry was changed, or an entry is missing there. ${upTo}.`, RESTORE));
    }
    const names = (await Promise.all(projects.map((project) => contradicted(db, project)))).flat();
    if (names.length > 0) {
      findings.push(problem(`The audit and the store disagree about secrets: ${listed(names)}.`, RESTORE));
    }
    if (findings.length > 0) return findings;
    return [ok(`The audit of secrets is intact (${projects.length} projects, ${entries} entries).`)];
  },
};

/**
 * Versions that are something else than was recorded of them: gone, or not replaced or destroyed though they were. What a
 * deletion took along is recorded under the version that was asked for, so deletions are not compared.
 */
async function contradicted(db: Db, project: string): Promise<readonly string[]> {
  const stated = new Map<string, Set<string>>();
  for (let after = 0; ; ) {
    const batch = await secretAuditAfter(db, project, after, BATCH);
    for (const { body, secret_id: id, action } of batch) {
      const isDone = objectIn(body).result === 'success';
      if (isDone && id !== '') stated.set(id, (stated.get(id) ?? new Set()).add(action));
    }
    const last = batch.at(-1);
    if (last === undefined) break;
    after = last.position;
  }
  const names: string[] = [];
  // After the audit: a server that runs may have stored more meanwhile.
  for (const [id, actions] of stated) {
    const version = await findSecretVersion(db, project, id);
    const agrees =
      version !== null &&
      (version.superseded_at !== null || !actions.has('rotate')) &&
      (version.destroyed_at !== null || !actions.has('destroy'));
    if (!agrees) names.push(id);
  }
  return names;
}
