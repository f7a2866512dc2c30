import { reportDocument } from '@touchstone/core/report/document.ts';
import { reportHtml } from '@touchstone/core/report/html.ts';
import type { SubjectKind, VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { formatSize } from '../../../lib/format.ts';
import { consoleBuild } from '../../../lib/window/build.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import type { ObjectKind } from '../../../parts/objects/object-tile.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { ReportView } from '../../../parts/report/report-view.tsx';
import { SignatureTable } from '../../../parts/report/signature-table.tsx';
import { ThreeTimes } from '../../../parts/report/three-times.tsx';
import { statedPillars } from '../../../parts/verification/facts.ts';
import { liveSession } from '../../../parts/verification/live-session.ts';
import { PILLAR_TITLES } from '../../../parts/verification/meaning.ts';
import { type FullResult, MAX_TREE_BYTES } from '../../../parts/verification/messages.ts';
import { PayloadCheck } from '../../../parts/verification/payload-check.tsx';
import type { Detail, GivenPayload } from '../../../parts/verification/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { words } from '../../../words/check/verify.ts';
import { ReceiptFacts } from './receipt-parts.tsx';
import { useJudgingTrust, useReportId } from './report-actions.ts';
import { reportVerbs } from './report-verbs.tsx';
import { FileFacts, ImportKeySet, NotCovered, Part } from './result-parts.tsx';
import { StatedSummary } from './stated-summary.tsx';
import { VerifyFrame, type VerifyFrameProps } from './verify-frame.tsx';

const { result } = words;

const OBJECTS = { artifact: 'artifact', receipt: 'receipt', signature: 'key' } as const satisfies Record<
  SubjectKind,
  ObjectKind
>;

export interface SingleResultProps {
  readonly frame: Omit<VerifyFrameProps, 'children'>;
  readonly detail: Extract<Detail, { status: 'ready' }>;
  readonly report: VerificationReport;
  /** The payload that is being checked. */
  readonly checking: GivenPayload | null;
  readonly notices: ReactNode;
  readonly keySets: ReactNode;
}

/** One result, most important first: outcome, summary, checks, signatures, times, scope, contents, hashes. */
export function SingleResult({ frame, detail, report, checking, notices, keySets }: SingleResultProps) {
  const { id, full, payload } = detail;
  const { facts, hint, document } = full;
  const trust = useJudgingTrust();
  const reportId = useReportId(report.verified_at);
  const made = useMemo(
    () => reportDocument({ report, document }, { reportId, trust, build: consoleBuild() }),
    [report, document, reportId, trust],
  );
  const html = useMemo(() => reportHtml(made), [made]);
  // Where a key set was opened too, that one is to be compared, and offers it itself.
  const asksForKeySet = report.code === 'SIGNER_NOT_TRUSTED' && !keySets;
  const isRead = report.outcome !== 'INPUT_ERROR';
  const issuedAt = facts?.issuedAt ?? statedTime(report.kind, document);
  return (
    <VerifyFrame
      {...frame}
      object={OBJECTS[report.kind]}
      {...reportVerbs({ name: report.file.name, html: () => html, data: made })}
    >
      <div className="flex flex-col gap-8 print:[&>*:not(.report-view)]:hidden">
        {notices}
        <OutcomeBanner
          report={report}
          {...(isRead ? { stated: { signer: facts?.issuerName ?? null, time: issuedAt } } : {})}
          {...(asksForKeySet ? { actions: <ImportKeySet /> } : {})}
        />
        {keySets}
        {hint !== null && (
          <p className="border-y border-line py-3">
            <span className="font-medium">{hint.title}</span> {hint.help}
          </p>
        )}
        <ReportView html={html} />
        {facts !== null && isRead && <StatedSummary report={report} facts={facts} pillars={statedPillars(document)} />}
        {report.kind === 'receipt' && document !== null && isRead && (
          <Part title={result.receipt} id="receipt">
            <ReceiptFacts document={document} />
          </Part>
        )}
        {report.kind !== 'artifact' && isRead && (
          <Part title={report.kind === 'receipt' ? result.payload : result.signed} id="payload">
            <PayloadCheck
              kind={report.kind}
              report={report}
              judged={payload}
              checking={checking}
              onPayload={(given) => liveSession.givePayload(id, given)}
            />
          </Part>
        )}
        <Part title={result.checks} id="checks">
          <CheckList checks={report.checks} />
        </Part>
        {Object.keys(report.signatures).length > 0 && (
          <Part title={result.signatures} id="signatures" lead={result.signaturesLead[report.kind]}>
            <SignatureTable signatures={report.signatures} />
          </Part>
        )}
        <Part title={result.times} id="times">
          <ThreeTimes report={report} issuedAt={issuedAt} />
        </Part>
        {isRead && <NotCovered paths={report.not_covered} />}
        <Contents id={id} full={full} />
        <FileFacts report={report} />
      </div>
    </VerifyFrame>
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
      <Part title={result.contents} id="contents">
        <p className="max-w-prose text-muted">
          {result.large(formatSize(full.report.file.size), MAX_TREE_BYTES / 1024 / 1024)}
        </p>
        <div className="mt-2">
          {isLoading ? <ProgressBar label={result.loadingTree} /> : <Button onPress={load}>{result.loadTree}</Button>}
        </div>
      </Part>
    );
  }
  if (document === null) return null;
  const pillars = statedPillars(document).filter(({ bundle }) => bundle !== null);
  return (
    <Part title={result.contents} id="contents" lead={result.contentsLead}>
      <div className="flex flex-col gap-2">
        {pillars.map(({ pillar, bundle, result: reported }) => (
          <Disclosure key={pillar} title={result.attestation(PILLAR_TITLES[pillar], reported?.slice(0, 40) ?? null)}>
            <JsonTree document={bundle} label={result.attestationLabel(pillar)} />
          </Disclosure>
        ))}
        <Disclosure title={result.whole}>
          <JsonTree document={document} label={result.wholeLabel} />
        </Disclosure>
      </div>
    </Part>
  );
}
