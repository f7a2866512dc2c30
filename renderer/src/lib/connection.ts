import { useQuery } from '@tanstack/react-query';
import { client, sessionToken } from './client.ts';
import { readServerSignatures } from './server-signatures.ts';

export type ConnectionState = 'unknown' | 'reachable' | 'stopped';

export interface Connection {
  readonly state: ConnectionState;
  /** The server's version, while it is reachable. */
  readonly version: string | null;
  readonly uptimeSeconds: number | null;
  /** Backend by algorithm in the server, where it says so. */
  readonly signatures: ReadonlyMap<string, string> | null;
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
    signatures: isReachable ? readServerSignatures(data) : null,
    hasSession: sessionToken() !== null,
  };
}
