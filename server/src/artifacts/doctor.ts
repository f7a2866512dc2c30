import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { verifyArtifact } from '@touchstone/core/artifact/verify.ts';
import { concat, utf8 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonObject } from '@touchstone/core/canonical-json.ts';
import { EMPTY_TRUST_STORE } from '@touchstone/core/keys/trust.ts';
import { PRODUCT } from '@touchstone/core/version.ts';
import { DOCUMENTS, namesIn } from '../backup/folder.ts';
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
import { type DocumentFile, documentFiles, isOwnFileName, storedPieces } from './store.ts';

/** Files that an earlier version kept documents in; a start takes them into the database. */
export const documents: Check = {
  id: 'documents',
  needs: 'schema',
  async run({ dataDir, inspection: { db } }) {
    const folder = join(dataDir, DOCUMENTS);
    const sizeOf = ({ file }: DocumentFile) =>
      isOwnFileName(file) ? lstatSync(join(folder, file), { throwIfNoEntry: false })?.size : undefined;
    // Before the rows are read: a start that goes on meanwhile only removes files.
    const names = namesIn(folder);
    const rows = await documentFiles(db);
    const waiting = rows.filter(({ isInRows }) => !isInRows);
    const suspects = waiting.filter((row) => sizeOf(row) !== row.size);
    // A start may have taken a document in since its row was read.
    const unread = new Set((await documentFiles(db)).flatMap(({ file, isInRows }) => (isInRows ? [] : file)));
    const faulty = suspects.filter(({ file }) => unread.has(file));
    const gone = faulty.filter((row) => sizeOf(row) === undefined).map(({ file }) => file);
    const misshapen = faulty.filter((row) => ![undefined, row.size].includes(sizeOf(row))).map(({ file }) => file);
    const taken = rows.filter(({ isInRows }) => isInRows).map(({ file }) => file);
    const known = new Set(rows.map(({ file }) => file));
    const strays = names.filter((name) => !known.has(name));
    const findings: Finding[] = [];
    if (gone.length > 0) findings.push(problem(`Documents are missing from the folder: ${listed(gone)}.`, RESTORE));
    if (misshapen.length > 0) {
      const fault = `Documents have another size than when they were stored: ${listed(misshapen)}.`;
      findings.push(problem(fault, RESTORE));
    }
    if (taken.length > 0) {
      const action = 'The next start of the server removes the files.';
      findings.push(warning(`Rows name files although their documents are in the database: ${listed(taken)}.`, action));
    }
    if (strays.length > 0) {
      const action = 'Nothing removes these files: check them and move them away.';
      findings.push(warning(`The documents folder contains files that no row names: ${listed(strays)}.`, action));
    }
    if (findings.length > 0) return findings;
    if (waiting.length === 0) return [ok('Every document is in the database.')];
    return [ok(`${waiting.length} documents are in files. The next start of the server moves them into the database.`)];
  },
};

/** Artifacts, held against their own text. */
export async function checkArtifacts(db: Db, faults: RowFaults, { signer, now }: ReadablePatient): Promise<void> {
  const placeOf = createCounters();
  for await (const row of rowsOf(db, 'artifacts')) {
    const name = `${row.project_id} ${row.id}`;
    faults.compare('artifacts', name, { position: placeOf(row.position, row.project_id) });
    const pieces = await storedPieces(db, row.project_id, row.id);
    // `documents` looks at those that an earlier version kept in files.
    if (row.document === '' && row.file !== null && pieces.length === 0) continue;
    const bytes = row.document === '' ? concat(...pieces.map((piece) => piece.bytes)) : utf8(row.document);
    if (row.document !== '' && pieces.length > 0) faults.add('artifacts', name, 'has two copies of the document');
    const gap = pieces.findIndex(({ piece }, place) => piece !== place);
    if (gap !== -1) faults.add('artifacts', name, `is missing piece ${gap} of the document`);
    const options = { fileName: row.id, trust: EMPTY_TRUST_STORE, verifier: signer, now, product: PRODUCT };
    const { report, document } = await verifyArtifact(bytes, options);
    faults.compare('artifacts', name, {
      id: [row.id, plainOr(document?.artifact_id)],
      size: [row.size, bytes.length],
      // An earlier version kept the document in a file, and its row names no subject.
      subject: [row.subject, row.subject === '' ? '' : subjectIn(document)],
      created_at: [row.created_at, timeIn(document?.issued_at)],
    });
    const failed = report.checks.filter(({ id, status }) => status === 'failed' && /^(?:format|integrity)\./.test(id));
    if (failed.length === 0) continue;
    faults.add(
      'artifacts',
      name,
      `has another document than the original: ${failed.map(({ sentence }) => sentence).join(' ')}`,
    );
  }
}

function subjectIn(document: JsonObject | null | undefined): string | number | null {
  const subject = document?.subject;
  return isJsonObject(subject) ? plainOr(subject.name) : null;
}
