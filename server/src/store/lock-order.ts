/**
 * The order in which every transaction locks rows and takes positions (ADR 0018). Two that follow it never wait for each other
 * in a circle. What is missing here cannot be locked where tests watch: `lock-watch.ts`.
 */
import type { ChainName } from './chains.ts';
import type { TableName } from './database.ts';

/** The rows of a table, or the end of a chain. */
export type LockPlace = TableName | `end of ${ChainName}`;

export const LOCK_ORDER = [
  // Who pays. First, as an administrator's change of an account goes on to what stands below.
  'accounts',
  // A repeat waits here for the request that it repeats.
  'requests',

  // Sessions, and what is decided within one. A session comes before those that were delegated from it.
  'agents',
  'agent_sessions',
  'agent_approvals',
  'calls',
  'call_messages',
  'call_transcripts',
  'health_sessions',
  'health_agreements',
  'console_sessions',
  'platform_challenges',
  'platform_users',
  'device_credentials',
  'platform_sessions',

  // Keys and secrets.
  'key_sets',
  'api_keys',
  'projects',
  'signing_keys',
  'storage_keys',
  'managed_keys',
  'wrapped_keys',
  'wrapping_keys',
  'secret_versions',
  'secret_challenges',
  'key_enrolments',
  'key_challenges',
  'key_challenge_uses',
  'gateway_targets',
  'gateway_bindings',
  'bfv_keys',
  'ckks_sessions',
  'biometric_templates',
  'biometric_failures',
  'biometric_thresholds',
  'fraud_keys',
  'fraud_participants',
  'fraud_signals',
  'fraud_aggregates',

  // What else rooms hold.
  'agent_policies',
  'webhooks',
  'webhook_deliveries',
  'ceremonies',
  'cycles',
  'artifacts',
  'artifact_pieces',
  'invoices',
  'privacy_proofs',
  'grades',
  'search_collections',
  'search_segments',
  'search_pages',
  'search_documents',
  'search_blocks',
  'cache_usage',
  'cache_entries',
  'cache_patterns',
  'platform_calls',
  // With the digest over all rows that open doors: whatever changes one of these changes it.
  'settings',

  // Chains of rooms, and the notices that a restore has left for them.
  'end of credit_grants',
  'end of agents',
  'end of agent_sessions',
  'end of agent_approvals',
  'end of agent_forks',
  'agent_forks',
  'end of artifacts',
  'end of document_checks',
  'end of grades',
  'end of receipts',
  'end of secret_versions',
  'end of audit_entries',
  'health_restores',
  'end of health_events',
  'end of key_events',
  'key_chain_restores',
  'platform_audit_notices',
  'end of platform_audit',
  'usage_statement_notices',
  'end of usage_statements',
  'end of logs',
  'end of log_heads',

  // Ledgers, and what names their transactions.
  'end of wallet_movements',
  'end of ledger_anchors',
  'end of ledger_blocks',
  'ledger_anchors',
  'end of health_attestations',
  'end of invoices',
  'end of agent_seals',
  'end of webhook_deliveries',

  // At the end of a group, each once for all of its writes.
  'secret_audit',
  'end of secret_audit',
  'secret_audit_notices',
  'usage',
  'end of log_leaves',
  'end of agent_nodes',
  'versions',
] as const satisfies readonly LockPlace[];

const RANKS: ReadonlyMap<string, number> = new Map(LOCK_ORDER.map((place, rank) => [place, rank]));

/** Where a place stands in the order. Throws TypeError where it does not. */
export function rankOf(place: string): number {
  const rank = RANKS.get(place);
  if (rank === undefined) throw new TypeError(`internal: ${place} has no place in the order of locks`);
  return rank;
}
