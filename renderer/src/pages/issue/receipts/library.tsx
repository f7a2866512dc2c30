import { useInfiniteQuery } from '@tanstack/react-query';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { Download, ReceiptText } from 'lucide-react';
import { useMemo, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { isOffline, needsSession, sentenceFor } from '../../../lib/errors.ts';
import { queryClient } from '../../../lib/query.ts';
import { downloadText } from '../../../lib/window/download.ts';
import { ColumnMenu } from '../../../parts/grid/column-menu.tsx';
import { DataGrid } from '../../../parts/grid/data-grid.tsx';
import { FindField } from '../../../parts/list-page/find-field.tsx';
import { ListExtent } from '../../../parts/list-page/list-extent.tsx';
import { orderList } from '../../../parts/list-page/list-order.ts';
import { useListOrder } from '../../../parts/list-page/use-list-order.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { COLUMNS, FIXED_COLUMNS, loadColumns, storeColumns } from './columns.tsx';
import { type ReceiptItem, receiptsCsv, receiptsJson, receiptView } from './list-items.ts';
import { LIST_KEY } from './queries.ts';
import { readSort, type SortKey, sortText, useReceiptsSearch } from './search.ts';

/** The most that the server gives at once. */
const PAGE_SIZE = 200;

const TYPE_OPTIONS = [
  { value: 'all', label: 'All types' },
  ...[...COMPUTATION_TYPES].map(([type, name]) => ({ value: String(type), label: `${name} (${type})` })),
];

function useReceiptList() {
  return useInfiniteQuery({
    queryKey: LIST_KEY,
    queryFn: ({ pageParam, signal }) =>
      client.receipts.receipts.list(
        { query: { limit: PAGE_SIZE, ...(pageParam === null ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next_cursor,
    // Receipts never change, and asking for hundreds of pages again because a window got the focus helps nobody.
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type ReceiptList = ReturnType<typeof useReceiptList>;

/** Asks for the first page again and forgets the others. */
export function reloadList(): void {
  void queryClient.resetQueries({ queryKey: LIST_KEY });
}

/** The receipts of this project: filters, the virtual table, exports. What is not loaded yet is said. */
export function Library({ onNew }: { readonly onNew: () => void }) {
  const list = useReceiptList();
  const items = useMemo(() => list.data?.pages.flatMap((page) => page.items) ?? [], [list.data]);
  if (list.isPending) return <p className="min-h-40 text-muted">Loading the receipts</p>;
  return (
    <div className="space-y-(--gap)">
      {list.error !== null && <ListError error={list.error} onRetry={() => reloadList()} />}
      {list.isSuccess && items.length === 0 && (
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
      )}
      {items.length > 0 && <ReceiptTable list={list} items={items} />}
    </div>
  );
}

function ReceiptTable({ list, items }: { readonly list: ReceiptList; readonly items: readonly ReceiptItem[] }) {
  const { search, setSearch } = useReceiptsSearch();
  const announce = useAnnounce();
  const text = search.q ?? '';
  const type = search.type ?? null;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => receiptView({ text, type }, sort), [text, type, sort]);
  const shown = useListOrder(items, view);
  const [chosen, setChosen] = useState(loadColumns);
  const columns = useMemo(() => COLUMNS.filter(({ id }) => chosen.includes(id)), [chosen]);
  const choose = (wanted: readonly SortKey[]) => {
    setChosen(wanted);
    storeColumns(wanted);
  };
  const copyId = async ({ receipt_id }: ReceiptItem) => {
    try {
      await navigator.clipboard.writeText(receipt_id);
      announce(`Copied receipt id ${receipt_id}`);
    } catch {
      announce('The browser did not allow copying', 'assertive');
    }
  };
  return (
    <section aria-labelledby="receipts-list" className="space-y-3">
      <h2 id="receipts-list" className="sr-only">
        List of receipts
      </h2>
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-56">
          <FindField
            label="Find in the list"
            text={text}
            onChange={(q) => void setSearch({ q: q === '' ? undefined : q })}
          />
        </div>
        <div className="w-60 max-w-full">
          <Select
            label="Computation type"
            options={TYPE_OPTIONS}
            value={type === null ? 'all' : String(type)}
            onChange={(value) => void setSearch({ type: value === 'all' ? undefined : Number(value) })}
          />
        </div>
        <ColumnMenu columns={COLUMNS} chosen={chosen} fixed={FIXED_COLUMNS} onChange={choose} />
        <Button
          icon={<Download aria-hidden size={15} />}
          onPress={() => downloadText('receipts.csv', receiptsCsv(orderList(items, view)), 'text/csv;charset=utf-8')}
        >
          Export CSV
        </Button>
        <Button
          icon={<Download aria-hidden size={15} />}
          onPress={() => downloadText('receipts.json', receiptsJson(orderList(items, view)))}
        >
          Export JSON
        </Button>
      </div>
      <DataGrid
        label="Receipts"
        items={shown}
        columns={columns}
        idOf={receiptIdOf}
        sort={sort}
        onSort={(by) => void setSearch({ sort: sortText({ by, descending: sort.by === by && !sort.descending }) })}
        onOpen={({ receipt_id }) => void setSearch({ name: receipt_id }, 'push')}
        onCopy={copyId}
        emptyText={
          list.hasNextPage
            ? 'No loaded receipt matches the filters. Older ones are not loaded yet.'
            : 'No receipt matches the filters.'
        }
      />
      <ListExtent
        list={list}
        names={['receipt', 'receipts']}
        loaded={items.length}
        shown={shown?.length ?? items.length}
        hint="Enter opens the current row, Ctrl or ⌘ and C copies its id."
      />
    </section>
  );
}

function receiptIdOf({ receipt_id }: ReceiptItem): string {
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
