import { queryOptions } from '@tanstack/react-query';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import type { Receipt } from './receipt-name.ts';

export const LIST_KEY = ['receipts', 'list'] as const;

/** A receipt never changes, so it is asked for once. */
export function receiptQuery(name: string) {
  return queryOptions({
    queryKey: ['receipts', 'one', name],
    queryFn: ({ signal }) => client.receipts.receipts.get({ params: { id: name } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** A receipt that was just made: it is there at once, and the list is asked for anew. */
export function keepNewReceipt(receipt: Receipt): void {
  queryClient.setQueryData(receiptQuery(receipt.receipt_id).queryKey, receipt);
  void queryClient.resetQueries({ queryKey: LIST_KEY });
}
