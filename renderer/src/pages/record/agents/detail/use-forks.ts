import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { forksQuery, type KeptFork } from '../data/queries.ts';
import type { ForksByReceipt } from '../rows/row-list.ts';

interface ForksPage {
  readonly items: readonly KeptFork[];
}

interface KeptForks {
  readonly items: readonly KeptFork[];
  /** Why the forks of one of the sessions could not be read; null where they could, or are still asked for. */
  readonly error: unknown;
}

/** Answers that stay the same where nothing of them changed. */
function keptOf(answers: readonly UseQueryResult<ForksPage>[]): KeptForks {
  return {
    items: answers.flatMap(({ data }) => data?.items ?? []),
    error: answers.find(({ error }) => error !== null)?.error ?? null,
  };
}

/**
 * The forks that were made of these sessions, the newest first; none of a session whose forks are not there yet. That
 * there are none is known only where the error is null.
 */
export function useForks(sessionIds: ReadonlySet<string>) {
  // Other queries would be compared and watched anew at every key.
  const queries = useMemo(() => Array.from(sessionIds, (id) => forksQuery(id)), [sessionIds]);
  const { items, error } = useQueries({ queries, combine: keptOf });
  const forks: ForksByReceipt = useMemo(() => Map.groupBy(items, (fork) => fork.forked_from), [items]);
  return { forks, error };
}
