import { agentReportDocument } from '@touchstone/core/report/agent-document.ts';
import { agentReportHtml } from '@touchstone/core/report/agent-html.ts';
import type { AgentFileKind, AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { type ReactNode, useMemo } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { consoleBuild } from '../../../lib/window/build.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import type { ObjectKind } from '../../../parts/objects/object-tile.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { ReportView } from '../../../parts/report/report-view.tsx';
import { SignatureTable } from '../../../parts/report/signature-table.tsx';
import { usePrinting } from '../../../parts/report/use-printing.ts';
import { AGENT_ASKS } from '../../../parts/verification/meaning.ts';
import type { FullResult } from '../../../parts/verification/messages.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/check/verify.ts';
import { useJudgingTrust, useReportId } from './report-actions.ts';
import { reportVerbs } from './report-verbs.tsx';
import { FileFacts, ImportKeySet, NotCovered, Part } from './result-parts.tsx';
import { VerifyFrame, type VerifyFrameProps } from './verify-frame.tsx';

const { agent, result } = words;

const OBJECTS = {
  session: 'session',
  node: 'receipt',
  log: 'auditEntry',
  proof: 'proof',
  grade: 'validation',
  statement: 'auditEntry',
} as const satisfies Record<AgentFileKind, ObjectKind>;

export interface AgentResultProps {
  readonly frame: Omit<VerifyFrameProps, 'children'>;
  readonly report: AgentReport;
  readonly full: FullResult;
  readonly notices: ReactNode;
  readonly keySets: ReactNode;
}

/** The result of a session bundle, the proof of a receipt, an export of the log, a privacy proof, a code grade or another statement, most important first. */
export function AgentResult({ frame, report, full, notices, keySets }: AgentResultProps) {
  const { agentOutline: outline, document } = full;
  const trust = useJudgingTrust();
  const reportId = useReportId(report.verified_at);
  const made = useMemo(
    () => agentReportDocument(report, outline, { reportId, trust, build: consoleBuild() }),
    [report, outline, reportId, trust],
  );
  const isPrinting = usePrinting();
  const asksForKeySet = report.code === 'SIGNER_NOT_TRUSTED' && !keySets;
  const isRead = report.outcome !== 'INPUT_ERROR';
  return (
    <VerifyFrame
      {...frame}
      object={OBJECTS[report.kind]}
      {...reportVerbs({ name: report.file.name, html: () => agentReportHtml(made), data: made })}
    >
      <div className="flex flex-col gap-8 print:[&>*:not(.report-view)]:hidden">
        {notices}
        <OutcomeBanner report={report} {...(asksForKeySet ? { actions: <ImportKeySet /> } : {})} />
        {keySets}
        {/* It may list a thousand receipts, so that it is made only for paper. */}
        {isPrinting && <ReportView html={agentReportHtml(made)} />}
        {isRead && <Subject report={report} />}
        <Part title={result.checks} id="checks">
          <CheckList checks={report.checks} asks={AGENT_ASKS} />
        </Part>
        <Part title={result.signatures} id="signatures" lead={agent.signatures[report.kind]}>
          <SignatureTable signatures={report.signatures} />
        </Part>
        {isRead && (
          <Part title={result.times} id="times">
            <p className="max-w-prose">{agent.times(<TimeText value={report.verified_at} />)}</p>
          </Part>
        )}
        {isRead && <NotCovered paths={report.not_covered} />}
        {document !== null && (
          <Part title={result.contents} id="contents" lead={result.contentsLead}>
            <Disclosure title={result.whole}>
              <JsonTree document={document} label={result.wholeLabel} />
            </Disclosure>
          </Part>
        )}
        <FileFacts report={report} />
      </div>
    </VerifyFrame>
  );
}

/** The first receipt that does not hold, in the words of the session's own page. */
function brokenReceipt({ index, what }: NonNullable<AgentReport['broken']>): string {
  return what === 'signature' || what === 'hash' ? agent.changed(index + 1) : agent.broken(index + 1);
}

/** What was judged, and where it breaks first. */
function Subject({ report: { kind, subject, broken } }: { report: AgentReport }) {
  return (
    <Part title={agent.titles[kind]} id="subject">
      <div className="border-y border-line py-3">
        <FactList>
          {Object.entries(subject).map(([name, value]) => (
            <Fact key={name} name={agent.subject[name] ?? name}>
              {typeof value === 'number' ? formatCount(value) : <FileText text={value} isMono />}
            </Fact>
          ))}
        </FactList>
        {broken !== null && (
          <div className="mt-3 border-t border-line pt-3" data-testid="broken">
            <p className="font-medium text-failed">
              {kind === 'log' ? agent.head(broken.index + 1, broken.id) : brokenReceipt(broken)}
            </p>
            <FactList>
              {kind !== 'log' && (
                <Fact name={agent.receipt}>
                  <FileText text={broken.id} isMono />
                </Fact>
              )}
              <Fact name={agent.differs}>{broken.what}</Fact>
              <Fact name={agent.expected}>
                <FileText text={broken.expected} isMono />
              </Fact>
              <Fact name={agent.found}>
                <FileText text={broken.found} isMono />
              </Fact>
            </FactList>
          </div>
        )}
      </div>
    </Part>
  );
}
