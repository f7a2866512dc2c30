import type { SubjectKind } from '@touchstone/core/verdict/verification-report.ts';
import { type ReactNode, useState } from 'react';
import { formatSize } from '../../../lib/format.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { SignatureTable } from '../../../parts/report/signature-table.tsx';
import { ThreeTimes } from '../../../parts/report/three-times.tsx';
import { statedPillars } from '../../../parts/verification/facts.ts';
import { liveSession } from '../../../parts/verification/live-session.ts';
import { PILLAR_TITLES } from '../../../parts/verification/meaning.ts';
import { type FullResult, isAgentReport, MAX_TREE_BYTES } from '../../../parts/verification/messages.ts';
import { PayloadCheck } from '../../../parts/verification/payload-check.tsx';
import type { Detail, GivenPayload } from '../../../parts/verification/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { AgentResult } from './agent-result.tsx';
import { ReceiptFacts } from './receipt-parts.tsx';
import { ReportActions } from './report-actions.tsx';
import { FileFacts, ImportKeySet, NotCovered, Part } from './result-parts.tsx';
import { StatedSummary } from './stated-summary.tsx';

/** What the signatures of each kind of file cover. */
const SIGNED_HASHES = { artifact: 'manifest hash', receipt: 'on_chain_hash', signature: 'data_hash' } as const;

/** One result, most important first: outcome, summary, checks, signatures, times, scope, contents, hashes. */
export function SingleResult(props: {
  detail: Extract<Detail, { status: 'ready' }>;
  /** The payload that is being checked. */
  checking: GivenPayload | null;
  keySets: ReactNode;
}) {
  const { keySets, checking } = props;
  const { id, full, payload } = props.detail;
  const { report, facts, hint, document } = full;
  if (isAgentReport(report)) {
    return <AgentResult report={report} outline={full.agentOutline} document={document} keySets={keySets} />;
  }
  // Where a key set was opened too, that one is to be compared, and offers it itself.
  const asksForKeySet = report.code === 'SIGNER_NOT_TRUSTED' && !keySets;
  return (
    <div className="flex flex-col gap-5 print:[&>*:not(.report-view)]:hidden">
      <OutcomeBanner report={report} {...(asksForKeySet ? { actions: <ImportKeySet /> } : {})} />
      {keySets}
      {hint !== null && (
        <p className="rounded border border-line bg-surface px-4 py-3 text-14">
          <span className="font-medium">{hint.title}</span> {hint.help}
        </p>
      )}
      <ReportActions key={report.verified_at} report={report} document={document} />
      {facts !== null && report.outcome !== 'INPUT_ERROR' && (
        <StatedSummary report={report} facts={facts} pillars={statedPillars(document)} />
      )}
      {report.kind === 'receipt' && document !== null && report.outcome !== 'INPUT_ERROR' && (
        <Part title="What the receipt states" id="receipt">
          <ReceiptFacts document={document} />
        </Part>
      )}
      {report.kind !== 'artifact' && report.outcome !== 'INPUT_ERROR' && (
        <Part title={report.kind === 'receipt' ? 'Payload' : 'What was signed'} id="payload">
          <PayloadCheck
            kind={report.kind}
            report={report}
            judged={payload}
            checking={checking}
            onPayload={(given) => liveSession.givePayload(id, given)}
          />
        </Part>
      )}
      <Part title="Checks" id="checks">
        <CheckList checks={report.checks} />
      </Part>
      {Object.keys(report.signatures).length > 0 && (
        <Part
          title="Signatures"
          id="signatures"
          lead={`Three independent families. Each one is judged by itself, over the same ${SIGNED_HASHES[report.kind]}.`}
        >
          <SignatureTable signatures={report.signatures} />
        </Part>
      )}
      <Part title="Times" id="times">
        <ThreeTimes report={report} issuedAt={facts?.issuedAt ?? statedTime(report.kind, document)} />
      </Part>
      {report.outcome !== 'INPUT_ERROR' && <NotCovered paths={report.not_covered} />}
      <Contents id={id} full={full} />
      <FileFacts report={report} />
    </div>
  );
}

/** The time that a receipt or signature states; it has no other facts of an artifact. */
function statedTime(kind: SubjectKind, document: FullResult['document']): string | null {
  const name = kind === 'signature' ? 'timestamp' : 'issued_at';
  const time = document !== null && Object.hasOwn(document, name) ? document[name] : null;
  return typeof time === 'string' ? time : null;
}

function Contents({ id, full }: { id: number; full: FullResult }) {
  const { document, isOutline } = full;
  const [isLoading, setLoading] = useState(false);
  if (isOutline) {
    const load = () => {
      setLoading(true);
      liveSession.showWhole(id);
    };
    return (
      <Part title="Contents" id="contents">
        <p className="max-w-prose text-14 text-muted">
          The file has {formatSize(full.report.file.size)}. It was verified whole, but files over{' '}
          {MAX_TREE_BYTES / 1024 / 1024} MiB are not drawn as a tree unless you ask: that takes a few seconds and
          several times as much memory.
        </p>
        <div className="mt-2">
          {isLoading ? <ProgressBar label="Loading the whole file" /> : <Button onPress={load}>Load the tree</Button>}
        </div>
      </Part>
    );
  }
  if (document === null) return null;
  const pillars = statedPillars(document).filter(({ bundle }) => bundle !== null);
  return (
    <Part title="Contents" id="contents" lead="As the file carries it. Text is shown as text; links are never opened.">
      <div className="flex flex-col gap-2">
        {pillars.map(({ pillar, bundle, result }) => (
          <Disclosure
            key={pillar}
            title={`${PILLAR_TITLES[pillar]} attestation${result === null ? '' : `, reports ${result.slice(0, 40)}`}`}
          >
            <JsonTree document={bundle} label={`the ${pillar} attestation`} />
          </Disclosure>
        ))}
        <Disclosure title="The whole file">
          <JsonTree document={document} label="the whole file" />
        </Disclosure>
      </div>
    </Part>
  );
}
