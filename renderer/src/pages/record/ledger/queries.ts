import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { ledger } from '@touchstone/core/api/crypto/ledger.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { blockchain } from '@touchstone/core/api/platform/blockchain.ts';
import { client } from '../../../lib/client.ts';
import { queryClient } from '../../../lib/query.ts';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';

export type Chains = OutputOf<typeof ledger.chains>;
export type ChainState = Chains['chains'][number];
export type BlockItem = OutputOf<typeof ledger.blocks>['items'][number];
export type Block = OutputOf<typeof ledger.block>;
export type AnchorItem = OutputOf<typeof ledger.anchors>['items'][number];
export type AuditItem = OutputOf<typeof blockchain.list>['items'][number];

/** As many as a picture has room for. */
const LATEST_BLOCKS = 24;

export const chainsQuery = queryOptions({
  queryKey: ['ledger', 'chains'],
  queryFn: ({ signal }) => client.crypto.ledger.chains({}, { signal }),
});

export function blocksQuery(chain: ChainName) {
  return pagedQuery(
    ['ledger', 'blocks', chain],
    (query, signal) => client.crypto.ledger.blocks({ params: { chain }, query }, { signal }),
    {
      // Blocks never change; that there are new ones is seen in the state of the chain.
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
}

export function anchorsQuery(chain: ChainName, kind: string | null) {
  return pagedQuery(
    ['ledger', 'anchors', chain, kind],
    (page, signal) =>
      client.crypto.ledger.anchors(
        { params: { chain }, query: { ...(kind === null ? {} : { kind }), ...page } },
        { signal },
      ),
    {
      staleTime: Number.POSITIVE_INFINITY,
    },
  );
}

/** A block never changes, so it is asked for once. */
export function blockQuery(chain: ChainName, height: number) {
  return queryOptions({
    queryKey: ['ledger', 'block', chain, height],
    queryFn: ({ signal }) => client.crypto.ledger.block({ params: { chain, height: String(height) } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Asked again every second until it is confirmed. */
export function anchorQuery(chain: ChainName, tx: string) {
  return queryOptions({
    queryKey: ['ledger', 'anchor', chain, tx],
    queryFn: ({ signal }) => client.crypto.ledger.anchor({ params: { chain, tx_hash: tx } }, { signal }),
    refetchInterval: ({ state }) => (state.data !== undefined && !state.data.anchor.confirmed ? 1_000 : false),
  });
}

export const auditQuery = pagedQuery(
  ['ledger', 'platform-audit'],
  (query, signal) => client.platform.blockchain.list({ query }, { signal }),
  {
    idOf: ({ auditId }) => auditId,
    // Many pages may be loaded; they follow the server.
    refetchOnWindowFocus: false,
  },
);

/** The newest blocks of a chain, for its picture. */
export function latestBlocksQuery(chain: ChainName, height: number) {
  return queryOptions({
    queryKey: ['ledger', 'latest-blocks', chain, height],
    queryFn: async ({ signal }) =>
      (await client.crypto.ledger.blocks({ params: { chain }, query: { limit: LATEST_BLOCKS } }, { signal })).items,
    enabled: height > 0,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
  });
}

/** A chain has grown: its lists are asked for anew. */
export async function followChain(chain: ChainName): Promise<void> {
  await Promise.all(
    ['blocks', 'anchors'].map((list) => queryClient.invalidateQueries({ queryKey: ['ledger', list, chain] })),
  );
}

/** Forgets what was read and asks anew for what is shown. */
export function refreshLedger(): void {
  void queryClient.resetQueries({ queryKey: ['ledger'] });
}
