import { ApiError } from '../errors.ts';

/**
 * Refuses what a web page of another origin can make a browser send here (decisions, section 1): a Host that does not
 * name this server (DNS rebinding) is 421, any Origin but our own, `null` included, is 403. There is no CORS.
 */
export function guardHost(headers: Readonly<Record<string, unknown>>, allowedHosts: ReadonlySet<string>): void {
  const { host, origin } = headers;
  if (typeof host !== 'string' || !allowedHosts.has(host)) throw new ApiError('MISDIRECTED_REQUEST');
  if (origin === undefined) return;
  if (typeof origin !== 'string' || !origin.startsWith('http://') || !allowedHosts.has(origin.slice(7))) {
    throw new ApiError('FORBIDDEN_ORIGIN');
  }
}

/** The names of a server on a port; without one (no TCP listener) the names alone. */
export function loopbackHosts(port: number | null): ReadonlySet<string> {
  const known = hostsByPort.get(port);
  if (known !== undefined) return known;
  const suffix = port === null ? '' : `:${port}`;
  const hosts = new Set(['localhost', '127.0.0.1', '[::1]'].map((name) => name + suffix));
  hostsByPort.set(port, hosts);
  return hosts;
}

/** Asked at every request; a process has a port or two. */
const hostsByPort = new Map<number | null, ReadonlySet<string>>();
