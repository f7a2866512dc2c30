import type { IncomingMessage } from 'node:http';
import { ApiError } from '../frame/errors.ts';
import type { ConsoleName } from '../frame/own-address.ts';
import { consoleHost } from '../frame/own-address.ts';

/**
 * By which name a request came in: the console's own, or one of those of the API, which no script and no session ever
 * shares an origin with (decisions 12.26).
 */
export type Door = 'console' | 'api';

export interface ServerNames {
  /** The `Host` values of the API. */
  readonly apiHosts: ReadonlySet<string>;
  readonly console: ConsoleName;
}

/**
 * Refuses what a web page of another origin can make a browser send here (decisions, section 1): a Host that does not
 * name this server (DNS rebinding) is 421, any Origin but the console's, `null` included, is 403. There is no CORS. A request
 * whose target names a server (RFC 9112, section 3.2.2) has to name this one too. What is there for the pages by the names of the
 * API takes the origin of that name as well: such a page holds no token, so that it can do no more than any program.
 */
export function guardHost(
  { headers, url = '' }: IncomingMessage,
  { apiHosts, console }: ServerNames,
  isForOwnPages: boolean,
): Door {
  const { host, origin } = headers;
  const own = ownHost(console, apiHosts);
  const door = host === undefined ? null : doorOf(host, own, apiHosts);
  if (door === null) throw new ApiError('MISDIRECTED_REQUEST');
  if (!url.startsWith('/')) requireTargetOf(url, door, own, apiHosts);
  const isOwnPage = isForOwnPages && door === 'api' && origin === `http://${host?.toLowerCase()}`;
  if (origin !== undefined && origin !== `http://${own}` && !isOwnPage) throw new ApiError('FORBIDDEN_ORIGIN');
  return door;
}

/** Refuses what does not come from a page of the console, at the console's own address. Throws FORBIDDEN_ORIGIN. */
export function requireConsolePage(door: Door, { origin }: IncomingMessage['headers']): void {
  // `guardHost` has let in no other origin than the console's.
  if (door !== 'console' || origin === undefined) {
    throw new ApiError('FORBIDDEN_ORIGIN', "Only the console asks for this, at the console's own address.");
  }
}

/** Names of hosts are the same in upper case (RFC 3986, section 3.2.2). */
function doorOf(host: string, own: string, apiHosts: ReadonlySet<string>): Door | null {
  const lower = host.toLowerCase();
  if (lower === own) return 'console';
  return apiHosts.has(lower) ? 'api' : null;
}

function requireTargetOf(url: string, door: Door, own: string, apiHosts: ReadonlySet<string>): void {
  if (url === '*') return;
  const [, authority = ''] = /^http:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (doorOf(authority, own, apiHosts) !== door) throw new ApiError('MISDIRECTED_REQUEST');
}

/** Asked at every request; the set of a server changes once, when it has its port. */
const ownHosts = new WeakMap<ReadonlySet<string>, WeakMap<ConsoleName, string>>();

function ownHost(name: ConsoleName, apiHosts: ReadonlySet<string>): string {
  const known = ownHosts.get(apiHosts) ?? new WeakMap<ConsoleName, string>();
  const host = known.get(name) ?? consoleHost(name, apiHosts);
  ownHosts.set(apiHosts, known.set(name, host));
  return host;
}

/**
 * Refuses what a page of another site makes a browser send (decisions 12.27), also where that carries no Origin: images,
 * frames, scripts. A link may lead to a page or to an operation that anybody may read. Browsers alone send these headers, and
 * no page can change them (Fetch Metadata).
 */
export function guardFetchSite({ headers, method }: IncomingMessage, isOpenToLinks: boolean): void {
  const { 'sec-fetch-site': site } = headers;
  if (site === undefined || site === 'same-origin' || site === 'none') return;
  const isLink = headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
  if (method === 'GET' && isLink && isOpenToLinks) return;
  throw new ApiError('FORBIDDEN_ORIGIN', 'Requests from pages of other sites are refused.');
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
    if (seen?.includes(name) === true) throw new ApiError('INVALID_REQUEST', `The header ${name} appears twice.`);
    seen ??= [];
    seen.push(name);
  }
}
