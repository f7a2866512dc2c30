/** Lists of the server that are needed whole. */

/** Items of one request: the most that the server gives. */
export const PAGE_SIZE = 200;

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

export interface WholeList<T> {
  readonly items: readonly T[];
  /** False where there are more than were asked for. */
  readonly isWhole: boolean;
}

/** Reads page after page, until the list or `most` items are there. `onProgress` gets the number of items so far. */
export async function allPages<T>(
  read: (cursor: string | undefined) => Promise<Page<T>>,
  most: number,
  onProgress: (count: number) => void = () => undefined,
): Promise<WholeList<T>> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await read(cursor);
    items.push(...page.items);
    onProgress(items.length);
    if (page.next_cursor === null) return { items, isWhole: true };
    if (items.length >= most) return { items, isWhole: false };
    cursor = page.next_cursor;
  }
}

/** Answers that list `K` in pages. */
type Paged<K extends string> = { readonly [N in K]: readonly unknown[] } & { readonly next_cursor: string | null };

/** The last page's answer with the items of all pages; its `next_cursor` is null unless `most` items are there before the end. */
export async function wholeAnswer<K extends string, A extends Paged<K>>(
  member: K,
  read: (page: { readonly limit: number; readonly cursor?: string }) => Promise<A>,
  most: number,
): Promise<A> {
  const items: unknown[] = [];
  for (let cursor: string | null = null; ; ) {
    const answer = await read({ limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) });
    items.push(...answer[member]);
    cursor = answer.next_cursor;
    if (cursor === null || items.length >= most) return { ...answer, [member]: items };
  }
}
