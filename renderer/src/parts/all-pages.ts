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
