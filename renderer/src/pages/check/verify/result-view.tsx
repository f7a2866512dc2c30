import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatSize } from '../../../lib/format.ts';
import type { Row } from '../../../parts/verification/batch.ts';
import type { Progress } from '../../../parts/verification/messages.ts';
import type { Detail, GivenPayload } from '../../../parts/verification/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { SingleResult } from './single-result.tsx';
import { TAKES_FOCUS } from './use-kept-focus.ts';

/** One file: its name, then its result or why there is none. */
export function ResultView(props: {
  row: Row;
  detail: Detail | null;
  /** The payload that is being checked. */
  checking: GivenPayload | null;
  isRunning: boolean;
  progress: Progress | null;
  /** Key sets that were opened with the file: they follow the outcome that may wait for them. */
  keySets: ReactNode;
  onBack?: () => void;
}) {
  const { row, detail, checking, isRunning, progress, keySets, onBack } = props;
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 print:hidden">
        {onBack !== undefined && (
          <Button icon={<ArrowLeft aria-hidden size={16} />} onPress={onBack}>
            Back to the list
          </Button>
        )}
        <h2 {...TAKES_FOCUS} tabIndex={-1} className="min-w-0 text-16 font-normal outline-none">
          <span className="font-medium break-all">
            <FileText text={row.name} />
          </span>{' '}
          <span className="text-14 whitespace-nowrap text-muted">{formatSize(row.size)}</span>
        </h2>
      </div>
      {detail?.status === 'ready' ? (
        <SingleResult detail={detail} checking={checking} keySets={keySets} />
      ) : (
        <>
          <NoResult row={row} detail={detail} isRunning={isRunning} progress={progress} />
          {keySets}
        </>
      )}
    </div>
  );
}

function NoResult(props: { row: Row; detail: Detail | null; isRunning: boolean; progress: Progress | null }) {
  const { row, detail, isRunning, progress } = props;
  const message = detail?.status === 'error' ? detail.message : row.message;
  if (message !== null) {
    return (
      <ErrorState title="Not verified">
        <FileText text={message} />
      </ErrorState>
    );
  }
  if (row.status === 'cancelled') {
    return <ErrorState title="Cancelled">This file was not verified. Open it again to verify it.</ErrorState>;
  }
  if (isRunning || detail?.status === 'loading' || row.status !== 'done') {
    return progress === null ? (
      <ProgressBar label="Verifying" />
    ) : (
      <ProgressBar label="Verifying receipt by receipt" value={progress.done} max={progress.total} />
    );
  }
  return null;
}
