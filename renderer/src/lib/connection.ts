import { useQuery } from '@tanstack/react-query';
import { client, sessionToken } from './client.ts';
import { readServerDetails, type ServerDetails } from './server-details.ts';

export type ConnectionState = 'unknown' | 'reachable' | 'stopped';

export interface Connection {
  readonly state: ConnectionState;
  /** The server's version, while it is reachable. */
  readonly version: string | null;
  readonly uptimeSeconds: number | null;
  /** What the reachable server says about itself beyond its contract's core. */
  readonly details: ServerDetails | null;
  /** Whether this window holds a session token. The server may still refuse it. */
  readonly hasSession: boolean;
}

const POLL_MS = 10_000;

/** Whether the embedded server answers; asked again every ten seconds while the window is visible. */
export function useConnection(): Connection {
  const { data, error } = useQuery({
    queryKey: ['health'],
    queryFn: ({ signal }) => client.system.health.read({}, { signal, timeoutMs: 5_000 }),
    refetchInterval: POLL_MS,
  });
  const state = error !== null ? 'stopped' : data === undefined ? 'unknown' : 'reachable';
  const isReachable = state === 'reachable' && data !== undefined;
  return {
    state,
    version: isReachable ? data.version : null,
    uptimeSeconds: isReachable ? data.uptime_seconds : null,
    details: isReachable ? readServerDetails(data) : null,
    hasSession: sessionToken() !== null,
  };
}
