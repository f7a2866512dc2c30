import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { sessionFromParams } from '@touchstone/core/mpc/contribution.ts';
import type { ReactNode } from 'react';
import { stillStands } from '../../../lib/errors.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { words } from '../../../words/compute/joint-computation.ts';
import { ALL_SESSIONS } from './all-sessions.ts';
import { sessionQuery } from './queries.ts';
import { ShownSession } from './shown-session.tsx';

const { detail: texts } = words;

export interface SessionDetailProps {
  readonly id: string;
  /** Those of the session that was opened last, if it is this one. */
  readonly tokens: Readonly<Record<string, string>> | undefined;
}

/** The session of an address: who has contributed, and the result once there is one. */
export function SessionDetail({ id, tokens }: SessionDetailProps) {
  const { data, error, refetch } = useQuery(sessionQuery(id));
  if (data !== undefined && stillStands(error)) {
    const session = sessionFromParams(data.public_params);
    if (session !== null && session.session_id === id) {
      return <ShownSession session={session} answer={data} tokens={tokens} />;
    }
    return (
      <NoSession id={id}>
        <ErrorState title={words.contribute.unreadable} onRetry={() => void refetch()}>
          {texts.missing}
        </ErrorState>
      </NoSession>
    );
  }
  return (
    <NoSession id={id}>
      {error instanceof ApiFailure && error.code === 'SESSION_EXPIRED' ? (
        <EmptyState title={texts.expired} icon={<ObjectSign kind="computation" />}>
          {texts.expiredText}
        </EmptyState>
      ) : error instanceof ApiFailure && error.code === 'NOT_FOUND' ? (
        <EmptyState title={texts.missing} icon={<ObjectSign kind="computation" />}>
          {texts.missingText(<code className="text-13">{id}</code>)}
        </EmptyState>
      ) : error !== null ? (
        <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />
      ) : (
        <p className="min-h-40 text-muted">{texts.loading}</p>
      )}
    </NoSession>
  );
}

function NoSession({ id, children }: { readonly id: string; readonly children: ReactNode }) {
  return (
    <Page title={words.one} crumbs={ALL_SESSIONS} place={id}>
      {children}
    </Page>
  );
}
