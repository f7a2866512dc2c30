import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { agentReportDocument } from '@touchstone/core/report/agent-document.ts';
import { agentReportHtml } from '@touchstone/core/report/agent-html.ts';
import type { AgentOutline } from '@touchstone/core/report/agent-outline.ts';
import { newReportId } from '@touchstone/core/report/id.ts';
import type { AgentFileKind, AgentReport } from '@touchstone/core/verdict/verification-report.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { consoleBuild } from '../../../lib/window/build.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { CheckList } from '../../../parts/report/check-list.tsx';
import { OutcomeBanner } from '../../../parts/report/outcome-banner.tsx';
import { ReportView } from '../../../parts/report/report-view.tsx';
import { SignatureTable } from '../../../parts/report/signature-table.tsx';
import { usePrinting } from '../../../parts/report/use-printing.ts';
import { AGENT_ASKS } from '../../../parts/verification/meaning.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { useJudgingTrust } from './report-actions.tsx';
import { ReportButtons } from './report-buttons.tsx';
import { FileFacts, ImportKeySet, NotCovered, Part } from './result-parts.tsx';

/** What each member of the subject is called. */
const SUBJECT_WORDS: Readonly<Record<string, string>> = {
  session_id: 'Session',
  node_id: 'Receipt',
  agent_id: 'Agent',
  action: 'Action',
  hash: 'Hash of the receipt',
  nodes: 'Receipts',
  sealed: 'Sealed',
  ran_although_forbidden: 'Ran although forbidden',
  imported: 'Imported',
  log_id: 'Log',
  heads: 'Signed heads',
  leaves: 'Leaves of the newest head',
  root: 'Root of the newest head',
};

const KIND_TITLES: Readonly<Record<AgentFileKind, string>> = {
  session: 'The session',
  node: 'The receipt',
  log: 'The log',
};

const SIGNATURE_LEADS: Readonly<Record<AgentFileKind, string>> = {
  session:
    "The agent's key signed every receipt; the service holds it. The seal is signed by three independent families of the service.",
  node: "The agent's key signed the receipt; the service holds it. A seal is signed by three independent families of the service.",
  log: 'Every head is signed by a key of the service.',
};

/** The result of a session bundle, the proof of a receipt or an export of the log, most important first. */
export function AgentResult(props: {
  report: AgentReport;
  outline: AgentOutline | null;
  document: JsonObject | null;
  keySets: ReactNode;
}) {
  const { report, outline, document, keySets } = props;
  const asksForKeySet = report.code === 'SIGNER_NOT_TRUSTED' && !keySets;
  const isRead = report.outcome !== 'INPUT_ERROR';
  return (
    <div className="flex flex-col gap-5 print:[&>*:not(.report-view)]:hidden">
      <OutcomeBanner report={report} {...(asksForKeySet ? { actions: <ImportKeySet /> } : {})} />
      {keySets}
      <Actions key={report.verified_at} report={report} outline={outline} />
      {isRead && <Subject report={report} />}
      <Part title="Checks" id="checks">
        <CheckList checks={report.checks} asks={AGENT_ASKS} />
      </Part>
      <Part title="Signatures" id="signatures" lead={SIGNATURE_LEADS[report.kind]}>
        <SignatureTable signatures={report.signatures} />
      </Part>
      {isRead && (
        <Part title="Times" id="times">
          <p className="max-w-prose rounded border border-line bg-surface px-4 py-2 text-14">
            The times in the file are stated by the service, not proven. Verified now, by the clock of this computer:{' '}
            <TimeText value={report.verified_at} />.
          </p>
        </Part>
      )}
      {isRead && <NotCovered paths={report.not_covered} />}
      {document !== null && (
        <Part
          title="Contents"
          id="contents"
          lead="As the file carries it. Text is shown as text; links are never opened."
        >
          <Disclosure title="The whole file">
            <JsonTree document={document} label="the whole file" />
          </Disclosure>
        </Part>
      )}
      <FileFacts report={report} />
    </div>
  );
}

interface ActionsProps {
  readonly report: AgentReport;
  readonly outline: AgentOutline | null;
}

/** Print and save; the report keeps its id while the result is shown. */
function Actions({ report, outline }: ActionsProps) {
  const trust = useJudgingTrust();
  const [reportId] = useState(() => newReportId(systemRandom));
  const made = useMemo(
    () => agentReportDocument(report, outline, { reportId, trust, build: consoleBuild() }),
    [report, outline, reportId, trust],
  );
  return (
    <>
      <ReportButtons name={report.file.name} html={() => agentReportHtml(made)} data={made} />
      {/* It may list a thousand receipts, so that it is made only for paper. */}
      {usePrinting() && <ReportView html={agentReportHtml(made)} />}
    </>
  );
}

/** The first receipt that does not hold, in the words of the session's own page. */
function brokenReceipt({ index, what }: NonNullable<AgentReport['broken']>): string {
  const number = formatCount(index + 1);
  return what === 'signature' || what === 'hash' ? `Receipt ${number} was changed` : `Broken at receipt ${number}`;
}

/** What was judged, and where it breaks first. */
function Subject({ report: { kind, subject, broken } }: { report: AgentReport }) {
  return (
    <Part title={KIND_TITLES[kind]} id="subject">
      <div className="rounded border border-line bg-surface px-4 py-3 text-14">
        <FactList>
          {Object.entries(subject).map(([name, value]) => (
            <Fact key={name} name={SUBJECT_WORDS[name] ?? name}>
              {typeof value === 'number' ? formatCount(value) : <FileText text={value} isMono />}
            </Fact>
          ))}
        </FactList>
        {broken !== null && (
          <div className="mt-3 border-t border-line pt-3" data-testid="broken">
            <p className="font-medium text-failed">
              {kind === 'log'
                ? `The first head that does not hold is number ${formatCount(broken.index + 1)}, of ${broken.id} leaves.`
                : brokenReceipt(broken)}
            </p>
            <FactList>
              {kind !== 'log' && (
                <Fact name="Receipt">
                  <FileText text={broken.id} isMono />
                </Fact>
              )}
              <Fact name="What differs">{broken.what}</Fact>
              <Fact name="Expected">
                <FileText text={broken.expected} isMono />
              </Fact>
              <Fact name="Found">
                <FileText text={broken.found} isMono />
              </Fact>
            </FactList>
          </div>
        )}
      </div>
    </Part>
  );
}
