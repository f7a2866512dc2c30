import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { allPages, pagedQuery } from '../../../../parts/list-page/all-pages.ts';
import { untilNext } from '../../../../parts/list-page/until-next.ts';
import { ROOT } from '../data/queries.ts';

/** More pending approvals than anybody decides by hand; the page says when there are more. */
const MOST_PENDING = 1_000;

export const pendingQuery = queryOptions({
  queryKey: [ROOT, 'approvals', 'pending'],
  queryFn: ({ signal }) =>
    allPages(
      (page) => client.agents.approvals.list({ query: { state: 'pending', ...page } }, { signal }),
      MOST_PENDING,
    ),
  // What others decide is told; that an approval expires is not.
  refetchInterval: ({ state }) => untilNext(state.data?.items.map((item) => item.expires_at) ?? [], Date.now()),
});

/** One approval, asked for again when it expires. */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: [ROOT, 'approvals', 'one', id],
    queryFn: ({ signal }) => client.agents.approvals.read({ params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => untilNext(data?.state === 'pending' ? [data.expires_at] : [], Date.now()),
  });
}

/** Approvals in every state, the newest first. */
export const approvalsQuery = pagedQuery(
  [ROOT, 'approvals', 'all'],
  (query, signal) => client.agents.approvals.list({ query }, { signal }),
  {
    limit: 50,
    idOf: ({ approval_id }) => approval_id,
    // Many pages may be loaded: what has been decided here is asked for anew after it was.
    refetchOnWindowFocus: false,
  },
);

/** After a decision, or when one has run out. */
export async function refreshApprovals(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT, 'approvals'] });
}
