import type { ChangedKind } from '@touchstone/core/api/changed-kinds.ts';

/** What is remembered of the database and may change: whoever changes it says so by `changed`, whoever remembers it reads it anew. */
export const TOPICS = ['agent-policies', 'api-keys', 'key-sets', 'settings'] as const;

export type Topic = (typeof TOPICS)[number];

/** Lists that a transaction has changed, for those who show them: they ask anew, and nobody remembers anything of it. */
export interface ListChange {
  readonly kind: ChangedKind;
  /** Whose lists; null: the whole server's. */
  readonly projectId: string | null;
}
