/** Lists that the server gives in pages, each with the cursor of the next. */
import { infiniteQueryOptions } from '@tanstack/react-query';

/** Items of one request: the most that the server gives. */
export const PAGE_SIZE = 200;

interface Page<T> {
  readonly items: readonly T[];
  readonly next_cursor: string | null;
}

/** What is asked of the server for one page. */
export interface PageQuery {
  readonly limit: number;
  readonly cursor?: string;
}

function pageQuery(cursor: string | null, limit = PAGE_SIZE): PageQuery {
  return { limit, ...(cursor === null ? {} : { cursor }) };
}

export interface PagedOptions<T> {
  /** How items are told apart, so that pages can be asked for anew one by one where many are loaded. */
  readonly idOf?: (item: T) => string;
  /** Items of one page. */
  readonly limit?: number;
  readonly staleTime?: number;
  readonly refetchOnWindowFocus?: boolean;
}

/** The query of a list that is loaded page by page, as far as a person wants to see it. */
export function pagedQuery<P extends Page<unknown>>(
  queryKey: readonly unknown[],
  read: (query: PageQuery, signal: AbortSignal) => Promise<P>,
  { limit, idOf, ...options }: PagedOptions<P['items'][number]> = {},
) {
  return infiniteQueryOptions({
    ...options,
    ...(idOf === undefined ? {} : { meta: { idOf } }),
    queryKey,
    queryFn: ({ pageParam, signal }) => read(pageQuery(pageParam, limit), signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
  });
}

export interface WholeList<T> {
  readonly items: readonly T[];
  /** False where there are more than were asked for. */
  readonly isWhole: boolean;
}

/** Reads page after page, until the list or `most` items are there. `onProgress` gets the number of items so far. */
export async function allPages<T>(
  read: (query: PageQuery) => Promise<Page<T>>,
  most: number,
  onProgress: (count: number) => void = () => undefined,
): Promise<WholeList<T>> {
  const items: T[] = [];
  for (let cursor: string | null = null; ; ) {
    const page: Page<T> = await read(pageQuery(cursor));
    items.push(...page.items);
    onProgress(items.length);
    cursor = page.next_cursor;
    if (cursor === null || items.length >= most) return { items, isWhole: cursor === null };
  }
}

/** Answers that list `K` in pages. */
type Paged<K extends string> = { readonly [N in K]: readonly unknown[] } & { readonly next_cursor: string | null };

/** The last page's answer with the items of all pages; its `next_cursor` is null unless `most` items are there before the end. */
export async function wholeAnswer<K extends string, A extends Paged<K>>(
  member: K,
  read: (query: PageQuery) => Promise<A>,
  most: number,
): Promise<A> {
  const items: unknown[] = [];
  for (let cursor: string | null = null; ; ) {
    const answer = await read(pageQuery(cursor));
    items.push(...answer[member]);
    cursor = answer.next_cursor;
    if (cursor === null || items.length >= most) return { ...answer, [member]: items };
  }
}
