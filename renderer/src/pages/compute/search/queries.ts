import { queryOptions } from '@tanstack/react-query';
import type { search } from '@touchstone/core/api/crypto/search.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages, pagedQuery } from '../../../parts/list-page/all-pages.ts';

const ROOT = 'search';

export type IndexItem = OutputOf<typeof search.list>['items'][number];
export type DocumentItem = OutputOf<typeof search.documents>['items'][number];

export type WordAnswer = OutputOf<typeof search.encrypted>;

/** What was asked: the words that the server got. */
export interface AskedWords {
  readonly must: readonly string[];
  readonly should: readonly string[];
  readonly must_not: readonly string[];
}

/** A project has no more. */
const MOST_INDEXES = 1_000;

export const indexesQuery = queryOptions({
  queryKey: [ROOT, 'list'],
  queryFn: ({ signal }) => allPages((query) => client.crypto.search.list({ query }, { signal }), MOST_INDEXES),
});

export function documentsQuery(index: string) {
  return pagedQuery([ROOT, 'documents', index], (query, signal) =>
    client.crypto.search.documents({ params: { index_id: index }, query }, { signal }),
  );
}

/** After a change: indexes and documents are asked for anew. */
export async function refreshIndexes(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
