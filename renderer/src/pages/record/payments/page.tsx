import { Plus, ScanSearch } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { words } from '../../../words/record/payments.ts';
import { CheckSheet } from './check-sheet.tsx';
import { CheckedPayment } from './checked-payment.tsx';
import { InvoiceDetail } from './detail.tsx';
import { InvoiceList } from './list.tsx';
import { useListFacts } from './list-facts.tsx';
import { NewInvoiceSheet } from './new-invoice-sheet.tsx';
import { usePaymentsSearch } from './search.ts';

/** Payments: invoices, what became of them, and the check that anybody can make. */
export function PaymentsPage() {
  const { search, setSearch } = usePaymentsSearch();
  const { act, invoice, checked, on = 'solana' } = search;
  const close = () => setSearch({ act: undefined });
  return (
    <>
      {invoice !== undefined ? (
        <InvoiceDetail key={invoice} id={invoice} />
      ) : checked !== undefined ? (
        <CheckedPayment key={`${checked} ${on}`} commitment={checked} chain={on} />
      ) : (
        <AllInvoices />
      )}
      <NewInvoiceSheet
        act={act === 'new' || act === 'sample' ? act : null}
        onClose={close}
        onMade={(id) => setSearch({ act: undefined, invoice: id })}
      />
      <CheckSheet
        isOpen={act === 'check'}
        onClose={close}
        onCheck={(commitment, chain) =>
          setSearch({ act: undefined, invoice: undefined, checked: commitment, on: chain }, 'push')
        }
      />
    </>
  );
}

function AllInvoices() {
  const { setSearch } = usePaymentsSearch();
  const facts = useListFacts();
  const open = (act: 'new' | 'sample' | 'check') => () => setSearch({ act }, 'push');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      state={<EmbeddedBadge word={words.embedded}>{words.embeddedText}</EmbeddedBadge>}
      facts={facts}
      action={
        <>
          <Button icon={<ScanSearch aria-hidden size={15} />} onPress={open('check')}>
            {words.verify.verb}
          </Button>
          <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={open('new')}>
            {words.make.verb}
          </Button>
        </>
      }
    >
      <InvoiceList onNew={open('new')} onSample={open('sample')} />
    </Page>
  );
}
