/** Enrolled users: what is looked through, order, export. */
import type { biometric } from '@touchstone/core/api/crypto/biometric.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import { words } from '../../../words/protect/biometrics.ts';

export type UserItem = OutputOf<typeof biometric.users>['items'][number];
export type Modality = UserItem['modalities'][number];

export const MODALITIES = ['face', 'voice', 'fingerprint'] as const satisfies readonly Modality[];
export const MODALITY_OPTIONS = MODALITIES.map((value) => ({ value, label: words.modalities[value] }));

export const USER_STATES = ['open', 'locked'] as const;
export type UserState = (typeof USER_STATES)[number];

export function stateOf({ is_locked: isLocked }: UserItem): UserState {
  return isLocked ? 'locked' : 'open';
}

const SORT_VALUES = {
  user: ({ user_id }: UserItem) => user_id,
  modalities: ({ modalities }: UserItem) => modalities.length,
  state: (item: UserItem) => stateOf(item),
  enrolled: ({ enrolled_at }: UserItem) => enrolled_at,
} as const;
export type UserColumn = keyof typeof SORT_VALUES;

export const { readSort, sortText } = sortCodec(Object.keys(SORT_VALUES) as UserColumn[], {
  by: 'enrolled',
  descending: true,
});

export function userView(
  text: string,
  state: UserState | null,
  { by, descending }: Sort<UserColumn>,
): ListView<UserItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) => (state === null || stateOf(item) === state) && item.user_id.toLowerCase().includes(needle),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

export function usersCsv(items: readonly UserItem[]): string {
  return csvText(items, [
    ['user_id', ({ user_id }) => user_id],
    ['modalities', ({ modalities }) => modalities.join(' ')],
    ['is_locked', ({ is_locked }) => String(is_locked)],
    ['enrolled_at_utc', ({ enrolled_at }) => enrolled_at],
  ]);
}
