/** Privacy proofs. Look-up and verification ask for any; lists for those of a project. */
import type { Selectable } from 'kysely';
import { type Db, lockRow } from '../store/engine.ts';
import type { Tables } from '../store/tables.ts';

export type ProofRow = Selectable<Tables['privacy_proofs']>;
/** What lists and verification need: everything but the proof, by far the largest part. */
export type ProofFacts = Omit<ProofRow, 'proof' | 'record' | 'signature'>;

const FACTS = [
  'commitment',
  'project_id',
  'key_id',
  'attestation_type',
  'chain',
  'is_satisfied',
  'public_inputs',
  'tx',
  'issued_at',
  'expires_at',
  'hidden_at',
  'ended_at',
] as const satisfies readonly (keyof ProofFacts)[];

export async function insertProof(transaction: Db, proof: ProofRow): Promise<void> {
  await transaction.insertInto('privacy_proofs').values(proof).execute();
}

/** Of any project: proofs are public. */
export async function findProof(db: Db, commitment: string): Promise<ProofFacts | null> {
  const row = await db
    .selectFrom('privacy_proofs')
    .select(FACTS)
    .where('commitment', '=', commitment)
    .executeTakeFirst();
  return row ?? null;
}

/** With the proof and what was signed of it. */
export async function findWholeProof(db: Db, commitment: string): Promise<ProofRow | null> {
  const row = await db.selectFrom('privacy_proofs').selectAll().where('commitment', '=', commitment).executeTakeFirst();
  return row ?? null;
}

export interface ProofPlace {
  readonly issuedAt: number;
  readonly commitment: string;
}

/** The project's proofs that are not hidden, the newest first, from below a place. */
export async function proofsBelow(
  db: Db,
  projectId: string,
  below: ProofPlace | null,
  limit: number,
): Promise<readonly ProofFacts[]> {
  let query = db
    .selectFrom('privacy_proofs')
    .select(FACTS)
    .where('project_id', '=', projectId)
    .where('hidden_at', 'is', null);
  if (below !== null) {
    const { issuedAt, commitment } = below;
    query = query.where(({ eb, and, or }) =>
      or([eb('issued_at', '<', issuedAt), and([eb('issued_at', '=', issuedAt), eb('commitment', '<', commitment)])]),
    );
  }
  return query.orderBy('issued_at', 'desc').orderBy('commitment', 'desc').limit(limit).execute();
}

/** For a transaction that goes on to change it. */
export async function lockProof(transaction: Db, commitment: string): Promise<ProofFacts | null> {
  const found = transaction.selectFrom('privacy_proofs').select(FACTS).where('commitment', '=', commitment);
  return (await lockRow(found).executeTakeFirst()) ?? null;
}

export async function markHidden(transaction: Db, commitment: string, now: number): Promise<void> {
  await transaction
    .updateTable('privacy_proofs')
    .set({ hidden_at: now })
    .where('commitment', '=', commitment)
    .execute();
}

/** Commitments of proofs that have expired and of which nobody was told yet, the oldest first. */
export async function endedProofs(db: Db, now: number, limit: number): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('privacy_proofs')
    .select('commitment')
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map(({ commitment }) => commitment);
}

/** Takes the proof out of an expired row. */
export async function markEnded(transaction: Db, commitment: string, now: number): Promise<void> {
  await transaction
    .updateTable('privacy_proofs')
    .set({ ended_at: now, proof: null })
    .where('commitment', '=', commitment)
    .execute();
}
