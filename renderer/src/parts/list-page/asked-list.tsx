import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RequestError } from '../work/request-error.tsx';

export interface AskedListProps<D extends { readonly items: readonly unknown[] }> {
  readonly asked: UseQueryResult<D>;
  readonly texts: { readonly loading: string; readonly what: string };
  /** In the place of a list without items. */
  readonly empty: ReactNode;
  readonly children: (data: D) => ReactNode;
}

/** A list that the server was asked for: while it is on its way, when it did not come, and what came. */
export function AskedList<D extends { readonly items: readonly unknown[] }>(props: AskedListProps<D>) {
  const { asked, texts, empty, children } = props;
  const { data, error, isPending } = asked;
  return (
    <div className="space-y-(--gap)">
      {isPending && <p className="min-h-40 text-muted">{texts.loading}</p>}
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void asked.refetch()} />}
      {data !== undefined && (data.items.length === 0 ? empty : children(data))}
    </div>
  );
}
