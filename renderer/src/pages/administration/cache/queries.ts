import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';

/** As often as the server closes an interval. */
const MEASURED_MS = 10_000;

export const entriesQuery = pagedQuery(
  ['cache', 'entries'],
  (query, signal) => client.platform.cache.list({ query }, { signal }),
  {
    idOf: ({ key }) => key,
    staleTime: 30_000,
    // Many pages may be loaded; they follow the server.
    refetchOnWindowFocus: false,
  },
);

export const analyticsQuery = queryOptions({
  queryKey: ['cache', 'analytics'],
  queryFn: ({ signal }) => client.platform.cache.analytics({}, { signal }),
  refetchInterval: MEASURED_MS,
});

/** The last hour, which the server keeps. */
export const historyQuery = queryOptions({
  queryKey: ['cache', 'history'],
  queryFn: ({ signal }) => client.platform.cache.history({}, { signal }),
  refetchInterval: MEASURED_MS,
});

/** Asks for the entries and the numbers again. */
export function refreshCache(): void {
  void queryClient.resetQueries({ queryKey: ['cache', 'entries'] });
  void queryClient.invalidateQueries({ queryKey: ['cache', 'analytics'] });
  void queryClient.invalidateQueries({ queryKey: ['cache', 'history'] });
}
