import { useQuery } from '@tanstack/react-query';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { stillStands } from '../../../lib/errors.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { words } from '../../../words/record/payments.ts';
import { ALL_INVOICES } from './all-invoices.ts';
import { invoiceQuery } from './queries.ts';
import { ShownInvoice } from './shown-invoice.tsx';

const { detail: texts } = words;

/** The invoice under its address, or why there is none. */
export function InvoiceDetail({ id }: { readonly id: string }) {
  const { data, error, refetch } = useQuery(invoiceQuery(id));
  if (data !== undefined && stillStands(error)) return <ShownInvoice invoice={data} />;
  return (
    <Page title={words.one} crumbs={ALL_INVOICES} place={id}>
      {error instanceof ApiFailure && error.code === 'NOT_FOUND' ? (
        <EmptyState title={texts.missing} icon={<ObjectSign kind="invoice" />}>
          {texts.missingText(<code>{id}</code>)}
        </EmptyState>
      ) : error !== null ? (
        <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />
      ) : (
        <p className="min-h-40 text-muted">{texts.loading}</p>
      )}
    </Page>
  );
}
