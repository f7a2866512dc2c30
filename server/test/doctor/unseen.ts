/**
 * Columns of the data folder of which `touchstone doctor` does not see that one value became another legal one, each with its
 * reason; `docs/user-guide/doctor.md` prints the same. What stands here is tried: a column that is seen must not stand here.
 */
export interface Unseen {
  readonly table: string;
  readonly columns: readonly string[];
  /** For people, as the guide prints it. */
  readonly reason: string;
}

export const UNSEEN: readonly Unseen[] = [
  {
    table: 'agent_forks',
    columns: ['id', 'made_at', 'made_by', 'position', 'rules'],
    reason:
      'A fork is a simulation and no evidence. What came out is computed again, and may be the same by other rules; who asked when is not signed.',
  },
  {
    table: 'agent_sessions',
    columns: ['broken_sequence', 'checked_at', 'checked_intact', 'checked_nodes'],
    reason: 'They note what the last check of the session found, for the list. The next check replaces them.',
  },
  {
    table: 'artifacts',
    columns: ['project_id', 'revision'],
    reason: 'An artifact says who issued it, not which project asked. The revision guards against two changes at once.',
  },
  {
    table: 'biometric_failures',
    columns: ['failed_at', 'id', 'project_id', 'user_id'],
    reason: 'They count for an hour. Without them a user can be tried more often.',
  },
  {
    table: 'cache_entries',
    columns: [
      'expires_at',
      'id',
      'is_adaptive',
      'lifetime_basis',
      'lifetime_limit',
      'lifetime_rule',
      'ttl_seconds',
      'written_at',
    ],
    reason: 'The values are sealed; how long they live is not. A cache may forget at any time.',
  },
  {
    table: 'cache_patterns',
    columns: [
      'hits',
      'key',
      'last_read_at',
      'last_write_at',
      'misses',
      'project_id',
      'read_gaps',
      'rewrite_gaps',
      'ttl_seconds',
      'unread_writes',
      'used_at',
      'writes',
    ],
    reason: 'Measured use of the cache. It decides lifetimes and nothing else.',
  },
  {
    table: 'calls',
    columns: ['minutes'],
    reason: 'Of an open call: how much of it was charged. When it ends the number is signed.',
  },
  {
    table: 'ckks_sessions',
    columns: ['decrypts'],
    reason: 'A counter that changes with every decryption. A lower one lets a session decrypt more often.',
  },
  {
    table: 'console_sessions',
    columns: ['expires_at', 'mac', 'token_hash'],
    reason:
      'A row that was changed opens nothing, nor does one that was put there or kept from before a restart. Each start, and a restore, ends all of them.',
  },
  {
    table: 'cycles',
    columns: ['last_number', 'project_id', 'quarter'],
    reason: 'A counter. Artifacts differ by their hash where two have the same number.',
  },
  {
    table: 'device_credentials',
    columns: ['last_used_at', 'sign_count'],
    reason: 'They change with every answer and are not sealed: a lower count lets a copied device answer again.',
  },
  {
    table: 'document_attestations',
    columns: ['actor', 'id', 'project_id'],
    reason: 'The ledger holds the hash of the document and the time, not who asked.',
  },
  {
    table: 'document_checks',
    columns: ['actor', 'created_at', 'document_hash', 'document_schema', 'is_valid'],
    reason: 'The signed proof of a check was given to the caller and is not kept.',
  },
  {
    table: 'fraud_participants',
    columns: ['contributed', 'joined_at'],
    reason: 'What the list of participants shows. Scores come from the signals themselves.',
  },
  {
    table: 'gateway_targets',
    columns: ['total_proxied'],
    reason: 'A count of calls.',
  },
  {
    table: 'grades',
    columns: ['hidden_at', 'key_id'],
    reason: 'The record of a grade says whose key set signed it, not which key sent it, nor whether lists show it.',
  },
  {
    table: 'health_attestations',
    columns: ['actor'],
    reason: 'What is anchored names the reviewer and the session, not the key that asked.',
  },
  {
    table: 'health_sessions',
    columns: ['expires_at', 'holds_lock', 'lock_hash', 'opened_at', 'user_id'],
    reason: 'Events and attestations of a session are signed and anchored; its lock and its user are not.',
  },
  {
    table: 'invoices',
    columns: ['hidden_at'],
    reason: 'Whether an invoice is listed. What it says and what was paid stay as they are.',
  },
  {
    table: 'key_challenge_uses',
    columns: ['challenge', 'enrolment_id'],
    reason: 'A challenge lives for minutes. Without the row it can be answered once more.',
  },
  {
    table: 'key_challenges',
    columns: ['actor', 'challenge', 'expires_at', 'project_id'],
    reason: 'Open challenges live for minutes and are spent by one attempt of each enrolment.',
  },
  {
    table: 'key_enrolments',
    columns: ['non_matches'],
    reason:
      'A counter that changes with every attempt without a match. A lower one lets an enrolment be tried more often.',
  },
  {
    table: 'managed_keys',
    columns: ['label', 'last_used_at', 'total_operations'],
    reason:
      'The history records the making of a key, not its label, and no check of a key; a successor has the label of the key before it.',
  },
  {
    table: 'platform_challenges',
    columns: ['challenge', 'expires_at', 'id', 'project_id', 'user_id'],
    reason: 'Open challenges live for minutes and are spent by one attempt.',
  },
  {
    table: 'platform_sessions',
    columns: ['created_at', 'expires_at', 'id', 'token_hash', 'user_id'],
    reason: 'Sessions are not recorded. A restore ends all of them.',
  },
  {
    table: 'platform_users',
    columns: ['biometric', 'created_at', 'display_name', 'email', 'project_id'],
    reason: 'What users say of themselves is not recorded; the enrolment of their devices is.',
  },
  {
    table: 'privacy_proofs',
    columns: ['hidden_at', 'key_id', 'project_id'],
    reason: "A proof says nothing of who asked for it. Whether lists show it is nobody else's concern.",
  },
  {
    table: 'schema_migrations',
    columns: ['name'],
    reason: 'The name of a schema step is for people; its number and its hash are checked.',
  },
  {
    table: 'search_collections',
    columns: ['next_number', 'removed_at'],
    reason:
      'The number that the next document gets may be any higher one; when the first entry became superfluous only tells when an index is built anew.',
  },
  {
    table: 'secret_challenges',
    columns: ['challenge', 'expires_at', 'project_id', 'salt', 'secret_id'],
    reason: 'Open challenges live for minutes and are spent by one attempt.',
  },
  {
    table: 'secret_versions',
    columns: ['environment', 'name', 'provider', 'tags', 'vault'],
    reason:
      'The audit names a secret by its id. Versions of one secret are held against each other; one that was never rotated has nothing beside it.',
  },
  {
    table: 'signing_keys',
    columns: ['created_at'],
    reason: 'Nothing signed tells when a key was made. Which one signs is checked.',
  },
  {
    table: 'usage',
    columns: ['account_id', 'calls', 'day'],
    reason: 'Counts. Only the units are held against what was granted and what remains.',
  },
  {
    table: 'versions',
    columns: ['topic', 'version'],
    reason: 'They tell running servers to read anew what they remember. A start reads everything.',
  },
  {
    table: 'webhook_deliveries',
    columns: [
      'attempts',
      'body',
      'created_at',
      'event',
      'id',
      'last_error',
      'last_status',
      'next_attempt_at',
      'position',
      'project_id',
      'webhook_id',
    ],
    reason: 'Notices that are sent or waiting. What they tell of stands in the history of the key.',
  },
  {
    table: 'wrapping_keys',
    columns: ['created_at'],
    reason: 'Nothing signed tells when a key was made.',
  },
];

