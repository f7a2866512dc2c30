/** Secrets in lists: what is looked through, how they are ordered and exported. */
import { SECRET_STATES } from '@touchstone/core/api/crypto/shield-schemas.ts';
import { formatRotationPolicy, parseRotationPolicy } from '@touchstone/core/secrets/rotation-policy.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { dueOf, type SecretItem } from '../../../parts/secret/rotation.ts';
import { words } from '../../../words/protect/secrets.ts';
import type { RotationFilter, SortKey } from './search.ts';

export type SecretState = (typeof SECRET_STATES)[number];

/** `90d` as "every 90 days". */
export function policyWords(policy: string): string {
  const read = parseRotationPolicy(policy);
  if (read === null) return policy;
  return read.days === null ? words.policy.never : words.policy.every(read.days);
}

/** The policy of a number of days as typed; null where it is none from 1 to 9999. */
export function policyOfDays(text: string): string | null {
  const digits = text.trim();
  if (!/^[1-9]\d{0,3}$/.test(digits)) return null;
  return formatRotationPolicy({ days: Number(digits) });
}

const SORT_VALUES: Readonly<Record<SortKey, (item: SecretItem) => string | number>> = {
  name: ({ name }) => name.toLowerCase(),
  vault: ({ vault }) => vault,
  environment: ({ environment }) => environment,
  provider: ({ provider }) => provider,
  value: ({ masked_display }) => masked_display,
  status: ({ status }) => SECRET_STATES.indexOf(status),
  version: ({ version }) => version,
  // What is never due stands after everything that is.
  rotation: ({ rotation_due_at }) => rotation_due_at ?? '~',
  tags: ({ tags }) => tags.join(' '),
  created: ({ created_at }) => created_at,
};

export interface SecretFilter {
  readonly text: string;
  readonly vault: string | null;
  readonly environment: string | null;
  readonly provider: string | null;
  readonly rotation: RotationFilter | null;
}

/** The view for the list's order. Text is looked for in name, tags, id, vault, environment and provider. */
export function secretView(filter: SecretFilter, { by, descending }: Sort<SortKey>, now: number): ListView<SecretItem> {
  const { vault, environment, provider, rotation } = filter;
  const needle = filter.text.trim().toLowerCase();
  return {
    matches: (item) =>
      (vault === null || item.vault === vault) &&
      (environment === null || item.environment === environment) &&
      (provider === null || item.provider === provider) &&
      (rotation === null || dueOf(item, now).kind === rotation) &&
      (needle === '' ||
        [item.name, item.id, item.vault, item.environment, item.provider, ...item.tags].some((text) =>
          text.toLowerCase().includes(needle),
        )),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

/** The different values of a member, in order, for a filter. */
export function valuesOf(
  items: readonly SecretItem[],
  member: 'vault' | 'environment' | 'provider',
): readonly string[] {
  return [...new Set(items.map((item) => item[member]))].sort();
}

/** Metadata alone: the few characters that lists show of a value are left out too. */
export function secretsCsv(items: readonly SecretItem[]): string {
  return csvText(items, [
    ['id', ({ id }) => id],
    ['name', ({ name }) => name],
    ['vault', ({ vault }) => vault],
    ['environment', ({ environment }) => environment],
    ['provider', ({ provider }) => provider],
    ['tags', ({ tags }) => tags.join('; ')],
    ['status', ({ status }) => status],
    ['version', ({ version }) => version],
    ['rotation_policy', ({ rotation_policy }) => rotation_policy],
    ['rotation_due_at_utc', ({ rotation_due_at }) => rotation_due_at ?? ''],
    ['created_at_utc', ({ created_at }) => created_at],
  ]);
}

export function secretsJson(items: readonly SecretItem[]): string {
  const secrets = items.map(({ masked_display: _, ...metadata }) => metadata);
  return `${JSON.stringify({ secrets }, null, 2)}\n`;
}
