import { Link } from '@tanstack/react-router';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { isOffline, needsSession } from '../../lib/errors.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { words } from '../../words/parts/work.ts';
import { guidePlace } from '../navigation/page-guides.ts';
import { sentenceFor } from './error-sentence.ts';

export interface RequestErrorProps {
  readonly error: unknown;
  /** What could not be read, one thing or several, for example "The account" or "The accounts". */
  readonly what: string;
  readonly onRetry?: () => void;
}

/** Why something could not be read. Being offline or signed out is no failure. */
export function RequestError({ error, what, onRetry }: RequestErrorProps) {
  const isQuiet = isOffline(error) || needsSession(error);
  const title = isOffline(error) ? words.unreached(what) : needsSession(error) ? words.signedOut : words.unread(what);
  return (
    <ErrorState title={title} kind={isQuiet ? 'offline' : 'failed'} {...(onRetry === undefined ? {} : { onRetry })}>
      {sentenceFor(error)}
      {error instanceof ApiFailure && !isQuiet && (
        <p className="mt-1">
          <Link to="/help" search={guidePlace(`errors#${error.code.toLowerCase()}`)} className="text-accent underline">
            {words.codeMeans(error.code)}
          </Link>
        </p>
      )}
    </ErrorState>
  );
}
