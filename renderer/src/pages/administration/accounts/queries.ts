import { queryOptions } from '@tanstack/react-query';
import type { keys } from '@touchstone/core/api/admin/keys.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages, wholeAnswer } from '../../../parts/list-page/all-pages.ts';

export type KeyItem = OutputOf<typeof keys.list>['items'][number];
export type NewKey = OutputOf<typeof keys.create>;

/** More accounts, projects of one, or lines of use than anybody looks through. */
const MOST_LISTED = 10_000;
/** More keys of one account than anybody looks through; the page says when there are more. */
const MOST_KEYS = 10_000;

export const accountsQuery = queryOptions({
  queryKey: ['accounts', 'list'],
  queryFn: ({ signal }) =>
    wholeAnswer('accounts', (query) => client.admin.accounts.list({ query }, { signal }), MOST_LISTED),
});

export function accountQuery(id: string) {
  return queryOptions({
    queryKey: ['accounts', 'one', id],
    queryFn: ({ signal }) =>
      wholeAnswer(
        'projects',
        (query) => client.admin.accounts.read({ params: { id }, query }, { signal }),
        MOST_LISTED,
      ),
  });
}

/** The keys that end with one, also those that ended before. */
export function endingWithQuery(keyId: string) {
  return queryOptions({
    queryKey: ['accounts', 'ending-with', keyId],
    queryFn: ({ signal }) =>
      allPages((page) => client.admin.keys.list({ query: { ends_with: keyId, ...page } }, { signal }), MOST_KEYS),
  });
}

export function keysQuery(accountId: string) {
  return queryOptions({
    queryKey: ['accounts', 'keys', accountId],
    queryFn: ({ signal }) =>
      allPages((page) => client.admin.keys.list({ query: { account_id: accountId, ...page } }, { signal }), MOST_KEYS),
  });
}

export function usageQuery(accountId: string, from: string) {
  return queryOptions({
    queryKey: ['accounts', 'usage', accountId, from],
    queryFn: ({ signal }) =>
      wholeAnswer(
        'usage',
        (page) => client.admin.usage.list({ query: { account_id: accountId, from, ...page } }, { signal }),
        MOST_LISTED,
      ),
  });
}

export const settingsQuery = queryOptions({
  queryKey: ['settings', 'server'],
  queryFn: ({ signal }) => client.admin.settings.read({}, { signal }),
});

/** After a change: accounts, their keys and the audit are asked for anew. Resolves when what is shown is up to date. */
export async function refreshAccounts(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['accounts'] });
}
