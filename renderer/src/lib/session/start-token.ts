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

/**
 * Hands over the token of every start link that is opened in this window while it is open: then only the address after
 * `#` changes, and nothing is loaded anew. The router hears of the change later, and of an address without the token.
 */
export function followStartLinks(
  target: Pick<Window, 'location' | 'history' | 'addEventListener'>,
  signIn: (token: string) => void,
): void {
  const take = () => {
    const token = takeStartToken(target.location, target.history);
    if (token !== null) signIn(token);
  };
  for (const type of ['popstate', 'hashchange']) target.addEventListener(type, take, { capture: true });
}
