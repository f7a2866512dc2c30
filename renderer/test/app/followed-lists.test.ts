import { describe, expect, it } from 'vitest';
import { type FollowedQuery, follows } from '../../src/app/followed-lists.ts';
import { auditQuery } from '../../src/pages/record/ledger/queries.ts';

const query = (queryKey: readonly unknown[], staleTime?: number): FollowedQuery => ({
  queryKey,
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

  it('shows what may change', () => {
    const kinds = new Set(['receipts'] as const);
    expect(follows(query(['receipts', 'list'], Number.POSITIVE_INFINITY), kinds)).toBe(false);
    expect(follows(query(['receipts', 'list'], 5_000), kinds)).toBe(true);
  });

  it("is the platform's audit, whose entries are confirmed later, and that of the administration", () => {
    expect(follows({ queryKey: auditQuery.queryKey, options: auditQuery }, new Set(['ledger']))).toBe(true);
    expect(follows(query(['accounts', 'audit', { action: null }]), new Set(['accounts']))).toBe(true);
  });
});
