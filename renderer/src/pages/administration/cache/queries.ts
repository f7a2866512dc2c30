import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';

/** Between two samples of what is measured. */
const SAMPLE_MS = 5_000;

export const entriesQuery = pagedQuery(
  ['cache', 'entries'],
  (query, signal) => client.platform.cache.list({ query }, { signal }),
  {
    staleTime: 30_000,
    // Many pages may be loaded; Refresh asks anew.
    refetchOnWindowFocus: false,
  },
);

export const analyticsQuery = queryOptions({
  queryKey: ['cache', 'analytics'],
  queryFn: async ({ signal }) => ({
    at: Date.now(),
    analytics: await client.platform.cache.analytics({}, { signal }),
  }),
  refetchInterval: SAMPLE_MS,
});

/** Asks for the entries and the numbers again. */
export function refreshCache(): void {
  void queryClient.resetQueries({ queryKey: ['cache', 'entries'] });
  void queryClient.invalidateQueries({ queryKey: ['cache', 'analytics'] });
}
