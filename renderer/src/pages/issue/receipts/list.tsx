import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { needsSession } from '../../../lib/errors.ts';
import { useColumnChoice } from '../../../parts/grid/use-column-choice.tsx';
import { EmptyList } from '../../../parts/list-page/empty-list.tsx';
import { listFilter } from '../../../parts/list-page/list-filter.ts';
import { PagedList } from '../../../parts/list-page/paged-list.tsx';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/issue/receipts.ts';
import { KIND_OPTIONS } from '../../../words/parts/receipt-kinds.ts';
import { COLUMN_CHOICE, COLUMNS } from './columns.tsx';
import { type ReceiptItem, receiptsCsv, receiptsJson, receiptView } from './list-items.ts';
import { newestReceiptsQuery, receiptsQuery, reloadList, takeOverNewest } from './queries.ts';
import { readSort, sortText, useReceiptsSearch } from './search.ts';
import { useVerifySeveral } from './verify-several.tsx';

export interface ReceiptListProps {
  readonly onNew: () => void;
  readonly onSample: () => void;
}

/** The receipts of this project. New ones appear by themselves. */
export function ReceiptList({ onNew, onSample }: ReceiptListProps) {
  const list = useInfiniteQuery(receiptsQuery);
  useFollowing(list.isSuccess);
  const { search, setSearch } = useReceiptsSearch();
  const copy = useCopy();
  const text = search.q ?? '';
  const type = search.type ?? null;
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => receiptView({ text, type }, sort), [text, type, sort]);
  const { chosen, menu } = useColumnChoice(COLUMNS, COLUMN_CHOICE);
  const { several, status } = useVerifySeveral();
  const { list: texts, empty, create } = words;
  return (
    <PagedList
      heading={texts.heading}
      label={texts.label}
      names={texts.names}
      what={texts.what}
      {...{ list, view, columns: chosen, idOf, sort }}
      onSort={(changed) => setSearch({ sort: sortText(changed) })}
      onOpen={({ receipt_id }) => setSearch({ name: receipt_id }, 'push')}
      onCopy={({ receipt_id }) => void copy(receipt_id, texts.copied(receipt_id))}
      find={{ label: texts.find, text, onChange: (q) => setSearch({ q }) }}
      filters={[
        listFilter({
          label: texts.kind,
          options: KIND_OPTIONS,
          value: type === null ? null : String(type),
          onChange: (value) => setSearch({ type: value === undefined ? undefined : Number(value) }),
          allLabel: texts.allKinds,
        }),
      ]}
      icons={menu}
      several={several}
      note={status}
      more={[refreshAction(reloadList)]}
      exports={{ name: 'receipts', csv: receiptsCsv, json: receiptsJson }}
      failure={(error) => (
        <>
          <RequestError error={error} what={texts.what} onRetry={reloadList} />
          {needsSession(error) && <p className="text-muted">{texts.signedOut}</p>}
        </>
      )}
      empty={
        <EmptyList
          kind="receipt"
          title={empty.title}
          text={empty.text}
          verb={create.verb}
          onMake={onNew}
          onSample={onSample}
        />
      }
      emptyText={list.hasNextPage ? texts.noLoadedMatch : texts.noMatch}
      hint={texts.hint}
    />
  );
}

/** Takes newer receipts over while the list is shown. */
function useFollowing(isOn: boolean): void {
  const { data } = useQuery({ ...newestReceiptsQuery, enabled: isOn });
  useEffect(() => {
    if (data !== undefined) takeOverNewest(data);
  }, [data]);
}

function idOf({ receipt_id }: ReceiptItem): string {
  return receipt_id;
}
