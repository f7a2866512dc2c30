/**
 * The names of this server, and addresses of its own paths. Addresses are formed when an answer leaves and never stored
 * (decisions, section 9): the port may be another one after the next start.
 */

/** The name under which the console stands in browsers. */
export interface ConsoleName {
  readonly hostname: string;
  /** The relying party of passkeys. */
  readonly rpId: string;
}

/** The address of an operation. The path alone where the server listens on no port. */
export function ownAddress(allowedHosts: ReadonlySet<string>, path: string): string {
  for (const host of allowedHosts) if (host.startsWith('127.0.0.1:')) return `http://${host}${path}`;
  return path;
}

/** The address of a page that anybody may be given. The console's own address ends with the server (decisions 12.26). */
export function pageAddress(allowedHosts: ReadonlySet<string>, page: string): string {
  for (const host of allowedHosts) if (host.startsWith('localhost:')) return `http://${host}/#${page}`;
  return `/#${page}`;
}

/** The `Host` of the console: its name, and the port on which the API is served. */
export function consoleHost({ hostname }: ConsoleName, allowedHosts: ReadonlySet<string>): string {
  const [, port = ''] = /(:\d+)$/.exec([...allowedHosts][0] ?? '') ?? [];
  return hostname + port;
}

/** The origin that pages of the console have. Without a port, where no browser has it, raw keys name it alike. */
export function consoleOrigin(name: ConsoleName, allowedHosts: ReadonlySet<string>): string {
  return `http://${consoleHost(name, allowedHosts)}`;
}

/** The API's names of a server on a port; without one (no TCP listener) the names alone. */
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
