/**
 * What the console keeps on the server (decisions 12.26): nothing of worth stays in the storage of its origin. `folder`: for
 * all windows and later starts; `session`: until the session ends. The contents are texts that the console alone reads.
 */
export interface ConsoleStateRow {
  readonly kept: 'folder' | 'session';
  /** The longest text, in characters. */
  readonly most: number;
  readonly title: string;
}

export const CONSOLE_STATE = {
  preferences: { kept: 'folder', most: 4_096, title: 'How the console looks, and when it locks.' },
  verify_columns: { kept: 'folder', most: 1_024, title: 'Columns of the table of many files.' },
  secrets_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of secrets.' },
  receipts_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of receipts.' },
  sessions_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of agent sessions.' },
  proofs_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of proofs.' },
  calls_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of calls.' },
  payments_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of invoices.' },
  detection_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of findings.' },
  search_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of search indexes.' },
  cache_columns: { kept: 'folder', most: 1_024, title: 'Columns of the list of cached values.' },
  audit_verdict: { kept: 'folder', most: 1_024, title: 'The outcome of the last walk over the audit.' },
  secret_audit_verdicts: {
    kept: 'folder',
    most: 65_536,
    title: 'The outcomes of the last walks over the audits of secrets, by project.',
  },
  ledger_heads: { kept: 'folder', most: 8_192, title: 'The heads of the chains that the console saw last.' },
  trust_outbox: {
    kept: 'folder',
    most: 1_048_576,
    title: 'Changes of the trust store that wait, or that were refused.',
  },
  acting_for: { kept: 'session', most: 2_048, title: 'The account that the window acts for.' },
  recent_verifications: {
    kept: 'session',
    most: 65_536,
    title: 'The verifications that were made in the window last.',
  },
  recently_opened: { kept: 'session', most: 16_384, title: 'What was opened in the window last.' },
} as const satisfies Record<string, ConsoleStateRow>;

export type ConsoleStateName = keyof typeof CONSOLE_STATE;

export const CONSOLE_STATE_NAMES = Object.keys(CONSOLE_STATE) as readonly ConsoleStateName[];
