import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LEAST_SOUGHT, MOST_SOUGHT } from '@touchstone/core/api/console/find.ts';
import { useEffect, useState } from 'react';
import { client } from '../../lib/client.ts';
import { useConnection } from '../../lib/session/connection.ts';
import { type FoundItem, stillFits } from './found.ts';

/** How long a person pauses before the server is asked, milliseconds. */
const PAUSE_MS = 150;

export interface FoundObjects {
  readonly items: readonly FoundItem[];
  /** Of a kind there are more than are shown. */
  readonly hasMore: boolean;
  /** `unasked`: the text is too short, or nobody is signed in. */
  readonly state: 'unasked' | 'asking' | 'answered' | 'failed';
}

const NONE: FoundObjects = { items: [], hasMore: false, state: 'unasked' };

/** The objects whose name or id begins with a text, asked of the server once the typing pauses. Older questions are broken off. */
export function useFound(typed: string): FoundObjects {
  const { state, hasSession } = useConnection();
  const text = typed.trim().slice(0, MOST_SOUGHT);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const canAsk = hasSession && state !== 'stopped';
  const { data, isError, isPlaceholderData, isFetching } = useQuery({
    queryKey: ['find', settled],
    queryFn: ({ signal }) => client.console.find.objects({ query: { text: settled } }, { signal }),
    enabled: canAsk && settled.length >= LEAST_SOUGHT,
    // Names of secrets are among them: they are not kept for longer than they are shown.
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  if (!canAsk || text.length < LEAST_SOUGHT) return NONE;
  const isCurrent = settled === text && !isPlaceholderData && !isFetching;
  if (isError && isCurrent) return { ...NONE, state: 'failed' };
  if (data === undefined) return { ...NONE, state: 'asking' };
  if (isCurrent) return { items: data.items, hasMore: data.has_more, state: 'answered' };
  return { items: data.items.filter((item) => stillFits(item, text)), hasMore: false, state: 'asking' };
}
