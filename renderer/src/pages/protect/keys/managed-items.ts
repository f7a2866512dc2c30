/** The managed keys of a project: state by time, what is looked through, order and export. */
import type { keys } from '@touchstone/core/api/crypto/keys.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { KeyStatus } from '@touchstone/core/keys/lifecycle.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import { untilNext } from '../../../parts/list-page/until-next.ts';
import { isPlainLine } from '../../../ui/suspect-drawing.ts';

export type ManagedKey = OutputOf<typeof keys.list>['items'][number];

const SORT_VALUES = {
  label: ({ label }: ManagedKey) => label.toLowerCase(),
  id: ({ key_id }: ManagedKey) => key_id,
  status: ({ status }: ManagedKey) => status,
  tier: ({ tier }: ManagedKey) => tier,
  created: ({ created_at }: ManagedKey) => created_at,
  used: ({ last_used }: ManagedKey) => last_used ?? '',
  operations: ({ total_operations }: ManagedKey) => total_operations,
  // Keys without an end come after all that have one.
  ends: (key: ManagedKey) => endOf(key) ?? '~',
} as const;
export type ManagedColumn = keyof typeof SORT_VALUES;

export const NEWEST_FIRST: Sort<ManagedColumn> = { by: 'created', descending: true };
export const { readSort, sortText } = sortCodec(Object.keys(SORT_VALUES) as ManagedColumn[], NEWEST_FIRST);

/** When a key ended or will end, ISO 8601; null for one without an end. */
export function endOf({ revoked_at, grace_period_ends }: ManagedKey): string | null {
  return revoked_at ?? grace_period_ends;
}

export function isWorking({ status }: ManagedKey): boolean {
  return status === 'active' || status === 'rotated';
}

export function managedView(text: string, state: KeyStatus | null, sort: Sort<ManagedColumn>): ListView<ManagedKey> {
  const needle = text.trim().toLowerCase();
  return {
    matches: ({ key_id, label, status }) =>
      (state === null || status === state) &&
      (needle === '' ||
        key_id.toLowerCase().includes(needle.replace(/^hk_/, 'key_')) ||
        label.toLowerCase().includes(needle)),
    sortBy: SORT_VALUES[sort.by],
    descending: sort.descending,
  };
}

/** What is typed to confirm something about a key: its label where that can be typed, else its id. */
export function typedNameOf({ key_id, label }: Pick<ManagedKey, 'key_id' | 'label'>): string {
  return label !== '' && label === label.trim() && isPlainLine(label) ? label : key_id;
}

export function managedCsv(items: readonly ManagedKey[]): string {
  return csvText(items, [
    ['key_id', ({ key_id }) => key_id],
    ['label', ({ label }) => label],
    ['status', ({ status }) => status],
    ['tier', ({ tier }) => tier],
    ['created_at_utc', ({ created_at }) => created_at],
    ['last_used_utc', ({ last_used }) => last_used ?? ''],
    ['total_operations', ({ total_operations }) => total_operations],
    ['rotated_from', ({ rotated_from }) => rotated_from ?? ''],
    ['rotated_to', ({ rotated_to }) => rotated_to ?? ''],
    ['grace_period_ends_utc', ({ grace_period_ends }) => grace_period_ends ?? ''],
    ['revoked_at_utc', ({ revoked_at }) => revoked_at ?? ''],
  ]);
}

/** Milliseconds until the next grace period is over, so that the list is asked for again; false where none runs. */
export function untilNextEnd(items: readonly ManagedKey[], now: number): number | false {
  const ends = items.flatMap(({ status, grace_period_ends: end }) =>
    status === 'rotated' && end !== null ? [end] : [],
  );
  return untilNext(ends, now);
}
