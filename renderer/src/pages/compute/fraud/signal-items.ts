/** Signals of the project: what is looked through, order, export. */
import type { share } from '@touchstone/core/api/crypto/share.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';

export type SignalItem = OutputOf<typeof share.signals>['items'][number];

const SORT_VALUES = {
  type: ({ signal_type }: SignalItem) => signal_type,
  id: ({ signal_id }: SignalItem) => signal_id,
  contributed: ({ contributed_at }: SignalItem) => contributed_at,
  expires: ({ expires_at }: SignalItem) => expires_at,
} as const;
export type SignalColumn = keyof typeof SORT_VALUES;

export const { readSort, sortText } = sortCodec(Object.keys(SORT_VALUES) as SignalColumn[], {
  by: 'contributed',
  descending: true,
});

export function signalView(text: string, { by, descending }: Sort<SignalColumn>): ListView<SignalItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: ({ signal_id, signal_type }) =>
      [signal_id, signal_type].some((member) => member.toLowerCase().includes(needle)),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

export function signalsCsv(items: readonly SignalItem[]): string {
  return csvText(items, [
    ['signal_id', ({ signal_id }) => signal_id],
    ['signal_type', ({ signal_type }) => signal_type],
    ['contributed_at_utc', ({ contributed_at }) => contributed_at],
    ['expires_at_utc', ({ expires_at }) => expires_at],
  ]);
}
