import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { allPages, PAGE_SIZE } from '../../../../parts/list-page/all-pages.ts';
import { ROOT } from '../data/queries.ts';

/** More pending approvals than anybody decides by hand; the page says when there are more. */
const MOST_PENDING = 1_000;
/** Between two looks: a person who decides sees what others decide. */
const LOOK_MS = 5_000;

export const pendingQuery = queryOptions({
  queryKey: [ROOT, 'approvals', 'pending'],
  queryFn: ({ signal }) =>
    allPages(
      (cursor) =>
        client.agents.approvals.list(
          { query: { state: 'pending', limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) } },
          { signal },
        ),
      MOST_PENDING,
    ),
  refetchInterval: LOOK_MS,
});

/** Approvals in every state, the newest first. */
export const approvalsQuery = infiniteQueryOptions({
  queryKey: [ROOT, 'approvals', 'all'],
  queryFn: ({ pageParam, signal }) =>
    client.agents.approvals.list(
      { query: { limit: 50, ...(pageParam === null ? {} : { cursor: pageParam }) } },
      { signal },
    ),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.next_cursor,
  // Many pages may be loaded: what has been decided here is asked for anew after it was.
  refetchOnWindowFocus: false,
});

/** After a decision, or when one has run out. */
export async function refreshApprovals(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT, 'approvals'] });
}
