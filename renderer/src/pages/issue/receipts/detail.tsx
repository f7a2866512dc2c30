import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import type { ReactNode } from 'react';
import { stillStands } from '../../../lib/errors.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { ALL_RECEIPTS } from './all-receipts.ts';
import { receiptQuery } from './queries.ts';
import { answersTo, readName } from './receipt-name.ts';
import { useReceiptsSearch } from './search.ts';
import { ShownReceipt } from './shown-receipt.tsx';

export interface ReceiptDetailProps {
  /** Any of its names, as the address holds it. */
  readonly name: string;
  /** What it was created for, where it was created in this window. */
  readonly payload: string | null;
}

/** The receipt under its address, or why there is none. */
export function ReceiptDetail({ name, payload }: ReceiptDetailProps) {
  const read = readName(name);
  if (read.ok) return <FoundReceipt name={read.name} payload={payload} />;
  return (
    <NoReceipt>
      <ErrorState title={words.detail.badName}>{read.message}</ErrorState>
    </NoReceipt>
  );
}

function NoReceipt({ children }: { readonly children: ReactNode }) {
  const { search } = useReceiptsSearch();
  return (
    <Page title={words.one} crumbs={ALL_RECEIPTS} place={search.name ?? ''}>
      {children}
    </Page>
  );
}

function FoundReceipt({ name, payload }: ReceiptDetailProps) {
  const { setSearch } = useReceiptsSearch();
  const { data, error, refetch } = useQuery(receiptQuery(name));
  const { detail } = words;
  const asked = <FileText text={name} isMono />;
  if (data !== undefined && stillStands(error) && answersTo(data, name)) {
    return <ShownReceipt receipt={data} payload={payload} />;
  }
  return (
    <NoReceipt>
      {error instanceof ApiFailure && error.code === 'NOT_FOUND' ? (
        <EmptyState
          title={detail.missing}
          icon={<ObjectSign kind="receipt" />}
          actions={<Button onPress={() => setSearch({ act: 'lookup' }, 'push')}>{detail.lookAgain}</Button>}
        >
          {detail.missingText(asked)}
        </EmptyState>
      ) : error !== null ? (
        <RequestError error={error} what={detail.what} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <p className="min-h-40 text-muted">{detail.loading}</p>
      ) : (
        <ErrorState title={detail.other} onRetry={() => void refetch()}>
          {detail.otherText(asked)}
        </ErrorState>
      )}
    </NoReceipt>
  );
}
