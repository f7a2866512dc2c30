import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { formatCount } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { AnchorList } from './anchors.tsx';
import { BlockList } from './blocks.tsx';
import { chainsQuery } from './queries.ts';
import { CHAIN_TABS, useLedgerSearch } from './search.ts';
import { VerifyChain } from './verify-chain.tsx';
import { CHAIN_TITLES, embeddedSentence } from './words.ts';

/** One chain: its state, its blocks and anchors, and its verification. */
export function ChainView({ chain }: { readonly chain: ChainName }) {
  const { search, setSearch } = useLedgerSearch();
  return (
    <div className="space-y-(--gap)">
      <ChainFacts chain={chain} />
      <Tabs
        label={`Of ${CHAIN_TITLES[chain]}`}
        selected={search.view ?? 'blocks'}
        onSelect={(id) => {
          const view = CHAIN_TABS.find((known) => known === id);
          setSearch({ view: view === 'blocks' ? undefined : view, q: undefined, sort: undefined, kind: undefined });
        }}
        tabs={[
          { id: 'blocks', title: 'Blocks', content: <BlockList chain={chain} /> },
          { id: 'anchors', title: 'Anchors', content: <AnchorList chain={chain} /> },
          { id: 'verify', title: 'Verify and save', content: <VerifyChain chain={chain} /> },
        ]}
      />
    </div>
  );
}

function ChainFacts({ chain }: { readonly chain: ChainName }) {
  const { data, error, isPending, refetch } = useQuery(chainsQuery);
  if (isPending) return <p className="min-h-24 text-muted">Loading the state</p>;
  if (error !== null)
    return <RequestError error={error} what="The state of the chain" onRetry={() => void refetch()} />;
  const state = data.chains.find((candidate) => candidate.chain === chain);
  if (state === undefined) return null;
  return (
    <section aria-label="State" className="rounded border border-line bg-surface px-4 py-3">
      <FactList>
        <Fact name="Network">
          <code>{state.network}</code> <EmbeddedBadge>{embeddedSentence(chain)}</EmbeddedBadge>
        </Fact>
        <Fact name="Ledger">
          <code>{data.ledger_id}</code>
        </Fact>
        <Fact name="Height">{formatCount(state.height)}</Fact>
        <Fact name="Anchors">
          {formatCount(state.anchors)}
          {state.pending > 0 && `, of which ${formatCount(state.pending)} wait for a block`}
        </Fact>
        <Fact name="Last block">
          {state.last_block_at === null ? 'None yet' : <TimeText value={state.last_block_at} />}
        </Fact>
        <Fact name="Head">
          {state.head === null ? 'None yet' : <HashText value={state.head} label={`head of ${CHAIN_TITLES[chain]}`} />}
        </Fact>
      </FactList>
    </section>
  );
}
