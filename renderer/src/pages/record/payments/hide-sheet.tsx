import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/record/payments.ts';
import { type Invoice, invoiceName } from './invoice-items.ts';
import { refreshPayments } from './queries.ts';

const { hide: texts } = words;

export interface HideSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly invoice: Invoice;
  readonly onHidden: () => void;
}

/** Takes an invoice off the list. It stays anchored, and whoever has the link can still pay it: nothing is destroyed. */
export function HideSheet({ isOpen, onClose, invoice, onHidden }: HideSheetProps) {
  const announce = useAnnounce();
  const work = useWork((id: string, signal) => client.privacy.commerce.hide({ params: { id } }, { signal }));
  const draft = useDraft(useState({}), work.state);
  const name = invoiceName(invoice);
  const hide = async () => {
    if ((await work.start(invoice.invoice_id)) === null) return;
    announce(texts.done(name));
    void refreshPayments();
    onHidden();
  };
  return (
    <FormSheet
      title={texts.title}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(hide)}
      verb={texts.verb}
      variant="danger"
      work={work}
      busyLabel={texts.busy}
      failedTitle={texts.failed}
      units={0}
    >
      <p className="font-medium">
        <FileText text={name} />
      </p>
      <p>{texts.text}</p>
      <p className="text-muted">{texts.stays}</p>
    </FormSheet>
  );
}
