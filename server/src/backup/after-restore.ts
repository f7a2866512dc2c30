import { systemRandom } from '@touchstone/core/random.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { newId } from '../ids.ts';
import { markRestoredSessions } from '../store/agent-sessions.ts';
import { emptyCache } from '../store/cache.ts';
import { forgetChallenges } from '../store/challenges.ts';
import type { Db } from '../store/db.ts';
import { endHealthSessions } from '../store/health.ts';
import { noteChainRestores } from '../store/key-events.ts';
import { endLedger } from '../store/ledger.ts';
import { beginLog } from '../store/log.ts';
import { leavePlatformAuditNotices } from '../store/platform-audit.ts';
import { endPlatformSessions } from '../store/platform-users.ts';
import { leaveRestoreNotices } from '../store/secret-audit.ts';
import { forgetSecretChallenges } from '../store/secrets.ts';
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
  (db, facts) => writeSetting(db, 'restored', JSON.stringify(toldOf(facts))),
  (db) => forgetSecretChallenges(db),
  (db) => forgetChallenges(db),
  (db) => endPlatformSessions(db),
  (db, { restoredAt }) => noteChainRestores(db, restoredAt),
  (db, { restoredAt }) => leaveRestoreNotices(db, restoredAt),
  (db, facts) => endHealthSessions(db, facts),
  (db, facts) => markRestoredSessions(db, facts),
  (db) => emptyCache(db),
  (db, { restoredAt }) => leavePlatformAuditNotices(db, restoredAt),
  // Another log over the leaves that are there: heads of the one before may be kept elsewhere for leaves that are gone.
  (db, facts) => beginLog(db, { id: newId('log', systemRandom), begunAt: facts.restoredAt, restored: facts }),
  // The next start begins a new ledger, whose first block on each chain says `restored`.
  (db, facts) => endLedger(db, toldOf(facts)),
];

/** A restore as the audit and the ledger tell of it. */
function toldOf({ restoredAt, backupCreatedAt }: RestoreFacts) {
  return { restored_at: formatIsoTime(restoredAt), backup_created_at: formatIsoTime(backupCreatedAt) };
}

/** Runs in the transaction that has already carried over the present revocations. */
export async function afterRestore(db: Db, facts: RestoreFacts): Promise<void> {
  for (const step of STEPS) await step(db, facts);
}
