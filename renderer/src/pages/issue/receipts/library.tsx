import { useInfiniteQuery } from '@tanstack/react-query';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { ReceiptText } from 'lucide-react';
import { useMemo } from 'react';
import { client } from '../../../lib/client.ts';
import { isOffline, needsSession, sentenceFor } from '../../../lib/errors.ts';
import { queryClient } from '../../../lib/query.ts';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { pagedQuery } from '../../../parts/list-page/all-pages.ts';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { PagedList } from '../../../parts/list-page/paged-list.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { COLUMN_CHOICE, COLUMNS } from './columns.tsx';
import { type ReceiptItem, receiptsCsv, receiptsJson, receiptView } from './list-items.ts';
import { LIST_KEY } from './queries.ts';
import { readSort, sortText, useReceiptsSearch } from './search.ts';

const TYPE_OPTIONS = [...COMPUTATION_TYPES].map(([type, name]) => ({
  value: String(type),
  label: `${name} (${type})`,
}));

const receiptsQuery = pagedQuery(LIST_KEY, (query, signal) => client.receipts.receipts.list({ query }, { signal }), {
  // Receipts never change, and asking for hundreds of pages again because a window got the focus helps nobody.
  staleTime: Number.POSITIVE_INFINITY,
});

/** Asks for the first page again and forgets the others. */
export function reloadList(): void {
  void queryClient.resetQueries({ queryKey: LIST_KEY });
}

/** The receipts of this project. */
export function Library({ onNew }: { readonly onNew: () => void }) {
  const list = useInfiniteQuery(receiptsQuery);
  const { search, setSearch } = useReceiptsSearch();
  const copy = useCopy();
  const text = search.q ?? '';
  const type = search.type ?? null;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => receiptView({ text, type }, sort), [text, type, sort]);
  const { chosen, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  return (
    <PagedList
      heading="List of receipts"
      label="Receipts"
      names={['receipt', 'receipts']}
      what="The receipts"
      {...{ list, view, columns: chosen, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ receipt_id }) => setSearch({ name: receipt_id }, 'push')}
      onCopy={({ receipt_id }) => void copy(receipt_id, `receipt id ${receipt_id}`)}
      find={{ label: 'Find in the list', text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: 'Computation type',
          options: TYPE_OPTIONS,
          value: type === null ? null : String(type),
          onChange: (value) => setSearch({ type: value === undefined ? undefined : Number(value) }),
          allLabel: 'All types',
        }),
      ]}
      icons={menu}
      exports={{ name: 'receipts', csv: receiptsCsv, json: receiptsJson }}
      failure={(error) => <ListError error={error} onRetry={() => reloadList()} />}
      empty={
        <EmptyState
          title="No receipt has been made here"
          icon={<ReceiptText aria-hidden size={18} />}
          actions={
            <Button variant="primary" onPress={onNew}>
              New receipt
            </Button>
          }
        >
          A receipt says that the service saw certain bytes at a certain time. Make one here, or with{' '}
          <code>POST /v1/receipts</code>. To check a receipt file that someone gave you, open it on the Verify page.
        </EmptyState>
      }
      emptyText={
        list.hasNextPage
          ? 'No loaded receipt matches the filters. Older ones are not loaded yet.'
          : 'No receipt matches the filters.'
      }
      hint="Enter opens the current row, Ctrl or ⌘ and C copies its id."
    />
  );
}

function idOf({ receipt_id }: ReceiptItem): string {
  return receipt_id;
}

function ListError({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const isAway = isOffline(error) || needsSession(error);
  const title = isOffline(error)
    ? 'The list is out of reach'
    : needsSession(error)
      ? 'This window is not signed in'
      : 'The list could not be read';
  return (
    <ErrorState title={title} kind={isAway ? 'offline' : 'failed'} onRetry={onRetry}>
      {sentenceFor(error)} {needsSession(error) && 'Looking up a receipt by its name works without signing in.'}
    </ErrorState>
  );
}
