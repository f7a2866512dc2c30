import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';

/** Artifacts are large: a page of them is smaller than that of other lists. */
const PAGE = 50;
const FOLLOW_MS = 10_000;

export const artifactsQuery = pagedQuery(
  ['artifacts', 'list'],
  (query, signal) => client.artifacts.artifacts.list({ query }, { signal }),
  { limit: PAGE, refetchInterval: FOLLOW_MS },
);

/** One artifact. Signatures may be added to it meanwhile. */
export function artifactQuery(id: string) {
  return queryOptions({
    queryKey: ['artifacts', 'one', id],
    queryFn: ({ signal }) => client.artifacts.artifacts.get({ params: { id } }, { signal }),
    refetchInterval: FOLLOW_MS,
  });
}
