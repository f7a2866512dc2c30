/** Registered agents in lists: what is looked through and how they are exported. */

import { csvText } from '../../../../parts/list-page/csv.ts';
import type { ListView } from '../../../../parts/list-page/list-order.ts';
import { type Sort, sortCodec } from '../../../../parts/list-page/sort-codec.ts';
import { words } from '../../../../words/record/agents.ts';
import type { Agent } from '../data/queries.ts';

export const TYPE_WORDS: Readonly<Record<Agent['agent_type'], string>> = words.types;

export const REDACTION_WORDS: Readonly<Record<Agent['redaction_level'], string>> = words.redactions;

/** What each level keeps of a receipt; decided before anything is hashed. */
export const REDACTION_SENTENCES: Readonly<Record<Agent['redaction_level'], string>> = words.redactionMeanings;

export const SORT_KEYS = ['name', 'canonical', 'tenant', 'type', 'redaction', 'registered', 'id'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const NEWEST_FIRST: Sort<SortKey> = { by: 'registered', descending: true };
export const { readSort, sortText } = sortCodec(SORT_KEYS, NEWEST_FIRST);

const SORT_VALUES: Readonly<Record<SortKey, (agent: Agent) => string>> = {
  name: ({ name }) => name.toLowerCase(),
  canonical: ({ canonical_name }) => canonical_name,
  tenant: ({ tenant }) => tenant.toLowerCase(),
  type: ({ agent_type }) => agent_type,
  redaction: ({ redaction_level }) => redaction_level,
  registered: ({ registered_at }) => registered_at,
  id: ({ agent_id }) => agent_id,
};

/** The view for the list's order. Text is looked for in names, tenant and id. */
export function agentView(text: string, { by, descending }: Sort<SortKey>): ListView<Agent> {
  const needle = text.trim().toLowerCase();
  return {
    matches: ({ name, canonical_name, tenant, agent_id }) =>
      needle === '' || [name, canonical_name, tenant, agent_id].some((one) => one.toLowerCase().includes(needle)),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

export function agentsCsv(agents: readonly Agent[]): string {
  return csvText(agents, [
    ['agent_id', ({ agent_id }) => agent_id],
    ['name', ({ name }) => name],
    ['canonical_name', ({ canonical_name }) => canonical_name],
    ['tenant', ({ tenant }) => tenant],
    ['agent_type', ({ agent_type }) => agent_type],
    ['capabilities', ({ capabilities }) => capabilities.join(' ')],
    ['redaction_level', ({ redaction_level }) => redaction_level],
    ['registered_at_utc', ({ registered_at }) => registered_at],
    ['registration_receipt', ({ node_id }) => node_id],
    ['public_key', ({ public_key }) => public_key],
  ]);
}

export function agentsJson(agents: readonly Agent[]): string {
  return `${JSON.stringify({ agents }, null, 2)}\n`;
}
