import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { ROOT } from '../data/queries.ts';
import type { Policy } from './policy-draft.ts';
import type { PolicyPlace } from './stored-policies.ts';

const KEY = [ROOT, 'policies'];

export const policiesQuery = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => client.admin.policies.list({}, { signal }),
});

/** Sets the whole policy of a place; an empty one takes it away. */
export async function setPolicy({ scope, target }: PolicyPlace, policy: Policy, signal: AbortSignal): Promise<void> {
  await client.admin.policies.set(
    { params: { scope }, query: target === null ? {} : { target }, body: policy },
    { signal },
  );
  await queryClient.invalidateQueries({ queryKey: KEY });
}
