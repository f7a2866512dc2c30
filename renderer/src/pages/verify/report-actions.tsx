import type { VerificationReport } from '@touchstone/core/artifact/report.ts';
import { type ReportDocument, reportDocument } from '@touchstone/core/artifact/report-document.ts';
import { reportHtml } from '@touchstone/core/artifact/report-html.ts';
import { newReportId } from '@touchstone/core/artifact/report-id.ts';
import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { mergeTrustStores } from '@touchstone/core/keys/trust.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { consoleBuild } from '../../lib/build.ts';
import { useTrustStore } from '../../lib/trust.ts';
import { ReportView } from '../../parts/report-view.tsx';
import { liveSession } from '../../verification/live-session.ts';
import { ReportButtons } from './report-buttons.tsx';

export interface ReportActionsProps {
  readonly report: VerificationReport;
  readonly document: JsonObject | null;
}

/** The report over one result, with an id of its own for as long as the result is shown. */
function useReport({ report, document }: ReportActionsProps): ReportDocument {
  const { store } = useTrustStore();
  const { lent } = useSyncExternalStore(liveSession.subscribe, liveSession.snapshot);
  const trust = useMemo(() => (lent === null ? store : mergeTrustStores(store, lent)), [store, lent]);
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
