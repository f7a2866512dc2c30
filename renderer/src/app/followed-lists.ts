/** Lists follow the server by themselves: it says which kinds have changed, and what is shown of them is asked for anew. */
import type { Query, QueryKey } from '@tanstack/react-query';
import { CHANGED_KINDS, type ChangedKind } from '@touchstone/core/api/changed-kinds.ts';
import { useEffect, useSyncExternalStore } from 'react';
import { client } from '../lib/client.ts';
import { queryClient } from '../lib/query.ts';
import { useConnection } from '../lib/session/connection.ts';
import { OWN_SERVICE_KEY } from '../parts/trust/own-sets.ts';
import { followTrustStore } from '../parts/trust/trust.ts';
import { createListRefresher } from './list-refresher.ts';
import { isFollowedByPages, LongLists } from './long-lists.ts';

/** The queries of each kind, by how their keys begin. */
const QUERIES: Readonly<Record<ChangedKind, readonly QueryKey[]>> = {
  accounts: [['accounts'], ['overview', 'accounts'], ['overview', 'api-keys']],
  agents: [['agents-service']],
  artifacts: [['artifacts']],
  cache: [['cache', 'entries']],
  calls: [['calls'], ['overview', 'calls']],
  commerce: [['commerce'], ['overview', 'invoices']],
  biometrics: [['biometrics']],
  devices: [['devices']],
  fhe: [['fhe'], ['overview', 'ckks']],
  fraud: [['fraud']],
  health: [['health-service']],
  keys: [['keys'], ['overview', 'enrolments']],
  ledger: [['ledger']],
  mpc: [['mpc'], ['overview', 'computations']],
  proofs: [['proofs'], ['overview', 'proofs']],
  receipts: [['receipts'], ['overview', 'receipts']],
  search: [['search']],
  secrets: [['secrets']],
  settings: [['settings'], ['overview', 'storage']],
  trust: [['trust'], [OWN_SERVICE_KEY], ['overview', 'service-keys']],
  webhooks: [['webhooks']],
};

/** Whether a query shows lists of one of these kinds, and may show something else by now. */
export function follows({ queryKey, options }: FollowedQuery, kinds: ReadonlySet<ChangedKind>): boolean {
  // What never changes is asked for once.
  if (options.staleTime === Number.POSITIVE_INFINITY) return false;
  return [...kinds].some((kind) => QUERIES[kind].some((begin) => begin.every((part, at) => queryKey[at] === part)));
}

export interface FollowedQuery extends Pick<Query, 'queryKey'> {
  readonly options: { readonly staleTime?: unknown };
}

const longLists = new LongLists(queryClient);

async function ask(kinds: ReadonlySet<ChangedKind>): Promise<void> {
  const changed = (query: Query) => follows(query as FollowedQuery, kinds);
  for (const query of queryClient.getQueryCache().findAll({ predicate: changed })) {
    if (isFollowedByPages(query)) longLists.mark(query);
  }
  await Promise.all([
    queryClient.invalidateQueries({ predicate: (query) => changed(query) && !isFollowedByPages(query) }),
    longLists.step(),
    kinds.has('trust') && followTrustStore(),
  ]);
}

const refresher = createListRefresher({
  ask,
  isBehind: () => longLists.isBehind,
  now: () => performance.now(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
});

/** Between a stream that was refused and the next, milliseconds. */
const AGAIN_MS = 30_000;

let following: AbortController | null = null;
let isLeaving = false;

/** For good: the session ends, and the page is loaded anew. A connection that comes and goes meanwhile opens no other stream. */
export function stopFollowing(): void {
  isLeaving = true;
  following?.abort();
}

/**
 * Follows the lists of the project that is acted for, with that as its key, while the window can be seen: a browser has few
 * connections to one place, and a window that is seen again asks anew for everything.
 */
export function ListFollower(): null {
  const { state, hasSession } = useConnection();
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible');
  const canFollow = hasSession && state !== 'stopped' && isVisible;
  useEffect(() => {
    if (!canFollow || isLeaving) return;
    const gone = new AbortController();
    following = gone;
    void followAll(gone.signal);
    return () => gone.abort();
  }, [canFollow]);
  return null;
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

async function followAll(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of client.console.changes.events({}, { signal })) {
        // What has changed before it is told nowhere: neither while the stream was away nor before it was there.
        void refresher.changed(event.event === 'ready' ? CHANGED_KINDS : event.data.kinds);
      }
    } catch {
      // The server is out of reach, or has no stream left: what is shown stays as it was asked for.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}
