import { queryOptions } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { allPages } from '../../../parts/list-page/all-pages.ts';
import type { MadeProof } from './claims.ts';

const ROOT = 'proofs';

/** More proofs than anybody looks through; the page says when there are more. */
const MOST_PROOFS = 20_000;

export type Proof = OutputOf<typeof privacy.proof>;

export const proofsQuery = queryOptions({
  queryKey: [ROOT, 'list'],
  queryFn: ({ signal }) => allPages((query) => client.privacy.privacy.list({ query }, { signal }), MOST_PROOFS),
});

/** A proof with its bytes and public inputs; until it expires it stays as it is. */
export function proofQuery(commitment: string) {
  return queryOptions({
    queryKey: [ROOT, 'one', commitment],
    queryFn: ({ signal }): Promise<Proof> =>
      client.privacy.privacy.proof({ params: { id: commitment }, query: { include: 'proof' } }, { signal }),
    staleTime: 60_000,
  });
}

/** The anchor of a commitment of this kind on a chain; null where there is none. */
export function anchorQuery(chain: ChainName, commitment: string) {
  return queryOptions({
    queryKey: [ROOT, 'anchor', chain, commitment],
    queryFn: async ({ signal }) => {
      const { items } = await client.crypto.ledger.anchors(
        { params: { chain }, query: { commitment, kind: 'privacy', limit: 1 } },
        { signal },
      );
      return items[0] ?? null;
    },
  });
}

/** How long proofs last is a setting. */
export const settingsQuery = queryOptions({
  queryKey: ['settings', 'server'],
  queryFn: ({ signal }) => client.admin.settings.read({}, { signal }),
});

/** A claim that did not hold has nothing more to ask for: its answer is shown as it came. */
export function keepMade(made: MadeProof): void {
  if (!made.claim_satisfied) queryClient.setQueryData(proofQuery(made.commitment).queryKey, made);
  void refreshProofs();
}

/** The ledger keeps the commitment, and whoever has it can go on checking it. */
export async function hideProof(id: string, signal: AbortSignal): Promise<void> {
  await client.privacy.privacy.hide({ params: { id } }, { signal });
  void refreshProofs();
}

/** After a change: the list is asked for anew. */
export async function refreshProofs(): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: proofsQuery.queryKey });
}
