import { systemRandom } from '@touchstone/core/random.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';
import { leaveUsageNotices } from '../accounts/store/usage-statements.ts';
import { markRestoredSessions } from '../agents/store/sessions.ts';
import { emptyCache } from '../cache/store.ts';
import { endRestoredCalls } from '../calls/store.ts';
import type { ToldRestore } from '../chain-of-entries/restores.ts';
import { endConsoleSessions } from '../console/store.ts';
import { endCkksSessions } from '../fhe/store.ts';
import { newId } from '../frame/ids.ts';
import { endHealthSessions } from '../health/store.ts';
import { beginRestoredLedger } from '../ledger/origin.ts';
import { beginLog } from '../log/store.ts';
import { leavePlatformAuditNotices } from '../platform/store/audit.ts';
import { forgetChallenges } from '../platform/store/challenges.ts';
import { endPlatformSessions } from '../platform/store/users.ts';
import { noteChainRestores } from '../provenance/store.ts';
import { leaveRestoreNotices } from '../secrets/store/audit.ts';
import { forgetSecretChallenges } from '../secrets/store/secrets.ts';
import type { Db } from '../store/engine.ts';

export interface RestoreFacts {
  /** Milliseconds since 1970. */
  readonly restoredAt: number;
  /** When the backup was made. */
  readonly backupCreatedAt: number;
  /** Whether the revocations of the folder that it replaces were given up. */
  readonly forgotPresent: boolean;
}

/** What is done once to every restored database; it may write with `db` only. */
export type RestoreStep = (db: Db, facts: RestoreFacts) => Promise<void>;

/**
 * In their order, within one transaction, before the database takes effect. Chains append their `restored` entry here,
 * logs and ledgers take a new id, and tables of sessions and open challenges are emptied (S27).
 */
const STEPS: readonly RestoreStep[] = [
  // The server appends the audit's entry at its next start: signing it needs a key set that is made there. Then each chain of the
  // ledger has a block that says `restored`.
  (db, facts) => beginRestoredLedger(db, toldOf(facts), systemRandom),
  (db) => forgetSecretChallenges(db),
  (db) => forgetChallenges(db),
  (db) => endPlatformSessions(db),
  (db) => endConsoleSessions(db),
  (db) => endCkksSessions(db),
  (db, { restoredAt }) => noteChainRestores(db, restoredAt),
  (db, { restoredAt }) => leaveRestoreNotices(db, restoredAt),
  (db, facts) => endHealthSessions(db, facts),
  (db, facts) => markRestoredSessions(db, facts),
  (db, { backupCreatedAt }) => endRestoredCalls(db, backupCreatedAt),
  (db) => emptyCache(db),
  (db, { restoredAt }) => leavePlatformAuditNotices(db, restoredAt),
  (db, { restoredAt }) => leaveUsageNotices(db, restoredAt),
  // Another log over the leaves that are there: heads of the one before may be kept elsewhere for leaves that are gone.
  (db, facts) => beginLog(db, { id: newId('log', systemRandom), begunAt: facts.restoredAt, restored: facts }),
];

/** A restore as the audit tells of it. */
function toldOf({ restoredAt, backupCreatedAt, forgotPresent }: RestoreFacts): ToldRestore {
  const times = { restored_at: formatIsoTime(restoredAt), backup_created_at: formatIsoTime(backupCreatedAt) };
  return forgotPresent ? { ...times, forgot_present: true } : times;
}

/** Runs in the transaction that has already carried over the present revocations. */
export async function afterRestore(db: Db, facts: RestoreFacts): Promise<void> {
  for (const step of STEPS) await step(db, facts);
}
