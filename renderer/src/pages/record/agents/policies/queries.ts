import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { wholeAnswer } from '../../../../parts/list-page/all-pages.ts';
import { ROOT } from '../data/queries.ts';
import type { Policy } from './policy-draft.ts';
import type { PolicyPlace } from './stored-policies.ts';

/** More than anybody sets by hand. */
const MOST_POLICIES = 10_000;
const KEY = [ROOT, 'policies'];

export const policiesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) =>
    wholeAnswer('items', (query) => client.admin.policies.list({ query }, { signal }), MOST_POLICIES),
});

/** Sets the whole policy of a place; an empty one takes it away. */
export async function setPolicy({ scope, target }: PolicyPlace, policy: Policy, signal?: AbortSignal): Promise<void> {
  await client.admin.policies.set(
    { params: { scope }, query: target === null ? {} : { target }, body: policy },
    signal === undefined ? {} : { signal },
  );
  await queryClient.invalidateQueries({ queryKey: KEY });
}
