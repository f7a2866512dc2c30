import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';
import type { Receipt } from './receipt-name.ts';

const LIST_KEY = ['receipts', 'list'] as const;

export const receiptsQuery = pagedQuery(
  LIST_KEY,
  (query, signal) => client.receipts.receipts.list({ query }, { signal }),
  {
    // Receipts never change, and asking for hundreds of pages again because a window got the focus helps nobody.
    staleTime: Number.POSITIVE_INFINITY,
  },
);

/** The newest receipts, asked for whenever receipts have changed: the list takes over what it does not hold yet. */
export const newestReceiptsQuery = queryOptions({
  queryKey: ['receipts', 'newest'],
  queryFn: ({ signal }) => client.receipts.receipts.list({ query: { limit: 50 } }, { signal }),
  staleTime: 0,
});

type Newest = NonNullable<Awaited<ReturnType<typeof client.receipts.receipts.list>>>;

/** Puts what is new before what the list holds; where more came than was asked for, the list begins anew. */
export function takeOverNewest({ items }: Newest): void {
  const held = queryClient.getQueryData(receiptsQuery.queryKey);
  const [first, ...older] = held?.pages ?? [];
  if (held === undefined || first === undefined) return;
  const ids = new Set(first.items.map(({ receipt_id }) => receipt_id));
  const known = items.findIndex(({ receipt_id }) => ids.has(receipt_id));
  if (known === 0 || items.length === 0) return;
  if (known < 0) {
    reloadList();
    return;
  }
  queryClient.setQueryData(receiptsQuery.queryKey, {
    ...held,
    pages: [{ ...first, items: [...items.slice(0, known), ...first.items] }, ...older],
  });
}

/** A receipt never changes, so it is asked for once. */
export function receiptQuery(name: string) {
  return queryOptions({
    queryKey: ['receipts', 'one', name],
    queryFn: ({ signal }) => client.receipts.receipts.get({ params: { id: name } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asks for the first page again and forgets the others. */
export function reloadList(): void {
  void queryClient.resetQueries({ queryKey: LIST_KEY });
}

/** A receipt that was just created: it is there at once, and the list is asked for anew. */
export function keepNewReceipt(receipt: Receipt): void {
  queryClient.setQueryData(receiptQuery(receipt.receipt_id).queryKey, receipt);
  reloadList();
}
