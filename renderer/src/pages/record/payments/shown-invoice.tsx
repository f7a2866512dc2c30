import { Copy, EyeOff, Link2, ScanSearch, WalletCards } from 'lucide-react';
import { formatAmount, formatDollars } from '../../../lib/amount.ts';
import { useNow } from '../../../lib/window/use-now.ts';
import { HideSheet } from '../../../parts/list-page/hide-sheet.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { Section } from '../../../ui/section.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { words } from '../../../words/record/payments.ts';
import { ALL_INVOICES } from './all-invoices.ts';
import { StateBadge } from './columns.tsx';
import { type Invoice, invoiceName, shortWallet, stateNow } from './invoice-items.ts';
import { PaySheet } from './pay-sheet.tsx';
import { PaymentLink } from './payment-link.tsx';
import { PublicAnswer } from './public-answer.tsx';
import { hideInvoice } from './queries.ts';
import { usePaymentsSearch } from './search.ts';
import { InvoiceSteps } from './steps.tsx';

const { detail: texts } = words;

/** One invoice: how far it is, its payment link, what anybody can see of it. */
export function ShownInvoice({ invoice }: { readonly invoice: Invoice }) {
  const { search, setSearch } = usePaymentsSearch();
  const copy = useCopy();
  const now = useNow(5_000);
  const { invoice_id: id, chain, recipient_wallet: recipient, settled_at, expires_at, payment_url: link } = invoice;
  const state = stateNow(invoice, now);
  const sheet = (act: 'pay' | 'hide') => ({
    isOpen: search.act === act,
    onClose: () => setSearch({ act: undefined }),
  });
  const { facts } = texts;
  return (
    <Page
      title={invoiceName(invoice)}
      place={id}
      crumbs={ALL_INVOICES}
      object="invoice"
      state={
        <>
          <StateBadge state={state} />
          <EmbeddedBadge word={words.embedded}>{words.embeddedOn(chainNames[chain])}</EmbeddedBadge>
        </>
      }
      facts={[
        { label: facts.amount, value: formatAmount(invoice) },
        { label: facts.recipient, value: <FileText text={shortWallet(recipient)} isMono /> },
        { label: facts.chain, value: chainNames[chain] },
        settled_at === null
          ? { label: facts.until, value: <AgoText value={expires_at} now={now} /> }
          : { label: facts.settled, value: <AgoText value={settled_at} now={now} /> },
      ]}
      action={
        <Button
          variant={state === 'pending' ? 'primary' : 'secondary'}
          icon={<Link2 aria-hidden size={15} />}
          onPress={() => void copy(link, words.link.label)}
        >
          {texts.copyLink}
        </Button>
      }
      more={useVerbs(invoice, state === 'pending')}
    >
      <div className="space-y-8">
        <InvoiceSteps invoice={invoice} state={state} />
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
          <PaymentLink link={link} state={state} />
          <PublicAnswer invoice={invoice} state={state} />
        </div>
        <Details invoice={invoice} />
      </div>
      <PaySheet {...sheet('pay')} invoice={invoice} />
      <HideSheet
        texts={words.hide}
        {...sheet('hide')}
        id={invoice.invoice_id}
        name={invoiceName(invoice)}
        hide={hideInvoice}
        onHidden={() => setSearch({ act: undefined, invoice: undefined })}
      />
    </Page>
  );
}

function useVerbs(invoice: Invoice, isPayable: boolean): readonly MenuAction[] {
  const { setSearch } = usePaymentsSearch();
  const copy = useCopy();
  const pay = {
    id: 'pay',
    title: texts.pay,
    icon: <WalletCards aria-hidden size={15} />,
    onAction: () => setSearch({ act: 'pay' }, 'push'),
  };
  return [
    ...(isPayable ? [pay] : []),
    {
      id: 'check',
      title: texts.check,
      icon: <ScanSearch aria-hidden size={15} />,
      onAction: () =>
        setSearch({ act: undefined, invoice: undefined, checked: invoice.commitment, on: invoice.chain }, 'push'),
    },
    {
      id: 'copy',
      title: texts.copyId,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(invoice.invoice_id, texts.idLabel),
    },
    {
      id: 'hide',
      title: texts.hide,
      icon: <EyeOff aria-hidden size={15} />,
      isDanger: true,
      onAction: () => setSearch({ act: 'hide' }, 'push'),
    },
  ];
}

function Details({ invoice }: { readonly invoice: Invoice }) {
  const { invoice_id: id, commitment, created_by: maker } = invoice;
  const dollars = formatDollars(invoice);
  return (
    <Section title={texts.details}>
      <FactList>
        <Fact name={texts.commitment}>
          <HashText value={commitment} label={texts.commitmentLabel} />
          <span className="block text-13 text-muted">{texts.commitmentNote}</span>
        </Fact>
        <Fact name={texts.amount}>
          {formatAmount(invoice)} {dollars !== null && <span className="text-muted">({texts.inDollars(dollars)})</span>}
        </Fact>
        <Fact name={texts.description}>
          <FileText text={invoiceName(invoice)} />
        </Fact>
        <Fact name={texts.recipient}>
          <FileText text={invoice.recipient_wallet} isMono />
        </Fact>
        <Fact name={texts.id}>
          <code className="text-13 break-all">{id}</code> <CopyText value={id} label={texts.idLabel} />
        </Fact>
        <Fact name={texts.by}>
          {maker === 'console' || maker === 'administrator' ? texts.makers[maker] : <FileText text={maker} isMono />}
        </Fact>
      </FactList>
    </Section>
  );
}
