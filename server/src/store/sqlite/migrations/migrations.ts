import { foundation } from './0001-foundation.ts';
import { documentFiles } from './0002-document-files.ts';
import { receiptsAndWrappedKeys } from './0003-receipts-wrapped-keys.ts';
import { administration } from './0004-administration.ts';
import { signingKeys } from './0005-signing-keys.ts';
import { ledgerAndDocuments } from './0006-ledger-documents.ts';
import { secrets } from './0007-secrets.ts';
import { keysAndWebhooks } from './0008-keys-webhooks.ts';
import { gateway } from './0009-gateway.ts';
import { health } from './0010-health.ts';
import { storageKeys } from './0011-storage-keys.ts';
import { platformUsers } from './0012-platform-users.ts';
import { ceremonies } from './0013-ceremonies.ts';
import { platformCache } from './0014-platform-cache.ts';
import { agents } from './0015-agents.ts';
import { receiptLog } from './0016-log.ts';
import { secretAuditRuns } from './0017-secret-audit-runs.ts';
import { agentForks } from './0018-agent-forks.ts';
import { platformCalls } from './0019-platform-calls.ts';
import { agentForkRules } from './0020-agent-fork-rules.ts';
import { rowSeals } from './0021-row-seals.ts';
import { passkeyRelyingParty } from './0022-passkey-relying-party.ts';
import { agentSessionTroubles } from './0023-agent-session-troubles.ts';
import { keyTrees } from './0024-key-trees.ts';
import { versions } from './0025-versions.ts';
import { requests } from './0026-requests.ts';
import { usageStatements } from './0027-usage-statements.ts';
import { consoleSessions } from './0028-console-sessions.ts';
import { artifactPieces } from './0029-artifact-pieces.ts';
import { usageAndRequests } from './0030-usage-and-requests.ts';
import { foundNames } from './0031-found-names.ts';
import { privacyProofs } from './0032-privacy-proofs.ts';
import { invoices } from './0033-invoices.ts';
import { grades } from './0034-grades.ts';
import { fheKeys } from './0035-fhe-keys.ts';
import { calls } from './0037-calls.ts';
import { search } from './0038-search.ts';
import { biometrics } from './0039-biometrics.ts';
import { fraudSignals } from './0040-fraud-signals.ts';
import { keyEnrolments } from './0041-key-enrolments.ts';

export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}

/** In order; append only. `migrations.test.ts` holds the hash of every one. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, name: 'foundation', sql: foundation },
  { version: 2, name: 'document files', sql: documentFiles },
  { version: 3, name: 'receipts and wrapped keys', sql: receiptsAndWrappedKeys },
  { version: 4, name: 'administration', sql: administration },
  { version: 5, name: 'signing keys', sql: signingKeys },
  { version: 6, name: 'ledger and documents', sql: ledgerAndDocuments },
  { version: 7, name: 'secrets', sql: secrets },
  { version: 8, name: 'keys and webhooks', sql: keysAndWebhooks },
  { version: 9, name: 'gateway', sql: gateway },
  { version: 10, name: 'health', sql: health },
  { version: 11, name: 'storage keys', sql: storageKeys },
  { version: 12, name: 'platform users', sql: platformUsers },
  { version: 13, name: 'ceremonies', sql: ceremonies },
  { version: 14, name: 'platform cache and audit', sql: platformCache },
  { version: 15, name: 'agents', sql: agents },
  { version: 16, name: 'receipt log', sql: receiptLog },
  { version: 17, name: 'secret audit runs', sql: secretAuditRuns },
  { version: 18, name: 'agent forks', sql: agentForks },
  { version: 19, name: 'platform calls', sql: platformCalls },
  { version: 20, name: 'agent fork rules', sql: agentForkRules },
  { version: 21, name: 'row seals', sql: rowSeals },
  { version: 22, name: 'passkey relying party', sql: passkeyRelyingParty },
  { version: 23, name: 'agent session troubles', sql: agentSessionTroubles },
  { version: 24, name: 'key trees', sql: keyTrees },
  { version: 25, name: 'versions', sql: versions },
  { version: 26, name: 'requests', sql: requests },
  { version: 27, name: 'usage statements', sql: usageStatements },
  { version: 28, name: 'console sessions', sql: consoleSessions },
  { version: 29, name: 'artifact pieces', sql: artifactPieces },
  { version: 30, name: 'usage and requests', sql: usageAndRequests },
  { version: 31, name: 'found names', sql: foundNames },
  { version: 32, name: 'privacy proofs', sql: privacyProofs },
  { version: 33, name: 'invoices', sql: invoices },
  { version: 34, name: 'grades', sql: grades },
  { version: 35, name: 'fhe keys', sql: fheKeys },
  { version: 37, name: 'calls', sql: calls },
  { version: 38, name: 'search', sql: search },
  { version: 39, name: 'biometrics', sql: biometrics },
  { version: 40, name: 'fraud signals', sql: fraudSignals },
  { version: 41, name: 'key enrolments', sql: keyEnrolments },
];
