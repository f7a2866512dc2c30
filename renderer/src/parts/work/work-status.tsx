import { useEffect, useRef, useState } from 'react';
import { isOffline, needsSession } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { words } from '../../words/parts/work.ts';
import { words as common } from '../../words/ui/common.ts';
import { sentenceFor } from './error-sentence.ts';
import type { WorkState } from './use-work.ts';

export interface WorkStatusProps {
  readonly state: WorkState;
  /** What is going on, for example "Signing". */
  readonly busyLabel: string;
  readonly failedTitle: string;
  readonly onCancel: () => void;
  /** Units that a cancelled request may have spent; 0 where it is free. */
  readonly units: number;
}

/** What stands under a form while its request runs, after it failed and after it was cancelled. Nothing once it is done. */
export function WorkStatus({ state, busyLabel, failedTitle, onCancel, units }: WorkStatusProps) {
  switch (state.status) {
    case 'busy':
      return (
        <div className="flex items-end gap-3">
          <div className="min-w-0 flex-1">
            <ProgressBar label={busyLabel} />
            <Elapsed since={state.startedAt} />
          </div>
          <Button onPress={onCancel}>{common.cancel}</Button>
        </div>
      );
    case 'failed':
      return (
        <ErrorState
          title={isOffline(state.error) ? words.offline : needsSession(state.error) ? words.signedOut : failedTitle}
        >
          {sentenceFor(state.error)} {words.kept}
        </ErrorState>
      );
    case 'cancelled':
      return <Cancelled units={units} />;
    case 'idle':
    case 'done':
      return null;
  }
}

/** Takes the focus of the button that went with the work; nobody else's. */
function Cancelled({ units }: Pick<WorkStatusProps, 'units'>) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) line.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p ref={line} tabIndex={-1} role="status" className="text-muted">
      {words.cancelled}
      {units > 0 && ` ${words.mayBeSpent}`}
    </p>
  );
}

/** Whole seconds, so that a long piece of work is seen to go on. */
function Elapsed({ since }: { readonly since: number }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(Math.floor((performance.now() - since) / 1000)), 1000);
    return () => clearInterval(timer);
  }, [since]);
  return <p className="text-13 text-muted tabular-nums">{seconds < 2 ? ' ' : words.elapsed(seconds)}</p>;
}
