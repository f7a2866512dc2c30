/** The list of sweeps, which run while the service is open. */
import { platformCalls } from './accounts/day-calls.ts';
import { usageStatements } from './accounts/usage-statements.ts';
import { agentSeals } from './agents/sweeps.ts';
import { pastBiometricFailures } from './biometrics/enrolments.ts';
import { cachePatterns, expiredCacheValues } from './cache/cache.ts';
import { settledCalls } from './calls/settling.ts';
import { expiredInvoices } from './commerce/expiry.ts';
import { endedFheSessions } from './fhe/sessions.ts';
import type { Sweep } from './frame/sweep.ts';
import { pastFraudSignals } from './fraud/signals.ts';
import { healthSessions } from './health/chain.ts';
import { auditHeads, ledgerBlocks } from './ledger/sweeps.ts';
import { logHeads } from './log/heads.ts';
import { platformAuditRestores } from './platform/audit.ts';
import { expiredProofs } from './privacy/sweeps.ts';
import { rollbackMark } from './rollback-mark/sweep.ts';
import { searchLeftovers, searchMerges } from './search/merging.ts';
import { dueSecrets } from './secrets/secrets.ts';
import { pastRequests } from './store/requests.ts';
import { trustStoreChanges } from './trust/sweep.ts';
import { webhookNotices } from './webhooks/webhooks.ts';

/** A new sweep is one entry here. */
const ALL = [
  ledgerBlocks,
  auditHeads,
  logHeads,
  webhookNotices,
  dueSecrets,
  healthSessions,
  expiredInvoices,
  expiredCacheValues,
  cachePatterns,
  platformCalls,
  usageStatements,
  platformAuditRestores,
  agentSeals,
  expiredProofs,
  endedFheSessions,
  settledCalls,
  pastBiometricFailures,
  pastFraudSignals,
  searchMerges,
  searchLeftovers,
  pastRequests,
  rollbackMark,
  trustStoreChanges,
] as const;

/** What all sweeps together need. */
export type SweepNeeds = [(typeof ALL)[number]] extends [Sweep<infer N>] ? N : never;

export const SWEEPS: readonly Sweep<SweepNeeds>[] = ALL;