/** Columns of which the schema admits no other value while the rest of the row stays as it is. */
export const BOUND: ReadonlySet<string> = new Set([
  'privacy_proofs.is_satisfied',
  'bfv_keys.custody',
  'fraud_keys.id',
  'search_collections.index_type',
  'secret_audit.signed_position',
  'webhook_deliveries.finished_at',
  'webhook_deliveries.state',
  'wrapped_keys.holder',
]);

/** Tables that have no rows here: what waits to be told after a restore, full tiles of the log, calls of today. */
export const EMPTY: ReadonlySet<string> = new Set([
  'health_restores',
  'key_chain_restores',
  'log_tiles',
  'platform_audit_notices',
  'platform_calls',
  'secret_audit_notices',
  'usage_statement_notices',
]);

/**
 * Tables of which doctor does not see that the newest row is gone: nothing signed says that it was there. Of the ledger it is
 * a block without anchors.
 */
export const UNSEEN_REMOVALS: ReadonlySet<string> = new Set([
  'agent_forks',
  'artifacts',
  'bfv_keys',
  'biometric_failures',
  'biometric_templates',
  'cache_patterns',
  'call_transcripts',
  'ckks_sessions',
  'console_sessions',
  'cycles',
  'document_checks',
  'fraud_aggregates',
  'fraud_signals',
  'grades',
  'key_challenge_uses',
  'key_challenges',
  'key_enrolments',
  'ledger_blocks',
  'platform_challenges',
  'platform_sessions',
  'requests',
  'secret_challenges',
  'usage',
  'versions',
  'webhook_deliveries',
]);
