import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { withOwnSets } from '@touchstone/core/keys/join-trust.ts';
import type { Trust } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { type ReportDocument, reportDocument } from '@touchstone/core/report/document.ts';
import { reportHtml } from '@touchstone/core/report/html.ts';
import { newReportId } from '@touchstone/core/report/id.ts';
import type { VerificationReport } from '@touchstone/core/verdict/verification-report.ts';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { consoleBuild } from '../../../lib/window/build.ts';
import { ReportView } from '../../../parts/report/report-view.tsx';
import { useOwnSets } from '../../../parts/trust/own-sets.ts';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import { withLent } from '../../../parts/verification/lent-trust.ts';
import { liveSession } from '../../../parts/verification/live-session.ts';
import { ReportButtons } from './report-buttons.tsx';

export interface ReportActionsProps {
  readonly report: VerificationReport;
  readonly document: JsonObject | null;
}

/** What the files on this page are judged by: trust store, what an example lends, and the service on this machine. */
export function useJudgingTrust(): Trust {
  const { store } = useTrustStore();
  const { lent } = useSyncExternalStore(liveSession.subscribe, liveSession.snapshot);
  const own = useOwnSets();
  return useMemo(() => withOwnSets(withLent(store, lent), own), [store, lent, own]);
}

/** The report over one result, with an id of its own for as long as the result is shown. */
function useReport({ report, document }: ReportActionsProps): ReportDocument {
  const trust = useJudgingTrust();
  const [reportId] = useState(() => newReportId(systemRandom));
  return useMemo(
    () => reportDocument({ report, document }, { reportId, trust, build: consoleBuild() }),
    [report, document, reportId, trust],
  );
}

/** Print, save as HTML, save as JSON. The printed form also stands ready for the browser's own print command. */
export function ReportActions(props: ReportActionsProps) {
  const report = useReport(props);
  const html = useMemo(() => reportHtml(report), [report]);
  return (
    <>
      <ReportButtons name={props.report.file.name} html={() => html} data={report} />
      <ReportView html={html} />
    </>
  );
}
