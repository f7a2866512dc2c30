import { useEffect, useState, useSyncExternalStore } from 'react';
import { client } from '../../../../lib/client.ts';
import { queryClient } from '../../../../lib/query.ts';
import { columnsOf } from '../data/columns.ts';
import { type AgentSession, sessionQuery } from '../data/queries.ts';
import { type GraphSnapshot, SessionGraph } from '../data/session-graph.ts';
import { readColumns } from '../work/runner.ts';

export interface OpenGraph {
  readonly graph: GraphSnapshot;
  readonly loader: SessionGraph;
}

/** The receipts of a session: loaded when the page opens, and what is written later as it is written. */
export function useSessionGraph({ session_id: id, root }: AgentSession): OpenGraph {
  const [loader] = useState(() => new SessionGraph(id, readColumns));
  const graph = useSyncExternalStore(loader.subscribe, loader.snapshot);
  useEffect(() => {
    loader.load();
    return () => loader.close();
  }, [loader]);
  const isLoaded = graph.root.state.status === 'loaded';
  // A sealed session never changes again.
  const isFollowed = isLoaded && root === null;
  useEffect(() => {
    if (!isFollowed) return;
    const controller = new AbortController();
    // Where the server cannot be reached any more the page says so by itself; the session is asked for now and then.
    follow(id, loader, controller.signal).catch(() => undefined);
    return () => controller.abort();
  }, [id, loader, isFollowed]);
  return { graph, loader };
}

/** Takes over the receipts and the states of a session that the server tells. Ends with the signal. */
async function follow(id: string, loader: SessionGraph, signal: AbortSignal): Promise<void> {
  const { queryKey } = sessionQuery(id);
  const { count } = loader.snapshot().root;
  const events = client.agents.sessions.events(
    { params: { id }, headers: { 'last-event-id': String(count) } },
    { signal },
  );
  for await (const told of events) {
    if (told.event === 'node') loader.append(columnsOf([told.data]), Number(told.id) - 1);
    else queryClient.setQueryData(queryKey, told.data);
  }
}
