import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { SessionState } from '@touchstone/core/health/session.ts';
import type { WorkState } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';

/** Why nothing more can be done in a session that is over. */
export function OverNote({ state }: { readonly state: Exclude<SessionState, 'open'> }) {
  return (
    <p className="text-muted">
      {state === 'released'
        ? 'The session was released; nothing can be added to it. Open a new one on the contract.'
        : 'The time of the lock is over; nothing can be added. Open a new session on the contract.'}
    </p>
  );
}

export interface SessionWorkStatusProps {
  readonly work: { readonly state: WorkState; readonly cancel: () => void };
  readonly busyLabel: string;
  readonly failedTitle: string;
  readonly units: number;
}

/** What stands under a form of a session: `WorkStatus`, with what a session's own refusals mean and how to go on. */
export function SessionWorkStatus({ work: { state, cancel }, busyLabel, failedTitle, units }: SessionWorkStatusProps) {
  const code = state.status === 'failed' && state.error instanceof ApiFailure ? state.error.code : null;
  const words = code === null ? undefined : WORDS[code];
  if (words !== undefined) return <ErrorState title={failedTitle}>{words} What you entered is still there.</ErrorState>;
  return <WorkStatus state={state} busyLabel={busyLabel} failedTitle={failedTitle} onCancel={cancel} units={units} />;
}

const WORDS: Readonly<Record<string, string>> = {
  SESSION_EXPIRED:
    'The time of the lock ended before this arrived. Open a new session on the contract and do it there.',
  BAA_REQUIRED:
    'The reviewer has not accepted the business-associate agreement. Record the acceptance under Agreement first.',
  NOT_FOUND: 'The server does not know this session any more.',
};
