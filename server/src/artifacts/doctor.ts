import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { utf8 } from '@touchstone/core/bytes.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { DOCUMENTS, namesIn } from '../backup/folder.ts';
import { documentFiles } from '../backup/store.ts';
import {
  type Check,
  type Finding,
  listed,
  ok,
  problem,
  RESTORE,
  type ReadablePatient,
  warning,
} from '../doctor/check.ts';
import { createCounters, type RowFaults } from '../doctor/row-faults.ts';
import { plainOr, timeIn } from '../doctor/stated.ts';
import type { Db } from '../store/engine.ts';
import { rowsOf } from '../store/walk.ts';

/** A document stands in the folder before its row does; a server may be at it. */
const BEING_WRITTEN_MS = 10 * 60_000;

export const documents: Check = {
  id: 'documents',
  needs: 'schema',
  async run({ dataDir, inspection: { db }, now }) {
    const folder = join(dataDir, DOCUMENTS);
    const stat = (name: string) => lstatSync(join(folder, name), { throwIfNoEntry: false });
    const names = namesIn(folder);
    const rows = await documentFiles(db);
    const suspects = rows.filter(({ file, size }) => stat(file)?.size !== size);
    // A running server may have replaced a document since its row was read: what is not named any more is no fault.
    const stillNamed = new Set((await documentFiles(db)).map(({ file }) => file));
    const faulty = suspects.filter(({ file }) => stillNamed.has(file));
    const gone = faulty.filter(({ file }) => stat(file) === undefined).map(({ file }) => file);
    const misshapen = faulty.filter(({ file, size }) => ![undefined, size].includes(stat(file)?.size));
    const known = new Set([...rows.map(({ file }) => file), ...stillNamed]);
    const isStray = (name: string) => {
      const found = stat(name);
      return !known.has(name) && found !== undefined && now - found.mtimeMs > BEING_WRITTEN_MS;
    };
    const strays = names.filter(isStray);
    const findings: Finding[] = [];
    if (gone.length > 0) findings.push(problem(`Documents are missing from the folder: ${listed(gone)}.`, RESTORE));
    if (misshapen.length > 0) {
      const which = listed(misshapen.map(({ file }) => file));
      findings.push(problem(`Documents have another size than they were stored with: ${which}.`, RESTORE));
    }
    if (strays.length > 0) {
      const action = 'The next start of the server removes what is its own; move the rest away.';
      findings.push(warning(`The documents folder holds files that no row names: ${listed(strays)}.`, action));
    }
    if (findings.length > 0) return findings;
    return [ok(`Every document is in its place (${rows.length} in files of their own).`)];
  },
};

/** Artifacts, held against their own text. */
export async function checkArtifacts(db: Db, faults: RowFaults, { signer, now }: ReadablePatient): Promise<void> {
  const placeOf = createCounters();
  for await (const row of rowsOf(db, 'artifacts')) {
    const name = `${row.project_id} ${row.id}`;
    faults.compare('artifacts', name, { position: placeOf(row.position, row.project_id) });
    // `documents` looks at those that stand in files of their own.
    if (row.file !== null) continue;
    const bytes = utf8(row.document);
    const options = { fileName: row.id, trust: EMPTY_TRUST_STORE, verifier: signer, now, product: PRODUCT };
    const { report, document } = await verifyArtifact(bytes, options);
    faults.compare('artifacts', name, {
      id: [row.id, plainOr(document?.artifact_id)],
      size: [row.size, bytes.length],
      created_at: [row.created_at, timeIn(document?.issued_at)],
    });
    const failed = report.checks.filter(({ id, status }) => status === 'failed' && /^(?:format|integrity)\./.test(id));
    if (failed.length === 0) continue;
    faults.add(
      'artifacts',
      name,
      `has another document than was made: ${failed.map(({ sentence }) => sentence).join(' ')}`,
    );
  }
}
