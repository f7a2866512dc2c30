import type { EndedRun, SessionState } from '../../../parts/verification/session.ts';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { words } from '../../../words/check/verify.ts';
import { CancelButton } from './batch-tools.tsx';
import { durationText } from './format.ts';

/**
 * How far the run over many files is, and how long it took once it is over: the line stays, so that nothing below it
 * moves away from under a pointer when the last file is done. Nothing where no file could be read.
 */
export function RunLine({
  run,
  ended,
  onCancel,
}: Pick<SessionState, 'run' | 'ended'> & { readonly onCancel: () => void }) {
  if (run === null && ended === null) return null;
  return (
    <div className="flex min-h-(--control) items-end gap-3">
      {run === null ? (
        <p className="text-13 text-muted tabular-nums">{ended !== null && endedWords(ended)}</p>
      ) : (
        <>
          <div className="flex-1">
            <ProgressBar
              label={run.kind === 'first' ? words.batch.verifying : words.batch.again}
              value={run.finished}
              max={run.total}
            />
          </div>
          {run.kind === 'first' && <CancelButton onCancel={onCancel} />}
        </>
      )}
    </div>
  );
}

function endedWords({ kind, isCancelled, took }: EndedRun): string {
  if (isCancelled) return words.batch.cancelledAfter(durationText(took));
  return kind === 'first' ? words.batch.doneIn(durationText(took)) : words.batch.doneAgain(durationText(took));
}
