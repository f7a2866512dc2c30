import type { Db } from '../store/db.ts';
import { writeSetting } from '../store/settings.ts';

export interface RestoreFacts {
  /** Milliseconds since 1970. */
  readonly restoredAt: number;
  /** When the backup was made. */
  readonly backupCreatedAt: number;
}

/** What is done once to every restored database; it may write with `db` only. */
export type RestoreStep = (db: Db, facts: RestoreFacts) => Promise<void>;

/**
 * In their order, within one transaction, before the database takes effect. Chains append their `restored` entry here,
 * logs and ledgers take a new id, and tables of sessions and open challenges are emptied (S27).
 */
const STEPS: readonly RestoreStep[] = [
  // The server appends the audit's entry at its next start: signing it needs a key set that is made there.
  (db, { restoredAt, backupCreatedAt }) =>
    writeSetting(db, 'restored', JSON.stringify({ restored_at: restoredAt, backup_created_at: backupCreatedAt })),
];

/** Runs in the transaction that has already carried over the present revocations. */
export async function afterRestore(db: Db, facts: RestoreFacts): Promise<void> {
  for (const step of STEPS) await step(db, facts);
}
