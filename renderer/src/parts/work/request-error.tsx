import { isOffline, needsSession, sentenceFor } from '../../lib/errors.ts';
import { ErrorState } from '../../ui/error-state.tsx';

export interface RequestErrorProps {
  readonly error: unknown;
  /** What could not be read, one thing or several, for example "The account" or "The accounts". */
  readonly what: string;
  readonly onRetry?: () => void;
}

/** Why something could not be read. Being offline or signed out is no failure. */
export function RequestError({ error, what, onRetry }: RequestErrorProps) {
  const isQuiet = isOffline(error) || needsSession(error);
  const title = isOffline(error)
    ? `${what} could not be reached`
    : needsSession(error)
      ? 'This window is not signed in'
      : `${what} could not be read`;
  return (
    <ErrorState title={title} kind={isQuiet ? 'offline' : 'failed'} {...(onRetry === undefined ? {} : { onRetry })}>
      {sentenceFor(error)}
    </ErrorState>
  );
}
