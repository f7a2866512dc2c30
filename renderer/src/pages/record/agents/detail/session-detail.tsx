import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { useDeferredValue } from 'react';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { PageHeading } from '../../../../ui/page-heading.tsx';
import { useAddress } from '../address.ts';
import { type AgentSession, sessionQuery } from '../data/queries.ts';
import { ForkCompare } from '../fork/fork-compare.tsx';
import { SessionMap } from '../map/session-map.tsx';
import { ReplayView } from '../replay/replay-view.tsx';
import { EndSession } from '../sessions/end-session.tsx';
import { ReceiptsView } from './receipts-view.tsx';
import { SessionFacts } from './session-facts.tsx';
import { SessionViews } from './session-views.tsx';
import { useSessionGraph } from './use-session-graph.ts';

/** One session under its own address: what it is, its receipts, its map, replay and fork. */
export function SessionDetail({ id }: { readonly id: string }) {
  const session = useQuery(sessionQuery(id));
  // Drawn in slices: the views of a session are more than one frame has time for.
  const shown = useDeferredValue(session.data);
  const { goToTab, goToSession } = useAddress();
  const parent = session.data?.parent_session_id ?? null;
  const isMissing = session.error instanceof ApiFailure && session.error.code === 'NOT_FOUND';
  return (
    <>
      <PageHeading
        title="Agent session"
        lead="Receipts in the order of their chain, each linked to the one before by its hash."
      >
        {session.data !== undefined && <EndSession session={session.data} />}
        {parent !== null && <Button onPress={() => goToSession(parent)}>Parent session</Button>}
        <Button onPress={() => goToTab('sessions')}>All sessions</Button>
      </PageHeading>
      {shown === undefined && session.error === null && <p className="min-h-96 text-muted">Loading the session</p>}
      {isMissing && (
        <EmptyState title="There is no such session">
          No session <code>{id}</code> is in this project. It may belong to another one.
        </EmptyState>
      )}
      {session.error !== null && !isMissing && (
        <div className="mb-(--gap)">
          <RequestError error={session.error} what="The session" onRetry={() => void session.refetch()} />
        </div>
      )}
      {shown !== undefined && <OpenSession session={shown} />}
    </>
  );
}

function OpenSession({ session }: { readonly session: AgentSession }) {
  const { graph, loader } = useSessionGraph(session);
  const { view, set } = useAddress();
  const parts = {
    session,
    graph,
    loader,
    onShowNode: (node: string) => set({ view: undefined, node }, 'push'),
  };
  return (
    <div className="space-y-(--gap)">
      <SessionFacts session={session} />
      <SessionViews
        selected={view}
        onSelect={(chosen) => set({ view: chosen === 'receipts' ? undefined : chosen })}
        views={[
          { id: 'receipts', title: 'Receipts', content: <ReceiptsView {...parts} /> },
          { id: 'map', title: 'Map', content: <SessionMap {...parts} /> },
          { id: 'replay', title: 'Replay', content: <ReplayView {...parts} /> },
          { id: 'fork', title: 'Fork', content: <ForkCompare {...parts} /> },
        ]}
      />
    </div>
  );
}
