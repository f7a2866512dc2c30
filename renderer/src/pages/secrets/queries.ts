import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { SECRET_STATES } from '@touchstone/core/api/crypto/shield-schemas.ts';
import { client } from '../../lib/client.ts';
import { queryClient } from '../../lib/query.ts';
import { allPages, PAGE_SIZE } from '../../parts/all-pages.ts';
import type { StatusFilter } from './search.ts';
import type { SecretItem, SecretState } from './secret-items.ts';

/** More versions of one secret than anybody looks through; the page says when there are more. */
const MOST_VERSIONS = 1_000;

/** More secrets than anybody looks through. */
const MOST_SECRETS = 10_000;

/** All versions in a state, the newest first. */
export async function secretsIn(status: SecretState, signal: AbortSignal): Promise<readonly SecretItem[]> {
  const read = async (cursor: string | undefined) => {
    const query = { status, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) };
    const { secrets, next_cursor } = await client.crypto.shield.list({ query }, { signal });
    return { items: secrets, next_cursor };
  };
  return (await allPages(read, MOST_SECRETS)).items;
}

/** Versions in a state, or in all of them, the newest first. */
export function secretsQuery(status: StatusFilter) {
  return queryOptions({
    queryKey: ['secrets', 'list', status],
    queryFn: async ({ signal }): Promise<readonly SecretItem[]> => {
      const read = (state: SecretState) => secretsIn(state, signal);
      return status === 'all' ? (await Promise.all(SECRET_STATES.map(read))).flat() : read(status);
    },
    placeholderData: keepPreviousData,
  });
}

/** All versions of the secret that has this version, the newest first. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: ['secrets', 'versions', id],
    queryFn: ({ signal }) =>
      allPages(
        (cursor) =>
          client.crypto.shield.versions(
            { params: { id }, query: { limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) } },
            { signal },
          ),
        MOST_VERSIONS,
      ),
    // Another version of the same secret has the same list; nothing of another secret may stand under this address.
    placeholderData: (before) => (before?.items.some((item) => item.id === id) === true ? before : undefined),
  });
}

/** After a change: lists, versions and audit are asked for anew. Resolves when what is shown is up to date. */
export async function refreshSecrets(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['secrets'] });
}
