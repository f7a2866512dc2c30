import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { Boxes } from 'lucide-react';
import { stillStands } from '../../../lib/errors.ts';
import { formatCount } from '../../../lib/format.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { checkLines } from '../../../parts/report/report-lines.ts';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/ledger.ts';
import { AnchorState } from './anchor-state.tsx';
import type { AnchorReport, StatedAnchor } from './check/anchor-report.ts';
import { useLedgerCheck } from './check/use-ledger-check.ts';
import { crumbsOf } from './crumbs.ts';
import { kindMeaning, kindTitle, OUTCOME_LOOKS } from './outcome.ts';
import { type AnchorItem, anchorQuery } from './queries.ts';
import { REFRESH } from './refresh.tsx';
import { useLedgerSearch } from './search.ts';
import { signerToTrust } from './verdict-words.ts';

const { anchor: texts } = words;

/** One anchor: whether it is in a block that is signed, and how far it is confirmed. */
export function AnchorView({ chain, tx }: { readonly chain: ChainName; readonly tx: string }) {
  const { data, error, isPending, refetch } = useQuery(anchorQuery(chain, tx));
  const { open } = useLedgerSearch();
  const now = useNow(15_000);
  const block = data?.anchor.block ?? 0;
  return (
    <Page
      title={texts.title(words.chains[chain])}
      place={`${chain} ${tx}`}
      crumbs={crumbsOf(chain)}
      object="anchor"
      state={<EmbeddedBadge>{words.embedded(chain)}</EmbeddedBadge>}
      facts={
        data && [
          { label: texts.kind, value: <FileText text={kindTitle(data.anchor.kind)} limit={100} /> },
          { label: texts.state, value: <AnchorState anchor={data.anchor} /> },
          { label: texts.block, value: block === 0 ? words.noneYet : formatCount(block) },
          { label: texts.acceptedAt, value: <AgoText value={data.anchor.accepted_at} now={now} /> },
        ]
      }
      action={
        block > 0 && (
          <Button icon={<Boxes aria-hidden size={15} />} onPress={() => open({ chain, block })}>
            {words.block.openBlock(block)}
          </Button>
        )
      }
      more={[REFRESH]}
    >
      {isPending && <p className="min-h-40 text-muted">{texts.loading}</p>}
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {data !== undefined && stillStands(error) && (
        <div className="space-y-8">
          <AnchorVerdict chain={chain} anchor={data.anchor} proof={data.proof} />
          <AnchorFacts anchor={data.anchor} depth={data.proof?.header.depth ?? null} />
          {data.proof !== null && (
            <Disclosure title={texts.proof} level={2}>
              <JsonTree
                document={{ ...data.proof, path: [...data.proof.path], header: { ...data.proof.header } }}
                label={texts.proofLabel}
              />
            </Disclosure>
          )}
        </div>
      )}
    </Page>
  );
}

interface AnchorVerdictProps {
  readonly chain: ChainName;
  readonly anchor: AnchorItem;
  readonly proof: StatedAnchor['proof'];
}

function AnchorVerdict({ chain, anchor, proof }: AnchorVerdictProps) {
  const { network, ledger_id, position, kind, commitment, accepted_at, tx_hash } = anchor;
  const stated: StatedAnchor = {
    entry: { network, ledger_id, position, kind, commitment, accepted_at },
    txHash: tx_hash,
    proof,
  };
  // More confirmations do not change what there is to check.
  const result = useLedgerCheck(
    (keys) => ({ kind: 'anchor', chain, anchor: stated, keys }),
    `${chain} ${tx_hash} ${proof?.signature ?? ''}`,
  );
  if (result?.kind === 'unreadable') return <p role="alert">{result.message}</p>;
  if (result?.kind !== 'anchor') {
    return (
      <div className="min-h-24">
        <ProgressBar label={words.block.verifying} />
      </div>
    );
  }
  const { report } = result;
  const isWaiting = proof === null && report.outcome === 'PENDING';
  const waiting = report.outcome === 'PENDING' && report.signer !== null ? signerToTrust([report.signer]) : null;
  return (
    <div className="space-y-4">
      <VerdictBox
        look={isWaiting ? 'pending' : OUTCOME_LOOKS[report.outcome]}
        word={isWaiting ? texts.waiting : words.outcomes[report.outcome]}
        text={{
          title: words.text.verificationOf(texts.title(words.chains[chain])),
          lines: () => [sentenceOf(report, proof), words.text.transaction(tx_hash), checkLines(report.checks)],
        }}
        {...(waiting === null ? {} : { actions: <TrustSigner keySetId={waiting} /> })}
      >
        <p>{sentenceOf(report, proof)}</p>
      </VerdictBox>
      <Section title={words.block.checks}>
        <CheckList checks={report.checks} />
      </Section>
    </div>
  );
}

function sentenceOf({ checks }: AnchorReport, proof: StatedAnchor['proof']): string {
  const failed = checks.find(({ status }) => status === 'failed');
  if (failed !== undefined) return failed.id === 'signature.header' ? texts.badHeader : failed.sentence;
  if (proof === null) return texts.accepted;
  const signer = checks.find(({ id }) => id === 'trust.signer');
  return texts.inBlock(proof.header.height, signer?.sentence ?? '');
}

interface AnchorFactsProps {
  readonly anchor: AnchorItem;
  /** Confirmations that it needs; null while no block has it. */
  readonly depth: number | null;
}

function AnchorFacts({ anchor, depth }: AnchorFactsProps) {
  const { network, ledger_id, position, kind, commitment, accepted_at, tx_hash, confirmations } = anchor;
  return (
    <Section title={texts.states}>
      <FactList>
        <Fact name={texts.state}>
          <span className="tabular-nums" role="status">
            {texts.confirmations(confirmations, depth)}
          </span>
        </Fact>
        <Fact name={texts.kind}>
          {kindMeaning(kind)} <FileText text={`(${kind})`} isMono />
        </Fact>
        <Fact name={texts.commitment}>
          <HashText value={commitment} label={texts.commitmentLabel} />
        </Fact>
        <Fact name={texts.transaction}>
          <HashText value={tx_hash} label={texts.transactionLabel} />
        </Fact>
        <Fact name={texts.acceptedBy}>
          <TimeText value={accepted_at} />
        </Fact>
        <Fact name={texts.position}>{formatCount(position)}</Fact>
        <Fact name={texts.network}>
          <code>{network}</code>
        </Fact>
        <Fact name={texts.ledger}>
          <FileText text={ledger_id} isMono />
        </Fact>
      </FactList>
    </Section>
  );
}
