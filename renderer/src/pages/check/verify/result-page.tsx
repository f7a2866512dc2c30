import type { ReactNode } from 'react';
import type { Row } from '../../../parts/verification/batch.ts';
import { isAgentReport, type Progress } from '../../../parts/verification/messages.ts';
import type { Detail, GivenPayload, WayBack } from '../../../parts/verification/session.ts';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { words } from '../../../words/check/verify.ts';
import { AgentResult } from './agent-result.tsx';
import { useVerifySearch } from './search.ts';
import { SingleResult } from './single-result.tsx';
import { VerifyFrame, type VerifyFrameProps } from './verify-frame.tsx';

export interface ResultPageProps {
  readonly row: Row;
  readonly detail: Detail | null;
  /** The payload that is being checked. */
  readonly checking: GivenPayload | null;
  readonly isRunning: boolean;
  readonly progress: Progress | null;
  /** What stands before the result: how far a run is, lent keys. */
  readonly notices: ReactNode;
  /** Key sets that were opened with the file: they follow the outcome that may wait for them. */
  readonly keySets: ReactNode;
  readonly back: WayBack | null;
  /** How many files were opened. */
  readonly fileCount: number;
}

/** One file: its name, then its result or why there is none. */
export function ResultPage(props: ResultPageProps) {
  const { row, detail, checking, isRunning, progress, notices, keySets, back, fileCount } = props;
  const { outcome, q, sort } = useVerifySearch().search;
  const list = Object.entries({ outcome, q, sort }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const frame: Omit<VerifyFrameProps, 'children'> = {
    title: row.name,
    back,
    crumbs: fileCount > 1 ? [{ title: words.files(fileCount), to: '/verify', search: Object.fromEntries(list) }] : [],
  };
  if (detail?.status !== 'ready') {
    return (
      <VerifyFrame {...frame}>
        <div className="flex flex-col gap-5">
          {notices}
          <NoResult row={row} detail={detail} isRunning={isRunning} progress={progress} />
          {keySets}
        </div>
      </VerifyFrame>
    );
  }
  const { report } = detail.full;
  const parts = { frame, notices, keySets };
  if (isAgentReport(report)) return <AgentResult {...parts} report={report} full={detail.full} />;
  return <SingleResult {...parts} report={report} detail={detail} checking={checking} />;
}

function NoResult(props: { row: Row; detail: Detail | null; isRunning: boolean; progress: Progress | null }) {
  const { row, detail, isRunning, progress } = props;
  const { result } = words;
  const message = detail?.status === 'error' ? detail.message : row.message;
  if (message !== null) {
    return (
      <ErrorState title={result.notVerified}>
        <FileText text={message} />
      </ErrorState>
    );
  }
  if (row.status === 'cancelled') return <ErrorState title={result.cancelled}>{result.cancelledText}</ErrorState>;
  if (isRunning || detail?.status === 'loading' || row.status !== 'done') {
    return progress === null ? (
      <ProgressBar label={result.verifying} />
    ) : (
      <ProgressBar label={result.byReceipt} value={progress.done} max={progress.total} />
    );
  }
  return null;
}
