/** Notices and what became of them: state in words, order. */
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import type { Delivery } from './queries.ts';

export type DeliveryState = Delivery['state'];

export const DELIVERY_STATES: Record<DeliveryState, { readonly look: StatusLook; readonly label: string }> = {
  queued: { look: 'pending', label: 'Queued' },
  delivered: { look: 'verified', label: 'Delivered' },
  dead: { look: 'failed', label: 'Given up' },
};

const SORT_VALUES = {
  created: ({ created_at }: Delivery) => created_at,
  event: ({ event }: Delivery) => event,
  state: ({ state }: Delivery) => state,
  attempts: ({ attempts }: Delivery) => attempts,
  answer: ({ last_status }: Delivery) => last_status ?? 0,
  project: ({ project_id }: Delivery) => project_id,
} as const;
export type DeliveryColumn = keyof typeof SORT_VALUES;

export function deliveryView(state: DeliveryState | null, by: DeliveryColumn, descending: boolean): ListView<Delivery> {
  return {
    matches: (delivery) => state === null || delivery.state === state,
    sortBy: SORT_VALUES[by],
    descending,
  };
}

/** What the receiver said last, in a few words. */
export function answerWords({ last_status, last_error }: Delivery): string {
  if (last_status !== null) return `status ${last_status}`;
  return last_error ?? 'none yet';
}
