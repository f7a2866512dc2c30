import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { onSession, openClient, sessionToken } from '../client.ts';
import { HEALTH_KEY } from '../query.ts';
import { readLock, readServerDetails, type ServerDetails } from './server-details.ts';

export type ConnectionState = 'unknown' | 'reachable' | 'stopped';

export interface Connection {
  readonly state: ConnectionState;
  /** The server's version, while it is reachable. */
  readonly version: string | null;
  readonly uptimeSeconds: number | null;
  /** What the reachable server says about itself beyond its contract's core. */
  readonly details: ServerDetails | null;
  /**
   * Whether the data folder has a passphrase, and whether the server waits for it; null where it has none. A server that is
   * out of reach waits for nothing, and its folder has what it had.
   */
  readonly lock: 'locked' | 'unlocked' | null;
  /** Whether this window holds a session token. The server may still refuse it. */
  readonly hasSession: boolean;
}

const POLL_MS = 10_000;
/** While the server does not answer, so that it is seen soon when it does. */
const POLL_STOPPED_MS = 2_000;

/**
 * Whether the embedded server answers; asked again every ten seconds while the window is visible, and at once where a
 * request of any page did not reach it.
 */
export function useConnection(): Connection {
  const { data, error } = useQuery({
    queryKey: HEALTH_KEY,
    queryFn: ({ signal }) => openClient.system.health.read({}, { signal, timeoutMs: 5_000 }),
    refetchInterval: ({ state }) => (state.status === 'error' ? POLL_STOPPED_MS : POLL_MS),
  });
  const hasSession = useSyncExternalStore(onSession, () => sessionToken() !== null);
  const state = error !== null ? 'stopped' : data === undefined ? 'unknown' : 'reachable';
  const isReachable = state === 'reachable' && data !== undefined;
  const known = data === undefined ? null : readLock(data);
  return {
    state,
    version: isReachable ? data.version : null,
    uptimeSeconds: isReachable ? data.uptime_seconds : null,
    details: isReachable ? readServerDetails(data) : null,
    lock: isReachable || known === null ? known : 'unlocked',
    hasSession,
  };
}
