import type { ChainName } from '@touchstone/core/api/common.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { commerce } from '@touchstone/core/api/privacy/commerce.ts';
import { CURRENCIES, type Currency } from '@touchstone/core/api/privacy/currencies.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { longestOf } from '../../../parts/form/contract-limits.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CHAIN_OPTIONS } from '../../../words/parts/chain-names.ts';
import { words as formWords } from '../../../words/parts/form.ts';
import { words } from '../../../words/record/payments.ts';
import { amountTrouble, readCents } from './invoice-draft.ts';
import { invoiceName } from './invoice-items.ts';
import { refreshPayments } from './queries.ts';

const { make: texts } = words;
const UNITS = commerce.invoice.units;
const LINES = commerce.invoice.body.properties;
const CURRENCY_OPTIONS = CURRENCIES.map((value) => ({ value, label: value }));

const EMPTY = {
  amount_cents: '',
  currency: 'USD' as Currency,
  description: '',
  recipient_wallet: '',
  chain: 'solana' as ChainName,
} satisfies DraftOf<typeof commerce.invoice>;

export interface NewInvoiceSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'new' | 'sample' | null;
  readonly onClose: () => void;
  readonly onMade: (id: string) => void;
}

/** Makes an invoice; its page then shows the payment link. */
export function NewInvoiceSheet({ act, onClose, onMade }: NewInvoiceSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof commerce.invoice>['body'], signal) =>
    client.privacy.commerce.invoice({ headers: {}, body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const fillSample = useEffectEvent(() => draft.fill({ ...EMPTY, ...texts.sample }));
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const send = async () => {
    const { amount_cents, currency, chain } = draft.values;
    const description = draft.values.description.trim();
    const recipient_wallet = draft.values.recipient_wallet.trim();
    const cents = readCents(amount_cents);
    const found = {
      amount_cents: amountTrouble(amount_cents),
      description: descriptionTrouble(description),
      recipient_wallet: lineTrouble(recipient_wallet, texts.recipientWhat, LINES.recipient_wallet),
    };
    if (!draft.check(found) || cents === null) return;
    const made = await work.start({ amount_cents: cents, currency, description, recipient_wallet, chain });
    if (made === null) return;
    draft.fill(EMPTY);
    announce(texts.done(invoiceName({ description })));
    void refreshPayments();
    onMade(made.invoice_id);
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <div className="grid grid-cols-[1fr_7rem] gap-x-4">
        <TextField label={texts.amount} {...draft.field('amount_cents')} description={texts.amountHint} isRequired />
        <Select label={texts.currency} options={CURRENCY_OPTIONS} {...draft.field('currency')} />
      </div>
      <p className="text-13 text-muted">{texts.currencyHint}</p>
      <TextField
        label={texts.description}
        rows={2}
        {...draft.field('description')}
        description={texts.descriptionHint}
      />
      <TextField
        label={texts.recipient}
        isMono
        {...draft.field('recipient_wallet')}
        description={texts.recipientHint}
        isRequired
      />
      <Select label={texts.chain} options={CHAIN_OPTIONS} {...draft.field('chain')} />
    </FormSheet>
  );
}

function descriptionTrouble(text: string): string {
  const [limit, length] = [longestOf(LINES.description), [...text].length];
  return length <= limit ? '' : formWords.tooLong(limit, length);
}
