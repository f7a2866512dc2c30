import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { forksQuery, type KeptFork } from '../data/queries.ts';
import type { ForksByReceipt } from '../rows/row-list.ts';

interface ForksPage {
  readonly items: readonly KeptFork[];
}

/** Answers that stay the same where nothing of them changed. */
function itemsOf(answers: readonly UseQueryResult<ForksPage>[]): readonly KeptFork[] {
  return answers.flatMap(({ data }) => data?.items ?? []);
}

/** The forks that were made of these sessions, the newest first; none of a session whose forks are not there yet. */
export function useForks(sessionIds: ReadonlySet<string>): ForksByReceipt {
  // Other queries would be compared and watched anew at every key.
  const queries = useMemo(() => Array.from(sessionIds, (id) => forksQuery(id)), [sessionIds]);
  const kept = useQueries({ queries, combine: itemsOf });
  return useMemo(() => Map.groupBy(kept, (fork) => fork.forked_from), [kept]);
}
