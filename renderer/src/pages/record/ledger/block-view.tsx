import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { transactionId } from '@touchstone/core/ledger/anchor.ts';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { useLedgerCheck } from './check/use-ledger-check.ts';
import { type Block, blockQuery, chainsQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { chainSentence, signerToTrust } from './verdict-words.ts';
import { CHAIN_TITLES, embeddedSentence, kindWords, OUTCOME_WORDS } from './words.ts';

/** One block: whether it holds by itself, its header, its anchors. */
export function BlockView({ chain, height }: { readonly chain: ChainName; readonly height: number }) {
  const block = useQuery(blockQuery(chain, height));
  const { data: chains } = useQuery(chainsQuery);
  const { open } = useLedgerSearch();
  const tip = chains?.chains.find((state) => state.chain === chain)?.height ?? null;
  return (
    <div className="space-y-(--gap)">
      <div className="flex flex-wrap gap-2">
        <Button
          isDisabled={height === 1}
          icon={<ChevronLeft aria-hidden size={16} />}
          onPress={() => open({ chain, block: height - 1 })}
        >
          Block before
        </Button>
        <Button
          isDisabled={tip === null || height >= tip}
          icon={<ChevronRight aria-hidden size={16} />}
          onPress={() => open({ chain, block: height + 1 })}
        >
          Block after
        </Button>
      </div>
      {block.isPending && <p className="min-h-40 text-muted">Loading the block</p>}
      {block.error !== null && (
        <RequestError error={block.error} what="The block" onRetry={() => void block.refetch()} />
      )}
      {block.data !== undefined && <ShownBlock chain={chain} block={block.data} />}
    </div>
  );
}

function ShownBlock({ chain, block }: { readonly chain: ChainName; readonly block: Block }) {
  const { header, hash, signature, anchors } = block;
  const { open } = useLedgerSearch();
  return (
    <>
      <BlockVerdict chain={chain} block={block} />
      <section aria-labelledby="block-header">
        <h2 id="block-header" className="mb-2 text-16">
          Header
        </h2>
        <div className="rounded border border-line bg-surface px-4 py-3">
          <FactList>
            <Fact name="Network">
              <FileText text={header.network} isMono /> <EmbeddedBadge>{embeddedSentence(chain)}</EmbeddedBadge>
            </Fact>
            <Fact name="Height">{formatCount(header.height)}</Fact>
            <Fact name="Made, by the clock of the service">
              <TimeText value={header.created_at} />
            </Fact>
            <Fact name="Hash">
              <HashText value={hash} label="block hash" />
            </Fact>
            <Fact name="Block before">
              {header.previous === null ? (
                'None, this is the first'
              ) : (
                <>
                  <HashText value={header.previous} label="hash of the block before" />{' '}
                  <Button size="small" onPress={() => open({ chain, block: header.height - 1 })}>
                    Open block {formatCount(header.height - 1)}
                  </Button>
                </>
              )}
            </Fact>
            <Fact name="Merkle root of the anchors">
              <HashText value={header.anchors_root} label="Merkle root" />
            </Fact>
            <Fact name="Confirmations that its anchors need">{header.depth}</Fact>
            <Fact name="Ledger">
              <FileText text={header.ledger_id} isMono />
            </Fact>
            <Fact name="Key set">
              <FileText text={header.keyset_id} isMono />
            </Fact>
            {header.restored !== null && (
              <Fact name="After a restore">
                Restored <TimeText value={header.restored.restored_at} /> from a backup of{' '}
                <TimeText value={header.restored.backup_created_at} />
              </Fact>
            )}
            <Fact name="Signature, ML-DSA-65">
              <LongValue value={signature} label="signature of the header" />
            </Fact>
          </FactList>
        </div>
      </section>
      <section aria-labelledby="block-anchors">
        <h2 id="block-anchors" className="mb-2 text-16">
          Anchors ({formatCount(anchors.length)})
        </h2>
        {anchors.length === 0 ? (
          <EmptyState title="This block holds no anchor">
            It was made so that anchors of earlier blocks get their confirmations.
          </EmptyState>
        ) : (
          <BlockAnchors chain={chain} anchors={anchors} />
        )}
      </section>
      <Disclosure title="The whole block" level={2}>
        <JsonTree
          document={{ header: { ...header }, signature, anchors: anchors.map((entry) => ({ ...entry })) }}
          label="the block"
        />
      </Disclosure>
    </>
  );
}

function BlockVerdict({ chain, block }: { readonly chain: ChainName; readonly block: Block }) {
  const { hash: _, ...signed } = block;
  const result = useLedgerCheck((keys) => ({ kind: 'block', chain, block: signed, keys }), block);
  if (result?.kind === 'unreadable') return <p role="alert">{result.message}</p>;
  if (result?.kind !== 'report') {
    return (
      <div className="min-h-24">
        <ProgressBar label="Verifying in this window" />
      </div>
    );
  }
  const { report } = result;
  const { word, look } = OUTCOME_WORDS[report.outcome];
  const waiting = report.outcome === 'PENDING' ? signerToTrust(report.signers) : null;
  return (
    <div className="space-y-3">
      <VerdictBox
        look={look}
        word={word}
        {...(waiting === null ? {} : { actions: <TrustSigner keySetId={waiting} /> })}
      >
        <p>{chainSentence(report)}</p>
        <p>Only this block was checked. “Verify and save” checks the whole chain.</p>
      </VerdictBox>
      <section aria-labelledby="block-checks">
        <h2 id="block-checks" className="mb-2 text-16">
          Checks
        </h2>
        <CheckList checks={report.checks} />
      </section>
    </div>
  );
}

const COLUMNS = [
  { id: 'position', title: 'No.', align: 'end' },
  { id: 'kind', title: 'Kind' },
  { id: 'commitment', title: 'Commitment' },
  { id: 'time', title: 'Accepted' },
  { id: 'open', title: 'Anchor' },
] as const;

/** A block of a busy second may hold thousands; the list of anchors shows them all. */
const MOST_SHOWN = 100;

function BlockAnchors({ chain, anchors }: { readonly chain: ChainName; readonly anchors: Block['anchors'] }) {
  const { open } = useLedgerSearch();
  return (
    <div className="space-y-2">
      <Table caption="Anchors of the block" columns={COLUMNS}>
        {anchors.slice(0, MOST_SHOWN).map((entry) => (
          <Row key={entry.position}>
            <Cell isHeader align="end" noWrap>
              {formatCount(entry.position)}
            </Cell>
            <Cell noWrap>
              <span title={kindWords(entry.kind)}>{entry.kind}</span>
            </Cell>
            <Cell noWrap>
              <code className="text-13">{entry.commitment.slice(0, 24)}…</code>
            </Cell>
            <Cell>
              <TimeText value={entry.accepted_at} />
            </Cell>
            <Cell noWrap>
              <Button
                size="small"
                aria-label={`Open anchor ${entry.position}`}
                onPress={() => open({ chain, tx: transactionId(chain, entry) })}
              >
                Open
              </Button>
            </Cell>
          </Row>
        ))}
      </Table>
      {anchors.length > MOST_SHOWN && (
        <p className="text-muted">
          The first {MOST_SHOWN} are shown.{' '}
          <Button size="small" onPress={() => open({ chain, view: 'anchors' })}>
            All anchors of {CHAIN_TITLES[chain]}
          </Button>
        </p>
      )}
    </div>
  );
}
