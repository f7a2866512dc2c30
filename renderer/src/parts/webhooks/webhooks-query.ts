/** The webhooks of this server: the page of webhooks lists them, and revoking a key asks whether there is one. */
import { queryOptions } from '@tanstack/react-query';
import type { webhooks } from '@touchstone/core/api/admin/webhooks.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../lib/client.ts';
import { queryClient } from '../../lib/query.ts';
import { wholeAnswer } from '../list-page/all-pages.ts';

export type Webhook = OutputOf<typeof webhooks.list>['webhooks'][number];

/** More than anybody looks through. */
const MOST_LISTED = 20_000;

export const webhooksQuery = queryOptions({
  queryKey: ['webhooks', 'list'],
  queryFn: ({ signal }) =>
    wholeAnswer('webhooks', (query) => client.admin.webhooks.list({ query }, { signal }), MOST_LISTED),
});

/** After a change webhooks and notices are asked for anew. Resolves when what is shown is up to date. */
export async function refreshWebhooks(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
}
