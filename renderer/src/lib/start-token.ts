/**
 * Takes the start token out of the address bar, so that it stays in no history entry; null where there is none. The
 * server makes it of hexadecimal digits (security, S2).
 */
export function takeStartToken(
  { hash, pathname, search }: Pick<Location, 'hash' | 'pathname' | 'search'>,
  history: { replaceState(state: null, unused: string, url: string): void },
): string | null {
  const token = /^#\/start\/([A-Za-z0-9_-]+)$/.exec(hash)?.[1];
  if (token === undefined) return null;
  history.replaceState(null, '', `${pathname}${search}#/`);
  return token;
}
