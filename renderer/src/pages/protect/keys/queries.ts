import { queryOptions } from '@tanstack/react-query';
import type { webhooks } from '@touchstone/core/api/admin/webhooks.ts';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { keys } from '@touchstone/core/api/crypto/keys.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages, wholeAnswer } from '../../../parts/list-page/all-pages.ts';
import { untilNextEnd } from './managed-items.ts';

export type WrappedKey = OutputOf<typeof keys.wrapped>['items'][number];
export type GatewayTarget = OutputOf<typeof key.gatewayTargets>['targets'][number];
export type Webhook = OutputOf<typeof webhooks.list>['webhooks'][number];
export type WebhookBody = InputOf<typeof webhooks.set>['body'];
export type Delivery = OutputOf<typeof webhooks.deliveries>['items'][number];

/** More of one kind than anybody looks through; the page says when there are more. */
const MOST_LISTED = 20_000;
/** While a notice is queued, its delivery is looked at this often. */
const DELIVERY_MS = 5_000;

export const managedKeysQuery = queryOptions({
  queryKey: ['keys', 'managed'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.keys.list({ query }, { signal }), MOST_LISTED),
  refetchInterval: ({ state }) => (state.data === undefined ? false : untilNextEnd(state.data.items, Date.now())),
});

export const wrappedKeysQuery = queryOptions({
  queryKey: ['keys', 'wrapped'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.keys.wrapped({ query }, { signal }), MOST_LISTED),
});

export const targetsQuery = queryOptions({
  queryKey: ['keys', 'targets'],
  queryFn: ({ signal }) => client.crypto.key.gatewayTargets({}, { signal }),
});

export const webhooksQuery = queryOptions({
  queryKey: ['keys', 'webhooks'],
  queryFn: ({ signal }) =>
    wholeAnswer('webhooks', (query) => client.admin.webhooks.list({ query }, { signal }), MOST_LISTED),
  refetchInterval: ({ state }) => (state.data !== undefined && state.data.queued > 0 ? DELIVERY_MS : false),
});

export const deliveriesQuery = queryOptions({
  queryKey: ['keys', 'deliveries'],
  queryFn: ({ signal }) => allPages((query) => client.admin.webhooks.deliveries({ query }, { signal }), MOST_LISTED),
  refetchInterval: ({ state }) =>
    state.data?.items.some((delivery) => delivery.state === 'queued') === true ? DELIVERY_MS : false,
});

/** A ceremony of the project by its name; null where there is none. */
export const ceremonyQuery = (id: string) =>
  queryOptions({
    queryKey: ['keys', 'ceremony', id],
    queryFn: async ({ signal }) => {
      try {
        return await client.crypto.ceremony.status({ params: { id } }, { signal });
      } catch (error) {
        if (error instanceof ApiFailure && error.code === 'NOT_FOUND') return null;
        throw error;
      }
    },
    // Asked once: nothing is sent while shares are being brought together.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });

/** After a change everything on the page is asked for anew. Resolves when what is shown is up to date. */
export async function refreshKeys(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['keys'] });
}
