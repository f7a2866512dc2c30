import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/ledger.ts';
import { BlockAnchors } from './block-anchors.tsx';
import { chainReportLines } from './block-lines.ts';
import { useLedgerCheck } from './check/use-ledger-check.ts';
import { crumbsOf } from './crumbs.ts';
import { OUTCOME_LOOKS } from './outcome.ts';
import { type Block, blockQuery, chainsQuery } from './queries.ts';
import { REFRESH } from './refresh.tsx';
import { useLedgerSearch } from './search.ts';
import { chainSentence, signerToTrust } from './verdict-words.ts';

const { block: texts } = words;

/** One block: whether it holds by itself, its anchors, its header. */
export function BlockView({ chain, height }: { readonly chain: ChainName; readonly height: number }) {
  const { data, error, isPending, refetch } = useQuery(blockQuery(chain, height));
  const { data: chains } = useQuery(chainsQuery);
  const { open } = useLedgerSearch();
  const now = useNow(15_000);
  const tip = chains?.chains.find((state) => state.chain === chain)?.height ?? null;
  return (
    <Page
      title={texts.title(height, words.chains[chain])}
      place={`${chain} ${height}`}
      crumbs={crumbsOf(chain)}
      object="block"
      state={<EmbeddedBadge>{words.embedded(chain)}</EmbeddedBadge>}
      facts={
        data && [
          { label: texts.created, value: <AgoText value={data.header.created_at} now={now} /> },
          { label: texts.anchors, value: formatCount(data.anchors.length) },
          { label: texts.needed, value: formatCount(data.header.depth) },
          { label: texts.keySet, value: <FileText text={data.header.keyset_id} isMono limit={60} /> },
        ]
      }
      action={
        <>
          <Button
            isDisabled={height === 1}
            icon={<ChevronLeft aria-hidden size={16} />}
            onPress={() => open({ chain, block: height - 1 })}
          >
            {texts.previous}
          </Button>
          <Button
            isDisabled={tip === null || height >= tip}
            icon={<ChevronRight aria-hidden size={16} />}
            onPress={() => open({ chain, block: height + 1 })}
          >
            {texts.next}
          </Button>
        </>
      }
      more={[REFRESH]}
    >
      {isPending && <p className="min-h-40 text-muted">{texts.loading}</p>}
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {data !== undefined && <ShownBlock chain={chain} block={data} />}
    </Page>
  );
}

interface ShownBlockProps {
  readonly chain: ChainName;
  readonly block: Block;
}

function ShownBlock({ chain, block }: ShownBlockProps) {
  const { header, signature, anchors } = block;
  return (
    <div className="space-y-8">
      <BlockVerdict chain={chain} block={block} />
      <Section title={texts.anchors}>
        {anchors.length === 0 ? (
          <EmptyState title={texts.noAnchors} icon={<ObjectSign kind="anchor" />}>
            <p>{texts.noAnchorsText}</p>
          </EmptyState>
        ) : (
          <BlockAnchors chain={chain} anchors={anchors} />
        )}
      </Section>
      <Section title={texts.header}>
        <HeaderFacts chain={chain} block={block} />
      </Section>
      <Disclosure title={texts.whole} level={2}>
        <JsonTree
          document={{ header: { ...header }, signature, anchors: anchors.map((entry) => ({ ...entry })) }}
          label={texts.wholeLabel}
        />
      </Disclosure>
    </div>
  );
}

function HeaderFacts({ chain, block: { header, hash, signature } }: ShownBlockProps) {
  const { open } = useLedgerSearch();
  return (
    <FactList>
      <Fact name={texts.hash}>
        <HashText value={hash} label={texts.hashLabel} />
      </Fact>
      <Fact name={texts.previousHash}>
        {header.previous === null ? (
          texts.first
        ) : (
          <>
            <HashText value={header.previous} label={texts.previousLabel} />{' '}
            <Button size="small" onPress={() => open({ chain, block: header.height - 1 })}>
              {texts.openBlock(header.height - 1)}
            </Button>
          </>
        )}
      </Fact>
      <Fact name={texts.root}>
        <HashText value={header.anchors_root} label={texts.rootLabel} />
      </Fact>
      <Fact name={texts.height}>{formatCount(header.height)}</Fact>
      <Fact name={texts.createdBy}>
        <TimeText value={header.created_at} />
      </Fact>
      {header.restored !== null && (
        <Fact name={texts.afterRestore}>
          {texts.restored(
            <TimeText value={header.restored.restored_at} />,
            <TimeText value={header.restored.backup_created_at} />,
          )}
        </Fact>
      )}
      <Fact name={texts.network}>
        <FileText text={header.network} isMono />
      </Fact>
      <Fact name={texts.ledger}>
        <FileText text={header.ledger_id} isMono />
      </Fact>
      <Fact name={texts.keySet}>
        <FileText text={header.keyset_id} isMono />
      </Fact>
      <Fact name={texts.signature}>
        <LongValue value={signature} label={texts.signatureLabel} />
      </Fact>
    </FactList>
  );
}

function BlockVerdict({ chain, block }: ShownBlockProps) {
  const { hash: _, ...signed } = block;
  const result = useLedgerCheck((keys) => ({ kind: 'block', chain, block: signed, keys }), block);
  if (result?.kind === 'unreadable') return <p role="alert">{result.message}</p>;
  if (result?.kind !== 'report') {
    return (
      <div className="min-h-24">
        <ProgressBar label={texts.verifying} />
      </div>
    );
  }
  const { report } = result;
  const waiting = report.outcome === 'PENDING' ? signerToTrust(report.signers) : null;
  return (
    <div className="space-y-4">
      <VerdictBox
        look={OUTCOME_LOOKS[report.outcome]}
        word={words.outcomes[report.outcome]}
        text={{
          title: words.text.verificationOf(texts.title(block.header.height, words.chains[chain])),
          lines: () => [...chainReportLines(report), texts.alone],
        }}
        {...(waiting === null ? {} : { actions: <TrustSigner keySetId={waiting} /> })}
      >
        <p>{chainSentence(report)}</p>
        <p>{texts.alone}</p>
      </VerdictBox>
      <Section title={texts.checks}>
        <CheckList checks={report.checks} />
      </Section>
    </div>
  );
}
