import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { Download, ShieldCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { words } from '../../../words/record/ledger.ts';
import { AnchorList } from './anchors.tsx';
import { BlockStrip } from './block-strip.tsx';
import { BlockList } from './blocks.tsx';
import { ALL_CHAINS } from './crumbs.ts';
import { type ChainState, chainsQuery, followChain } from './queries.ts';
import { REFRESH } from './refresh.tsx';
import { CHAIN_TABS, useLedgerSearch } from './search.ts';
import { useVerifyChain, VerifyChain } from './verify-chain.tsx';

const { chain: texts } = words;

/** One chain: its newest blocks as a picture, its blocks and anchors, and its verification. */
export function ChainView({ chain }: { readonly chain: ChainName }) {
  const { search, setSearch, open } = useLedgerSearch();
  const { data, error, isPending, refetch } = useQuery(chainsQuery);
  const state = data?.chains.find((candidate) => candidate.chain === chain);
  const height = state?.height ?? 0;
  useFollowing(chain, height, state?.pending ?? 0);
  const verification = useVerifyChain(chain);
  const title = words.chains[chain];
  const onVerifyTab = (start: () => void) => () => {
    setSearch({ view: 'verify', q: undefined, sort: undefined, kind: undefined });
    start();
  };
  return (
    <Page
      title={title}
      place={chain}
      crumbs={ALL_CHAINS}
      object="chain"
      state={<EmbeddedBadge>{words.embedded(chain)}</EmbeddedBadge>}
      lead={texts.lead}
      facts={useFacts(state)}
      action={
        <Button
          variant="primary"
          isDisabled={verification.isBusy}
          icon={<ShieldCheck aria-hidden size={16} />}
          onPress={onVerifyTab(verification.verify)}
        >
          {words.verify.verb}
        </Button>
      }
      more={[
        {
          id: 'save',
          title: words.verify.save,
          icon: <Download aria-hidden size={15} />,
          onAction: onVerifyTab(verification.save),
        },
        REFRESH,
      ]}
    >
      <div className="space-y-6">
        {isPending && <p className="min-h-24 text-muted">{texts.loading}</p>}
        {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
        <BlockStrip chain={chain} height={height} onOpen={(block) => open({ chain, block })} />
        <Tabs
          label={texts.tabs.label(title)}
          selected={search.view ?? 'blocks'}
          onSelect={(id) => {
            const view = CHAIN_TABS.find((known) => known === id);
            setSearch({ view: view === 'blocks' ? undefined : view, q: undefined, sort: undefined, kind: undefined });
          }}
          tabs={[
            { id: 'blocks', title: texts.tabs.blocks, content: <BlockList chain={chain} /> },
            { id: 'anchors', title: texts.tabs.anchors, content: <AnchorList chain={chain} /> },
            { id: 'verify', title: texts.tabs.verify, content: <VerifyChain verification={verification} /> },
          ]}
        />
        {state !== undefined && <Details state={state} ledgerId={data?.ledger_id ?? ''} />}
      </div>
    </Page>
  );
}

/** Lists are asked for anew when the chain has grown while the page is shown. */
function useFollowing(chain: ChainName, height: number, pending: number) {
  const seen = `${height} ${pending}`;
  const before = useRef('0 0');
  useEffect(() => {
    if (before.current !== seen && before.current !== '0 0') void followChain(chain);
    before.current = seen;
  }, [chain, seen]);
}

function useFacts(state: ChainState | undefined): readonly FactItem[] | undefined {
  const now = useNow(15_000);
  if (state === undefined) return undefined;
  const { facts } = words;
  return [
    { label: facts.blocks, value: formatCount(state.height) },
    { label: facts.anchors, value: formatCount(state.anchors) },
    { label: facts.waiting, value: formatCount(state.pending) },
    {
      label: facts.last,
      value: state.last_block_at === null ? words.noneYet : <AgoText value={state.last_block_at} now={now} />,
    },
  ];
}

function Details({ state, ledgerId }: { readonly state: ChainState; readonly ledgerId: string }) {
  return (
    <Section title={texts.details}>
      <FactList>
        <Fact name={texts.network}>
          <code>{state.network}</code>
        </Fact>
        <Fact name={texts.ledger}>
          <code>{ledgerId}</code>
        </Fact>
        {state.head !== null && (
          <Fact name={texts.head}>
            <HashText value={state.head} label={words.list.headOf(words.chains[state.chain])} />
          </Fact>
        )}
      </FactList>
    </Section>
  );
}
