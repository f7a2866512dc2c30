import { queryOptions } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { keys } from '@touchstone/core/api/crypto/keys.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';
import { untilNextEnd } from './managed-items.ts';

export type WrappedKey = OutputOf<typeof keys.wrapped>['items'][number];
export type GatewayTarget = OutputOf<typeof key.gatewayTargets>['targets'][number];

/** More of one kind than anybody looks through; the page says when there are more. */
const MOST_LISTED = 20_000;

export const managedKeysQuery = queryOptions({
  queryKey: ['keys', 'managed'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.keys.list({ query }, { signal }), MOST_LISTED),
  refetchInterval: ({ state }) => (state.data === undefined ? false : untilNextEnd(state.data.items, Date.now())),
});

export const wrappedKeysQuery = queryOptions({
  queryKey: ['keys', 'wrapped'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.keys.wrapped({ query }, { signal }), MOST_LISTED),
});

export type KeyEnrolment = OutputOf<typeof key.fheEnrolments>['items'][number];

export const enrolmentsQuery = queryOptions({
  queryKey: ['keys', 'enrolments'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.key.fheEnrolments({ query }, { signal }), MOST_LISTED),
});

export const targetsQuery = queryOptions({
  queryKey: ['keys', 'targets'],
  queryFn: ({ signal }) => client.crypto.key.gatewayTargets({}, { signal }),
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
