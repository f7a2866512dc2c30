/** One page of a list, asked for anew while the others stay: how it is put back between them. */

export interface ListedPage {
  readonly items: readonly unknown[];
  readonly next_cursor: string | null;
}

/** What an infinite query holds. */
export interface LoadedPages {
  readonly pages: readonly ListedPage[];
  readonly pageParams: readonly unknown[];
}

/** Requests for one page: what came since it was read shifts its end, so that one may not reach it. */
const MOST_REQUESTS = 5;

/**
 * The list with page number `at` as it stands now. The page ends where the next one begins, so that nothing is shown twice or
 * left out, and grows by what was added. Null where its end is not found again: then the list has to be read as a whole.
 */
export async function withRenewedPage(
  list: LoadedPages,
  at: number,
  idOf: (item: unknown) => string,
  read: (cursor: unknown) => Promise<ListedPage>,
): Promise<LoadedPages | null> {
  const old = list.pages[at];
  if (old === undefined) return list;
  const following = list.pages[at + 1];
  const begun = new Set(following?.items.map(idOf));
  const items: unknown[] = [];
  let cursor = list.pageParams[at];
  for (let requests = 0; requests < MOST_REQUESTS; requests++) {
    const page = await read(cursor);
    const end = page.items.findIndex((item) => begun.has(idOf(item)));
    items.push(...(end < 0 ? page.items : page.items.slice(0, end)));
    const isWhole = following === undefined || end >= 0 || page.next_cursor === old.next_cursor;
    if (isWhole) {
      const renewed = { ...page, items, next_cursor: following === undefined ? page.next_cursor : old.next_cursor };
      return { ...list, pages: list.pages.with(at, renewed) };
    }
    if (page.next_cursor === null) return null;
    cursor = page.next_cursor;
  }
  return null;
}
