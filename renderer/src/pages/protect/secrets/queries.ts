import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { SECRET_STATES } from '@touchstone/core/api/crypto/shield-schemas.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages, type WholeList } from '../../../parts/list-page/all-pages.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { secretsIn } from '../../../parts/waiting/queries.ts';
import type { StatusFilter } from './search.ts';

/** More versions of one secret than anybody looks through; the page says when there are more. */
const MOST_VERSIONS = 1_000;

/** Versions in a state, or in all of them, the newest first. */
export function secretsQuery(status: StatusFilter) {
  return queryOptions({
    // That of the active ones is the navigation's too, see parts/waiting.
    queryKey: ['secrets', 'list', status],
    queryFn: async ({ signal }): Promise<WholeList<SecretItem>> => {
      if (status !== 'all') return secretsIn(status, signal);
      const lists = await Promise.all(SECRET_STATES.map((state) => secretsIn(state, signal)));
      return { items: lists.flatMap(({ items }) => items), isWhole: lists.every(({ isWhole }) => isWhole) };
    },
    placeholderData: keepPreviousData,
  });
}

/** All versions of the secret that has this version, the newest first. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: ['secrets', 'versions', id],
    queryFn: ({ signal }) =>
      allPages((query) => client.crypto.shield.versions({ params: { id }, query }, { signal }), MOST_VERSIONS),
    // Another version of the same secret has the same list; nothing of another secret may stand under this address.
    placeholderData: (before) => (before?.items.some((item) => item.id === id) === true ? before : undefined),
  });
}

/** After a change: lists, versions and audit are asked for anew. Resolves when what is shown is up to date. */
export async function refreshSecrets(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['secrets'] });
}
