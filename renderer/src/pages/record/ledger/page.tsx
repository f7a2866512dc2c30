import { useQuery } from '@tanstack/react-query';
import { Anchor, FileCheck2 } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { words } from '../../../words/record/ledger.ts';
import { AnchorView } from './anchor-view.tsx';
import { BlockView } from './block-view.tsx';
import { ChainView } from './chain-view.tsx';
import { ChainList } from './chains.tsx';
import { Documents } from './documents.tsx';
import { OpenExport } from './open-export.tsx';
import { PlatformAudit } from './platform-audit.tsx';
import { chainsQuery } from './queries.ts';
import { REFRESH } from './refresh.tsx';
import { useLedgerSearch } from './search.ts';

/** Ledger: the ten chains of this server, what is anchored on them, and whether it holds. */
export function LedgerPage() {
  const { chain, block, tx } = useLedgerSearch().search;
  if (chain === undefined) return <AllChains />;
  if (tx !== undefined) return <AnchorView key={`${chain} ${tx}`} chain={chain} tx={tx} />;
  if (block !== undefined) return <BlockView key={`${chain} ${block}`} chain={chain} height={block} />;
  return <ChainView key={chain} chain={chain} />;
}

function AllChains() {
  const { search, setSearch } = useLedgerSearch();
  const act = (verb: 'attest' | 'validate') => () =>
    setSearch({ tab: 'documents', act: verb, q: undefined, sort: undefined, entry: undefined }, 'push');
  return (
    <Page
      title={words.title}
      state={<EmbeddedBadge>{words.embedded(null)}</EmbeddedBadge>}
      lead={words.lead}
      facts={useFacts()}
      action={
        <Button variant="primary" icon={<Anchor aria-hidden size={15} />} onPress={act('attest')}>
          {words.attest.verb}
        </Button>
      }
      more={[
        {
          id: 'validate',
          title: words.validate.verb,
          icon: <FileCheck2 aria-hidden size={15} />,
          onAction: act('validate'),
        },
        REFRESH,
      ]}
    >
      <KeptTabs
        label={words.tabs.label}
        selected={search.tab ?? 'chains'}
        onSelect={(id) =>
          setSearch({ tab: id === 'chains' ? undefined : id, q: undefined, sort: undefined, entry: undefined })
        }
        tabs={[
          { id: 'chains', title: words.tabs.chains, content: <ChainList /> },
          { id: 'documents', title: words.tabs.documents, content: <Documents /> },
          { id: 'audit', title: words.tabs.audit, content: <PlatformAudit /> },
          { id: 'file', title: words.tabs.file, content: <OpenExport /> },
        ]}
      />
    </Page>
  );
}

function useFacts(): readonly FactItem[] | undefined {
  const chains = useQuery(chainsQuery).data?.chains;
  const now = useNow(15_000);
  if (chains === undefined) return undefined;
  const sum = (member: 'height' | 'anchors' | 'pending') =>
    formatCount(chains.reduce((total, chain) => total + chain[member], 0));
  const last = chains
    .flatMap(({ last_block_at: at }) => (at === null ? [] : [at]))
    .sort()
    .at(-1);
  const { facts } = words;
  return [
    { label: facts.used, value: facts.of(chains.filter(({ height }) => height > 0).length, chains.length) },
    { label: facts.blocks, value: sum('height') },
    { label: facts.anchors, value: sum('anchors') },
    { label: facts.waiting, value: sum('pending') },
    { label: facts.last, value: last === undefined ? words.noneYet : <AgoText value={last} now={now} /> },
  ];
}
