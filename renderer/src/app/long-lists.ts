/**
 * Lists that were loaded far down follow the server page by page: the newest at once, the others in turn, one in each round.
 * So they cost no more than short ones, and what is chosen, focused and in sight stays.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import { type ListedPage, type LoadedPages, withRenewedPage } from '../parts/list-page/renewed-page.ts';

/** A list of more pages is not asked for as a whole. */
const MOST_PAGES = 5;

type IdOf = (item: unknown) => string;

/** What of a list may show something else by now. */
interface Due {
  isFirstDue: boolean;
  /** The page whose turn it is, and how many are left. */
  at: number;
  left: number;
}

/** Whether a list is shown, is long, and its pages can be asked for one by one. */
export function isFollowedByPages(query: Query): boolean {
  return query.isActive() && pagesIn(query).length > MOST_PAGES && idOfItems(query) !== null;
}

export class LongLists {
  private readonly client: QueryClient;
  private readonly due = new Map<string, Due>();

  constructor(client: QueryClient) {
    this.client = client;
  }

  /** Whether pages are left that may show something else by now. */
  get isBehind(): boolean {
    return this.due.size > 0;
  }

  /** A list has changed: all of its pages are due. */
  mark(query: Query): void {
    const at = this.due.get(query.queryHash)?.at ?? 1;
    this.due.set(query.queryHash, { isFirstDue: true, at, left: pagesIn(query).length - 1 });
  }

  /** Asks anew for one page of each list that is behind. What fails is tried again when the list changes the next time. */
  async step(): Promise<void> {
    await Promise.all([...this.due].map(([hash, due]) => this.renew(hash, due)));
  }

  private async renew(hash: string, due: Due): Promise<void> {
    const query = this.client.getQueryCache().get(hash);
    const idOf = query === undefined ? null : idOfItems(query);
    if (query === undefined || idOf === null) {
      this.due.delete(hash);
      return;
    }
    // While more of it is loaded, what is put into it would be lost.
    if (query.state.fetchStatus !== 'idle') return;
    const { data } = query.state;
    const at = nextOf(due, pagesIn(query).length);
    if (due.left <= 0) this.due.delete(hash);
    try {
      const renewed = await withRenewedPage(data as LoadedPages, at, idOf, readerOf(query, this.client));
      if (query.state.data !== data) this.mark(query);
      else if (renewed !== null) this.client.setQueryData(query.queryKey, renewed);
      else await this.client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    } catch {
      this.due.delete(hash);
    }
  }
}

/** The number of the page to ask for, which is no longer due then. */
function nextOf(due: Due, count: number): number {
  if (due.isFirstDue) {
    due.isFirstDue = false;
    return 0;
  }
  const at = due.at < count ? due.at : 1;
  due.at = at + 1;
  due.left -= 1;
  return at;
}

function pagesIn({ state: { data } }: Query): readonly unknown[] {
  const pages = typeof data === 'object' && data !== null && 'pages' in data ? data.pages : null;
  return Array.isArray(pages) ? pages : [];
}

/** How the items of a list are told apart, as `pagedQuery` keeps it. */
function idOfItems({ meta }: Query): IdOf | null {
  return typeof meta?.idOf === 'function' ? (meta.idOf as IdOf) : null;
}

/** Asks as the query itself does. */
function readerOf({ options, queryKey, meta }: Query, client: QueryClient): (cursor: unknown) => Promise<ListedPage> {
  const { queryFn } = options;
  if (typeof queryFn !== 'function') throw new TypeError('internal: this list asks nothing');
  return async (pageParam) => {
    const { signal } = new AbortController();
    return (await queryFn({ client, queryKey, signal, meta, pageParam, direction: 'forward' })) as ListedPage;
  };
}
