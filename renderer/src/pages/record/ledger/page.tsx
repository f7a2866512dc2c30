import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { AnchorView } from './anchor-view.tsx';
import { BlockView } from './block-view.tsx';
import { ChainView } from './chain-view.tsx';
import { ChainList } from './chains.tsx';
import { Documents } from './documents.tsx';
import { OpenExport } from './open-export.tsx';
import { PlatformAudit } from './platform-audit.tsx';
import { refreshLedger } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { CHAIN_TITLES, embeddedSentence } from './words.ts';

/** Ledger: the ten chains of this server, what is anchored on them, and whether it holds. */
export function LedgerPage() {
  const { search, setSearch, open } = useLedgerSearch();
  const { chain, block, tx, tab } = search;
  useHeadingFocus([chain, block, tx].join(' '));
  if (chain !== undefined) {
    const title = CHAIN_TITLES[chain];
    const toChain = <Button onPress={() => open({ chain })}>All of {title}</Button>;
    if (tx !== undefined) {
      return (
        <Place title={`Anchor on ${title}`} lead="Read from the server and verified in this window." actions={toChain}>
          <AnchorView key={`${chain} ${tx}`} chain={chain} tx={tx} />
        </Place>
      );
    }
    if (block !== undefined) {
      return (
        <Place
          title={`Block ${block} of ${title}`}
          lead="Read from the server and verified in this window."
          actions={toChain}
        >
          <BlockView key={`${chain} ${block}`} chain={chain} height={block} />
        </Place>
      );
    }
    return (
      <Place
        title={title}
        lead="One chain of the embedded ledger: hash-linked blocks that the service signs."
        actions={<Button onPress={() => open({})}>All chains</Button>}
      >
        <ChainView key={chain} chain={chain} />
      </Place>
    );
  }
  return (
    <>
      <PageHeading
        title="Ledger"
        lead="Ten chains that this server keeps: they hold commitments, no contents. They show order, and time by the clock of this server."
      >
        <EmbeddedBadge>{embeddedSentence(null)}</EmbeddedBadge>
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={refreshLedger}>
          Refresh
        </Button>
      </PageHeading>
      <KeptTabs
        label="Parts of the ledger"
        selected={tab ?? 'chains'}
        onSelect={(id) =>
          setSearch({ tab: id === 'chains' ? undefined : id, q: undefined, sort: undefined, entry: undefined })
        }
        tabs={[
          { id: 'chains', title: 'Chains', content: <ChainList /> },
          { id: 'documents', title: 'Documents', content: <Documents /> },
          { id: 'audit', title: 'Platform audit', content: <PlatformAudit /> },
          { id: 'file', title: 'Open an export', content: <OpenExport /> },
        ]}
      />
    </>
  );
}

interface PlaceProps {
  readonly title: string;
  readonly lead: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function Place({ title, lead, actions, children }: PlaceProps) {
  return (
    <>
      <PageHeading title={title} lead={lead}>
        {actions}
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={refreshLedger}>
          Refresh
        </Button>
      </PageHeading>
      {children}
    </>
  );
}
