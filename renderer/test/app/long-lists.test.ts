import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, describe, expect, it } from 'vitest';
import { isFollowedByPages, LongLists } from '../../src/app/long-lists.ts';
import { pagedQuery } from '../../src/parts/list-page/all-pages.ts';

interface Item {
  readonly id: string;
  readonly state: string;
}

const KEY = ['numbers'];
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A server's list, newest first, in pages of two, and a window that shows `pages` of it. */
async function shown(pages: number, idOf?: (item: Item) => string) {
  const stored: Item[] = Array.from({ length: 40 }, (_, at) => ({ id: String(100 - at), state: 'open' }));
  const asked: (string | null)[] = [];
  const server = { isAway: false };
  const query = pagedQuery(
    KEY,
    async ({ cursor }) => {
      asked.push(cursor ?? null);
      if (server.isAway) throw new Error('away');
      const from = cursor === undefined ? 0 : stored.findIndex(({ id }) => Number(id) < Number(cursor));
      const items = stored.slice(from, from + 2);
      return { items, next_cursor: from + 2 < stored.length ? (items.at(-1)?.id ?? null) : null };
    },
    idOf === undefined ? {} : { idOf: (item) => idOf(item as Item) },
  );
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always', staleTime: 5_000 } },
  });
  const observer = new InfiniteQueryObserver(client, query);
  stops.push(observer.subscribe(() => undefined));
  await observer.refetch();
  while ((observer.getCurrentResult().data?.pages.length ?? 0) < pages) await observer.fetchNextPage();
  asked.length = 0;
  const found = client.getQueryCache().find({ queryKey: KEY });
  if (found === undefined) throw new Error('there is no such query');
  const items = () => observer.getCurrentResult().data?.pages.flatMap((page) => page.items as Item[]) ?? [];
  return { stored, asked, server, client, observer, query: found, items, lists: new LongLists(client) };
}

const byId = ({ id }: Item) => id;

describe('which lists are followed page by page', () => {
  it('are those of many pages that can be asked for one by one, while they are shown', async () => {
    expect(isFollowedByPages((await shown(5, byId)).query)).toBe(false);
    expect(isFollowedByPages((await shown(6)).query)).toBe(false);
    const { query } = await shown(6, byId);
    expect(isFollowedByPages(query)).toBe(true);
    for (const stop of stops.splice(0)) stop();
    expect(isFollowedByPages(query)).toBe(false);
  });

  it('are no lists without pages', async () => {
    const client = new QueryClient();
    const observer = new QueryObserver(client, { queryKey: KEY, queryFn: () => ({ pages: 7 }) });
    stops.push(observer.subscribe(() => undefined));
    await observer.refetch();
    expect(client.getQueryCache().getAll().map(isFollowedByPages)).toEqual([false]);
  });
});

describe('following page by page', () => {
  it('asks for the newest page at once and for one more in each round, until all were asked for', async () => {
    const { lists, query, asked } = await shown(6, byId);
    lists.mark(query);
    await lists.step();
    expect(asked).toEqual([null]);
    while (lists.isBehind) await lists.step();
    expect(asked).toEqual([null, '99', '97', '95', '93', '91']);
  });

  it('shows what was added, changed and removed, everything once and in its place', async () => {
    const { lists, query, stored, items } = await shown(7, byId);
    stored.splice(9, 2);
    stored.splice(4, 1, { id: '96', state: 'over' });
    stored.unshift({ id: '103', state: 'new' }, { id: '102', state: 'new' }, { id: '101', state: 'new' });
    lists.mark(query);
    await lists.step();
    expect(items().slice(0, 4).map(byId)).toEqual(['103', '102', '101', '100']);
    while (lists.isBehind) await lists.step();
    expect(items()).toEqual(stored.slice(0, items().length));
    expect(items()).toHaveLength(15);
  });

  it('leaves what has not moved, and more can be loaded afterwards', async () => {
    const { lists, query, stored, items, observer } = await shown(6, byId);
    const before = items();
    stored.unshift({ id: '101', state: 'new' });
    lists.mark(query);
    while (lists.isBehind) await lists.step();
    expect(items().at(-1)).toBe(before.at(-1));
    await observer.fetchNextPage();
    expect(items()).toEqual(stored.slice(0, 15));
  });

  it('asks for the whole list where more came than can be joined', async () => {
    const { lists, query, stored, items, asked } = await shown(6, byId);
    for (let id = 101; id <= 120; id++) stored.unshift({ id: String(id), state: 'new' });
    lists.mark(query);
    await lists.step();
    expect(asked).toHaveLength(5 + 6);
    expect(items()).toEqual(stored.slice(0, 12));
  });

  it('waits while more is loaded, and changes nothing in it', async () => {
    const { lists, query, asked, observer, items } = await shown(6, byId);
    const more = observer.fetchNextPage();
    lists.mark(query);
    await lists.step();
    expect([asked, lists.isBehind]).toEqual([['89'], true]);
    await more;
    while (lists.isBehind) await lists.step();
    expect(items()).toHaveLength(14);
  });

  it('begins anew with the newest where the list changes meanwhile, and goes on in turn', async () => {
    const { lists, query, asked } = await shown(6, byId);
    lists.mark(query);
    for (let at = 0; at < 3; at++) await lists.step();
    lists.mark(query);
    while (lists.isBehind) await lists.step();
    expect(asked).toEqual([null, '99', '97', null, '95', '93', '91', '99', '97']);
  });

  it('gives up until the next change where the server is away, and forgets lists that are gone', async () => {
    const { lists, query, server, client, items } = await shown(6, byId);
    const before = items();
    server.isAway = true;
    lists.mark(query);
    await lists.step();
    expect([lists.isBehind, items()]).toEqual([false, before]);
    lists.mark(query);
    client.getQueryCache().remove(query);
    await lists.step();
    expect(lists.isBehind).toBe(false);
  });
});
