import { queryOptions } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';
import { untilNext } from '../../../parts/list-page/until-next.ts';

const ROOT = 'commerce';

/** More invoices than anybody looks through; the page says when there are more. */
const MOST_INVOICES = 20_000;
const CONFIRM_EVERY_MS = 2_000;

export const invoicesQuery = queryOptions({
  queryKey: [ROOT, 'invoices'],
  queryFn: ({ signal }) => allPages((query) => client.privacy.commerce.list({ query }, { signal }), MOST_INVOICES),
});

/** An invoice with its payment link. */
export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: [ROOT, 'invoice', id],
    queryFn: ({ signal }) => client.privacy.commerce.read({ params: { id } }, { signal }),
    // It expires by time alone.
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'pending' ? untilNext([data.expires_at], Date.now()) : false,
  });
}

/**
 * What anybody is answered about a commitment.
 *
 * @param known what the page knows of its state: it is asked anew where that has changed
 */
export function verifiedQuery(commitment: string, chain: ChainName, known: SettlementState | null = null) {
  return queryOptions({
    queryKey: [ROOT, 'verified', commitment, chain, known],
    queryFn: ({ signal }) => client.privacy.commerce.verify({ body: { commitment, chain } }, { signal }),
  });
}

/** The anchor of an invoice or of its payment, asked again until it is confirmed; null where there is none. */
export function anchorQuery(kind: 'invoice' | 'settlement', commitment: string, chain: ChainName) {
  return queryOptions({
    queryKey: [ROOT, 'anchor', kind, commitment, chain],
    queryFn: async ({ signal }) => {
      const query = { commitment, kind, limit: 1 };
      const { items } = await client.crypto.ledger.anchors({ params: { chain }, query }, { signal });
      return items[0] ?? null;
    },
    refetchInterval: ({ state: { data } }) => (data?.confirmed === false ? CONFIRM_EVERY_MS : false),
  });
}

/** It stays anchored, and whoever has the link can still pay it. */
export async function hideInvoice(id: string, signal: AbortSignal): Promise<void> {
  await client.privacy.commerce.hide({ params: { id } }, { signal });
  void refreshPayments();
}

/** After a change: everything about invoices is asked for anew. Resolves when what is shown is up to date. */
export async function refreshPayments(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: [ROOT] });
}
