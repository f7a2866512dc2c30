/**
 * The address of one of our own paths, formed when an answer leaves and never stored (decisions, section 9): the port may
 * be another one after the next start. The path alone where the server listens on no port.
 */
export function ownAddress(allowedHosts: ReadonlySet<string>, path: string): string {
  for (const host of allowedHosts) if (host.startsWith('127.0.0.1:')) return `http://${host}${path}`;
  return path;
}
