/**
 * The address of one of our own paths, formed when an answer leaves and never stored (decisions, section 9): the port may
 * be another one after the next start. The path alone where the server listens on no port.
 */
export function ownAddress(allowedHosts: ReadonlySet<string>, path: string): string {
  for (const host of allowedHosts) if (host.startsWith('127.0.0.1:')) return `http://${host}${path}`;
  return path;
}

/** The address of a page of the console: `localhost`, since WebAuthn refuses IP addresses (decisions, section 1). */
export function consoleAddress(allowedHosts: ReadonlySet<string>, page: string): string {
  for (const host of allowedHosts) if (host.startsWith('localhost:')) return `http://${host}/#${page}`;
  return `/#${page}`;
}

/** The origin that pages of the console have, for WebAuthn. Without a port, where no browser has it, raw keys name it alike. */
export function consoleOrigin(allowedHosts: ReadonlySet<string>): string {
  for (const host of allowedHosts) if (/^localhost(?::\d+)?$/.test(host)) return `http://${host}`;
  throw new TypeError('internal: this server has no name');
}
