/**
 * Where programs reach the server of this page. The console's own host name ends with the server (decisions 12.26), so it is
 * nothing to write into a program.
 */
export function apiOrigin({ protocol, port, origin }: Pick<Location, 'protocol' | 'port' | 'origin'>): string {
  if (protocol !== 'http:') return origin;
  return `http://127.0.0.1${port === '' ? '' : `:${port}`}`;
}
