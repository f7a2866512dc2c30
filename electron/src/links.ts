/** `touchstone://PAGE`: other programs may have the window show a page, and nothing more: no identifier, no query, no action. */
import { ORIGIN } from './protocol.ts';

export const LINK_SCHEME = 'touchstone';

/** The page's name of a link; null for anything else. Browsers end a host without a path with a slash. */
export function pageFromLink(link: string): string | null {
  return /^touchstone:\/\/([a-z]{1,20}(?:-[a-z]{1,20}){0,3})\/?$/.exec(link)?.[1] ?? null;
}

/** The page that a program was started with: Linux and Windows hand links over like files. */
export function pageFromArgv(argv: readonly string[]): string | null {
  return argv.map(pageFromLink).find((page) => page !== null) ?? null;
}

/** The page that a second start passed along; anything odd is none. */
export function pageFromSecondStart(data: unknown): string | null {
  if (typeof data !== 'object' || data === null || !('page' in data) || typeof data.page !== 'string') return null;
  return pageFromLink(`${LINK_SCHEME}://${data.page}`);
}

/**
 * Where a page stands. With a number that is new each time it is loaded anew, so that a page that holds something unsaved is
 * asked about (questions.ts): a change after `#` alone would not be.
 */
export function addressOf(page: string, number: number): string {
  return `${ORIGIN}/?link=${number}#/${page}`;
}
