import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { formatCount } from '../../../lib/format.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { TrustSigner } from '../../../parts/trust/trust-signer.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { AnchorReport, StatedAnchor } from './check/anchor-report.ts';
import { useLedgerCheck } from './check/use-ledger-check.ts';
import { type AnchorItem, anchorQuery } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { signerToTrust } from './verdict-words.ts';
import { embeddedSentence, kindWords, OUTCOME_WORDS } from './words.ts';

/** One anchor: whether it is in a block that is signed, and how far it is confirmed. */
export function AnchorView({ chain, tx }: { readonly chain: ChainName; readonly tx: string }) {
  const { data, error, isPending, refetch } = useQuery(anchorQuery(chain, tx));
  if (isPending) return <p className="min-h-40 text-muted">Loading the anchor</p>;
  if (error !== null) return <RequestError error={error} what="The anchor" onRetry={() => void refetch()} />;
  const { anchor, proof } = data;
  return (
    <div className="space-y-(--gap)">
      <AnchorVerdict chain={chain} anchor={anchor} proof={proof} />
      <AnchorFacts chain={chain} anchor={anchor} depth={proof?.header.depth ?? null} />
      {proof !== null && (
        <Disclosure title="The proof that it is in its block" level={2}>
          <JsonTree document={{ ...proof, path: [...proof.path], header: { ...proof.header } }} label="the proof" />
        </Disclosure>
      )}
    </div>
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
        <ProgressBar label="Verifying in this window" />
      </div>
    );
  }
  const { report } = result;
  const { word, look } = proof === null && report.outcome === 'PENDING' ? WAITING : OUTCOME_WORDS[report.outcome];
  const waiting = report.outcome === 'PENDING' && report.signer !== null ? signerToTrust([report.signer]) : null;
  return (
    <div className="space-y-3">
      <VerdictBox
        look={look}
        word={word}
        {...(waiting === null ? {} : { actions: <TrustSigner keySetId={waiting} /> })}
      >
        <p>{sentenceOf(report, proof)}</p>
      </VerdictBox>
      <section aria-labelledby="anchor-checks">
        <h2 id="anchor-checks" className="mb-2 text-16">
          Checks
        </h2>
        <CheckList checks={report.checks} />
      </section>
    </div>
  );
}

const WAITING = { word: 'Waiting', look: 'pending' } as const;

function sentenceOf({ checks }: AnchorReport, proof: StatedAnchor['proof']): string {
  const failed = checks.find(({ status }) => status === 'failed');
  if (failed !== undefined)
    return failed.id === 'signature.header' ? 'The header of its block is not validly signed.' : failed.sentence;
  if (proof === null) return 'The ledger has accepted it. A block takes it in within a second or so.';
  const height = formatCount(proof.header.height);
  const signer = checks.find(({ id }) => id === 'trust.signer');
  return `This commitment, of this kind, is in block ${height}. ${signer?.sentence ?? ''}`;
}

interface AnchorFactsProps {
  readonly chain: ChainName;
  readonly anchor: AnchorItem;
  /** Confirmations that it needs; null while no block has it. */
  readonly depth: number | null;
}

function AnchorFacts({ chain, anchor, depth }: AnchorFactsProps) {
  const { open } = useLedgerSearch();
  const { network, ledger_id, position, kind, commitment, accepted_at, tx_hash, block, confirmations, confirmed } =
    anchor;
  return (
    <section aria-labelledby="anchor-states">
      <h2 id="anchor-states" className="mb-2 text-16">
        What the ledger states
      </h2>
      <div className="rounded border border-line bg-surface px-4 py-3">
        <FactList>
          <Fact name="Network">
            <code>{network}</code> <EmbeddedBadge>{embeddedSentence(chain)}</EmbeddedBadge>
          </Fact>
          <Fact name="State">
            <StatusMark
              size="small"
              look={confirmed ? 'verified' : 'pending'}
              label={confirmed ? 'Confirmed' : 'Pending'}
            />{' '}
            <span className="tabular-nums" role="status">
              {formatCount(confirmations)} {confirmations === 1 ? 'confirmation' : 'confirmations'}
              {depth !== null && `, ${depth} needed`}
            </span>
          </Fact>
          <Fact name="Kind">
            <FileText text={kind} isMono /> <span className="text-muted">{kindWords(kind)}</span>
          </Fact>
          <Fact name="Commitment">
            <HashText value={commitment} label="commitment" />
          </Fact>
          <Fact name="Transaction">
            <HashText value={tx_hash} label="transaction" />
          </Fact>
          <Fact name="Accepted, by the clock of the service">
            <TimeText value={accepted_at} />
          </Fact>
          <Fact name="Position">{formatCount(position)}</Fact>
          <Fact name="Ledger">
            <FileText text={ledger_id} isMono />
          </Fact>
          <Fact name="Block">
            {block === 0 ? (
              'None yet'
            ) : (
              <Button size="small" onPress={() => open({ chain, block })}>
                Open block {formatCount(block)}
              </Button>
            )}
          </Fact>
        </FactList>
      </div>
    </section>
  );
}
