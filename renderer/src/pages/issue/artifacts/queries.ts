import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';

/** Artifacts are large: a page of them is smaller than that of other lists. */
const PAGE = 50;

export const artifactsQuery = pagedQuery(
  ['artifacts', 'list'],
  (query, signal) => client.artifacts.artifacts.list({ query }, { signal }),
  { limit: PAGE },
);

/** One artifact. Signatures may be added to it meanwhile. */
export function artifactQuery(id: string) {
  return queryOptions({
    queryKey: ['artifacts', 'one', id],
    queryFn: ({ signal }) => client.artifacts.artifacts.get({ params: { id } }, { signal }),
  });
}
