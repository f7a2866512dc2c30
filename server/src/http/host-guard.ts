import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.ts';

/**
 * Refuses what a web page of another origin can make a browser send here (decisions, section 1): a Host that does not
 * name this server (DNS rebinding) is 421, any Origin but our own, `null` included, is 403. There is no CORS. A request
 * whose target names a server (RFC 9112, section 3.2.2) has to name this one too.
 */
export function guardHost({ headers, url = '' }: IncomingMessage, allowedHosts: ReadonlySet<string>): void {
  const { host, origin } = headers;
  if (host === undefined || !isAllowed(host, allowedHosts)) throw new ApiError('MISDIRECTED_REQUEST');
  if (!url.startsWith('/')) requireOwnTarget(url, allowedHosts);
  if (origin === undefined) return;
  if (!origin.startsWith('http://') || !allowedHosts.has(origin.slice(7))) throw new ApiError('FORBIDDEN_ORIGIN');
}

/** Names of hosts are the same in upper case (RFC 3986, section 3.2.2). */
function isAllowed(host: string, allowedHosts: ReadonlySet<string>): boolean {
  return allowedHosts.has(host) || allowedHosts.has(host.toLowerCase());
}

function requireOwnTarget(url: string, allowedHosts: ReadonlySet<string>): void {
  if (url === '*') return;
  const [, authority = ''] = /^http:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (!isAllowed(authority, allowedHosts)) throw new ApiError('MISDIRECTED_REQUEST');
}

/** Headers of which Node keeps the first and drops the others. */
const SINGLE = new Set(['host', 'authorization', 'content-type']);

/**
 * Two of a header that may stand once are malformed (RFC 9110, section 5.3): someone in front of us may have read the
 * other one. Throws INVALID_REQUEST.
 */
export function refuseDoubled({ rawHeaders }: IncomingMessage): void {
  let seen: string[] | null = null;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? '';
    if (!SINGLE.has(name)) continue;
    if (seen?.includes(name) === true) throw new ApiError('INVALID_REQUEST', `The header ${name} stands twice.`);
    seen ??= [];
    seen.push(name);
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
