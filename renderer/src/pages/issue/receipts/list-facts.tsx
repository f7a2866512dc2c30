import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { receiptsQuery } from './queries.ts';

const WEEK_MS = 7 * 86_400_000;

/** How many receipts there are as far as they are loaded, how many are of this week, and the newest. */
export function useListFacts(): readonly FactItem[] | undefined {
  const { data, hasNextPage } = useInfiniteQuery(receiptsQuery);
  const [now] = useState(Date.now);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const [newest] = items;
  if (newest === undefined) return undefined;
  const { facts } = words.list;
  const isOfWeek = ({ issued_at }: typeof newest) => Date.parse(issued_at) > now - WEEK_MS;
  const counted = (count: number) =>
    hasNextPage && count === items.length ? facts.atLeast(count) : formatCount(count);
  return [
    { label: facts.receipts, value: counted(items.length) },
    { label: facts.week, value: counted(items.filter(isOfWeek).length) },
    { label: facts.newest, value: <AgoText value={newest.issued_at} now={Math.max(now, Date.now())} /> },
    { label: facts.keySet, value: <code className="text-13">{newest.keyset_id}</code> },
  ];
}
