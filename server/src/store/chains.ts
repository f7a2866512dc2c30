/**
 * What is numbered from 1 without a gap: where a number stands, and within what it counts. Cursors, signed heads and
 * verifiers read these numbers, so that only `takePositions` gives them.
 */
export const CHAINS = {
  agent_approvals: { table: 'agent_approvals', column: 'position', within: [] },
  agent_forks: { table: 'agent_forks', column: 'position', within: [] },
  agent_nodes: { table: 'agent_nodes', column: 'position', within: [] },
  agent_seals: { table: 'agent_seals', column: 'position', within: [] },
  agent_sessions: { table: 'agent_sessions', column: 'position', within: [] },
  agents: { table: 'agents', column: 'position', within: [] },
  audit_entries: { table: 'audit_entries', column: 'position', within: [] },
  artifacts: { table: 'artifacts', column: 'position', within: ['project_id'] },
  credit_grants: { table: 'credit_grants', column: 'position', within: ['account_id'] },
  document_checks: { table: 'document_checks', column: 'position', within: ['project_id'] },
  grades: { table: 'grades', column: 'position', within: ['project_id'] },
  health_events: { table: 'health_events', column: 'position', within: ['session_id'] },
  health_attestations: { table: 'health_attestations', column: 'position', within: ['session_id'] },
  invoices: { table: 'invoices', column: 'position', within: ['project_id'] },
  ledger_anchors: { table: 'ledger_anchors', column: 'position', within: ['chain'] },
  ledger_blocks: { table: 'ledger_blocks', column: 'height', within: ['chain'] },
  key_events: { table: 'key_events', column: 'position', within: ['key_id'] },
  log_heads: { table: 'log_heads', column: 'position', within: [] },
  log_leaves: { table: 'log_leaves', column: 'position', within: [] },
  logs: { table: 'logs', column: 'position', within: [] },
  platform_audit: { table: 'platform_audit', column: 'position', within: ['project_id'] },
  receipts: { table: 'receipts', column: 'position', within: ['project_id'] },
  secret_audit: { table: 'secret_audit', column: 'position', within: ['project_id'] },
  secret_audit_of_action: {
    table: 'secret_audit',
    column: 'action_position',
    within: ['project_id', 'action'],
    of: 'secret_audit',
  },
  secret_audit_of_secret: {
    table: 'secret_audit',
    column: 'secret_position',
    within: ['project_id', 'secret_id'],
    of: 'secret_audit',
  },
  secret_audit_of_both: {
    table: 'secret_audit',
    column: 'secret_action_position',
    within: ['project_id', 'secret_id', 'action'],
    of: 'secret_audit',
  },
  secret_versions: { table: 'secret_versions', column: 'position', within: ['project_id'] },
  usage_statements: { table: 'usage_statements', column: 'position', within: ['account_id'] },
  // The address last: two of one payment are locked in the order of their addresses.
  wallet_movements: { table: 'wallet_movements', column: 'position', within: ['chain', 'mint', 'address'] },
  webhook_deliveries: { table: 'webhook_deliveries', column: 'position', within: [] },
} as const satisfies Readonly<Record<string, ChainPlace>>;

export interface ChainPlace {
  readonly table: string;
  readonly column: string;
  readonly within: readonly string[];
  /** The chain whose entries this one counts once more: only who holds the end of that one takes positions of this one. */
  readonly of?: string;
}

export type ChainName = keyof typeof CHAINS;

/** Which of the chains of a name is meant. */
export type ChainScope<C extends ChainName> = Readonly<Record<(typeof CHAINS)[C]['within'][number], string>>;
