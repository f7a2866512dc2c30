import { queryOptions } from '@tanstack/react-query';
import type { fheIq } from '@touchstone/core/api/crypto/fhe-iq.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages, type WholeList } from '../../../parts/list-page/all-pages.ts';
import { untilNext } from '../../../parts/list-page/until-next.ts';
import { type KeyItem, pairItem, sessionItem } from './key-items.ts';

const ROOT = 'fhe';

/** A project keeps at most 1,000 pairs, and ended sessions for 30 days; the page says when there are more. */
const MOST_KEYS = 5_000;

export type KeptKeys = WholeList<KeyItem>;

/** Pairs and sessions. */
export const keysQuery = queryOptions({
  queryKey: [ROOT, 'keys'],
  queryFn: async ({ signal }): Promise<KeptKeys> => {
    const [pairs, sessions] = await Promise.all([
      allPages((query) => client.crypto.fhe.bfvKeys({ query }, { signal }), MOST_KEYS),
      allPages((query) => client.crypto.fhe.ckksSessions({ query }, { signal }), MOST_KEYS),
    ]);
    return {
      items: [...pairs.items.map(pairItem), ...sessions.items.map(sessionItem)],
      isWhole: pairs.isWhole && sessions.isWhole,
    };
  },
  refetchInterval: ({ state: { data } }) =>
    untilNext(data?.items.flatMap(({ isOpen, expiresAt }) => (isOpen ? (expiresAt ?? []) : [])) ?? [], Date.now()),
});

export type Benchmark = OutputOf<typeof fheIq.benchmark>;

/** What was measured on this machine. Asked for on demand alone: the first time measures, which takes some seconds. */
export const benchmarkQuery = queryOptions({
  queryKey: [ROOT, 'benchmark'],
  queryFn: ({ signal }): Promise<Benchmark> => client.crypto.fheIq.benchmark({ query: {} }, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks for the times, measured anew where `isAgain`, and keeps them for every part of the page. */
export async function measure(isAgain: boolean, signal: AbortSignal): Promise<Benchmark> {
  const query = isAgain ? ({ measure: 'again' } as const) : {};
  const answer = await client.crypto.fheIq.benchmark({ query }, { signal });
  queryClient.setQueryData(benchmarkQuery.queryKey, answer);
  return answer;
}

export async function deleteKey({ id, scheme }: KeyItem, signal: AbortSignal): Promise<void> {
  if (scheme === 'BFV') await client.crypto.fhe.bfvDeleteKey({ params: { key_id: id } }, { signal });
  else await client.crypto.fhe.ckksDeleteSession({ params: { session_id: id } }, { signal });
}

/** After a change: the list is asked for anew. */
export async function refreshKeys(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keysQuery.queryKey });
}
