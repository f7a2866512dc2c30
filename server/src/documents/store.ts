/** What was checked and attested of documents; the documents themselves are not stored. */
import { type Db, takePositions } from '../store/engine.ts';
import type { Row } from '../store/tables.ts';

/** Appends a check; its position counts within the project. `db` is a transaction. */
export async function insertDocumentCheck(db: Db, check: Omit<Row<'document_checks'>, 'position'>): Promise<void> {
  const position = await takePositions(db, 'document_checks', { project_id: check.project_id });
  await db
    .insertInto('document_checks')
    .values({ ...check, position })
    .execute();
}

export async function insertAttestation(db: Db, attestation: Row<'document_attestations'>): Promise<void> {
  await db.insertInto('document_attestations').values(attestation).execute();
}

/** null where the project has no such attestation. */
export async function findAttestation(
  db: Db,
  projectId: string,
  id: string,
): Promise<Row<'document_attestations'> | null> {
  const row = await db
    .selectFrom('document_attestations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The project's checks of a document up to a moment, the oldest first. */
export async function checksOf(
  db: Db,
  projectId: string,
  hash: string,
  until: number,
): Promise<readonly Row<'document_checks'>[]> {
  return db
    .selectFrom('document_checks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('document_hash', '=', hash)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('position')
    .execute();
}

/** The project's attestations of a document up to a moment, the oldest first. */
export async function attestationsOf(
  db: Db,
  projectId: string,
  hash: string,
  until: number,
): Promise<readonly Row<'document_attestations'>[]> {
  return db
    .selectFrom('document_attestations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('document_hash', '=', hash)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Every attestation, for the check that its transaction is on the ledger. */
export async function attestedTransactions(
  db: Db,
): Promise<readonly Pick<Row<'document_attestations'>, 'id' | 'chain' | 'tx' | 'document_hash'>[]> {
  return db
    .selectFrom('document_attestations')
    .select(['id', 'chain', 'tx', 'document_hash'])
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}
