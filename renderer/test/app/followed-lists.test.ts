import { describe, expect, it } from 'vitest';
import { type FollowedQuery, follows } from '../../src/app/followed-lists.ts';

const query = (queryKey: readonly unknown[], data: unknown = null, staleTime?: number): FollowedQuery => ({
  queryKey,
  state: { data },
  options: staleTime === undefined ? {} : { staleTime },
});

describe('a query that follows', () => {
  it('shows lists of a kind that has changed', () => {
    const kinds = new Set(['receipts', 'cache'] as const);
    expect(follows(query(['receipts', 'newest']), kinds)).toBe(true);
    expect(follows(query(['overview', 'receipts']), kinds)).toBe(true);
    expect(follows(query(['cache', 'entries']), kinds)).toBe(true);
    for (const other of [['cache', 'analytics'], ['overview', 'storage'], ['secrets', 'list'], ['health'], []]) {
      expect(follows(query(other), kinds), other.join(' ')).toBe(false);
    }
    expect(follows(query(['receipts', 'newest']), new Set())).toBe(false);
  });

  it('shows what may change, and not more pages than are fetched anew without being asked', () => {
    const kinds = new Set(['receipts'] as const);
    expect(follows(query(['receipts', 'list'], null, Number.POSITIVE_INFINITY), kinds)).toBe(false);
    const pages = (count: number) => ({ pages: Array.from({ length: count }), pageParams: [] });
    expect(follows(query(['receipts', 'x'], pages(5)), kinds)).toBe(true);
    expect(follows(query(['receipts', 'x'], pages(6)), kinds)).toBe(false);
  });
});
