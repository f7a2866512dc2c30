import { queryOptions } from '@tanstack/react-query';
import type { webhooks } from '@touchstone/core/api/admin/webhooks.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';

export type WebhookBody = InputOf<typeof webhooks.set>['body'];
export type Notice = OutputOf<typeof webhooks.deliveries>['items'][number];

/** More notices than anybody looks through; the page says when there are more. */
const MOST_LISTED = 20_000;

export const noticesQuery = queryOptions({
  queryKey: ['webhooks', 'notices'],
  queryFn: ({ signal }) => allPages((query) => client.admin.webhooks.deliveries({ query }, { signal }), MOST_LISTED),
});
