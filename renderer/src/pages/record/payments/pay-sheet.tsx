import { ApiFailure } from '@touchstone/core/api/client.ts';
import { commerce } from '@touchstone/core/api/privacy/commerce.ts';
import { useState } from 'react';
import { formatAmount } from '../../../lib/amount.ts';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/record/payments.ts';
import type { Invoice } from './invoice-items.ts';
import { refreshPayments } from './queries.ts';

const { pay: texts } = words;
const EMPTY = { payer_wallet: texts.sample as string } satisfies DraftOf<typeof commerce.pay>;

export interface PaySheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly invoice: Invoice;
}

/** Pays an invoice of one's own from a wallet of the embedded ledger, as whoever has the link can. */
export function PaySheet({ isOpen, onClose, invoice }: PaySheetProps) {
  const announce = useAnnounce();
  const work = useWork((payer_wallet: string, signal) =>
    client.privacy.commerce.pay({ params: { id: invoice.invoice_id }, body: { payer_wallet } }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const { state } = work;
  const isShort =
    state.status === 'failed' && state.error instanceof ApiFailure && state.error.code === 'INSUFFICIENT_CREDITS';
  const field = draft.field('payer_wallet');
  const pay = async () => {
    const wallet = draft.values.payer_wallet.trim();
    const trouble = lineTrouble(wallet, texts.walletWhat, commerce.pay.body.properties.payer_wallet);
    if (!draft.check({ payer_wallet: trouble })) return;
    const paid = await work.start(wallet);
    // Also after a refusal: what is shown may be out of date.
    await refreshPayments();
    if (paid === null) return;
    draft.fill(EMPTY);
    announce(texts.done);
    onClose();
  };
  return (
    <FormSheet
      texts={{ ...texts, send: texts.verb }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(pay)}
      work={work}
      units={0}
    >
      <p>{texts.lead(<strong>{formatAmount(invoice)}</strong>)}</p>
      <TextField
        label={texts.wallet}
        isMono
        {...field}
        error={field.error === '' && isShort ? texts.short : field.error}
        description={texts.walletHint}
        isRequired
      />
    </FormSheet>
  );
}
