import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { useDeferredValue } from 'react';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { Page } from '../../../../parts/page/page.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { sessionQuery } from '../data/queries.ts';
import { OpenSession } from './open-session.tsx';
import { ALL_AGENTS } from './session-crumbs.ts';
import { useSessionTitle } from './session-name.ts';

/** One session under its own address: what it is, its receipts, its waterfall, map, replay and fork. */
export function SessionDetail({ id }: { readonly id: string }) {
  const session = useQuery(sessionQuery(id));
  // Drawn in slices: the views of a session are more than one frame has time for.
  const shown = useDeferredValue(session.data);
  const title = useSessionTitle(id, shown?.agent_id);
  const isMissing = session.error instanceof ApiFailure && session.error.code === 'NOT_FOUND';
  const trouble =
    session.error === null || isMissing ? null : (
      <RequestError error={session.error} what={words.what} onRetry={() => void session.refetch()} />
    );
  if (shown !== undefined) return <OpenSession session={shown} title={title} trouble={trouble} />;
  return (
    <Page title={title} crumbs={ALL_AGENTS} object="session" place={id}>
      {session.error === null && <p className="min-h-96 text-muted">{words.loading}</p>}
      {isMissing && (
        <EmptyState title={words.missing} icon={<ObjectSign kind="session" />}>
          <p>{words.missingText(<code>{id}</code>)}</p>
        </EmptyState>
      )}
      {trouble}
    </Page>
  );
}
