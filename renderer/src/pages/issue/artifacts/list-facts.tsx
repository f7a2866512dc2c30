import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../lib/format.ts';
import { FactButton } from '../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { isWaitingForSignatures } from '../../../parts/waiting/pending-signatures.ts';
import { AgoText } from '../../../ui/ago-text.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/issue/artifacts.ts';
import { artifactsQuery } from './queries.ts';
import { useArtifactsSearch } from './search.ts';

/** How many artifacts there are as far as they are loaded, and how many of them wait: that number leads to them. */
export function useListFacts(): readonly FactItem[] | undefined {
  const { setSearch } = useArtifactsSearch();
  const { data, hasNextPage } = useInfiniteQuery(artifactsQuery);
  const [now] = useState(Date.now);
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  const [newest] = items;
  if (newest === undefined) return undefined;
  const { facts } = words.list;
  const counted = (count: number) => (hasNextPage ? facts.atLeast(count) : formatCount(count));
  const waiting = items.filter(isWaitingForSignatures).length;
  const count = counted(waiting);
  return [
    { label: facts.artifacts, value: counted(items.length) },
    {
      label: facts.waiting,
      value:
        waiting === 0 ? (
          count
        ) : (
          <FactButton label={`${facts.waiting}, ${count}`} onPress={() => setSearch({ signing: 'waiting' })}>
            <StatusMark look="pending" size="small" label={count} />
          </FactButton>
        ),
    },
    { label: facts.newest, value: <AgoText value={newest.issued_at} now={Math.max(now, Date.now())} /> },
  ];
}
