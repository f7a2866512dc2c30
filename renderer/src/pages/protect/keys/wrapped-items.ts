/** The wrapped keys of a project: what is looked through, order and export. */

import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { words } from '../../../words/protect/keys.ts';
import type { WrappedKey } from './queries.ts';

const SORT_VALUES = {
  id: ({ wrapped_key_id }: WrappedKey) => wrapped_key_id,
  tier: ({ wrapping_tier }: WrappedKey) => wrapping_tier,
  version: ({ envelope_version }: WrappedKey) => envelope_version,
  holder: ({ holder }: WrappedKey) => holder,
  key: ({ key_id }: WrappedKey) => key_id ?? '',
  created: ({ created_at }: WrappedKey) => created_at,
  rotated: ({ rotated_at }: WrappedKey) => rotated_at ?? '',
} as const;
export type WrappedColumn = keyof typeof SORT_VALUES;

export const HOLDER_WORDS: Readonly<Record<WrappedKey['holder'], string>> = words.wrapped.holders;

export function wrappedView(text: string, by: WrappedColumn, descending: boolean): ListView<WrappedKey> {
  const needle = text.trim().toLowerCase();
  return {
    matches: ({ wrapped_key_id, key_id }) =>
      wrapped_key_id.toLowerCase().includes(needle) || (key_id ?? '').toLowerCase().includes(needle),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

export function wrappedCsv(items: readonly WrappedKey[]): string {
  return csvText(items, [
    ['wrapped_key_id', ({ wrapped_key_id }) => wrapped_key_id],
    ['wrapping_tier', ({ wrapping_tier }) => wrapping_tier],
    ['envelope_version', ({ envelope_version }) => envelope_version],
    ['key_id', ({ key_id }) => key_id ?? ''],
    ['holder', ({ holder }) => holder],
    ['created_at_utc', ({ created_at }) => created_at],
    ['rotated_at_utc', ({ rotated_at }) => rotated_at ?? ''],
  ]);
}
