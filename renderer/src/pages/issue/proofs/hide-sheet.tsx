import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { refreshProofs } from './queries.ts';

const { hide: texts } = words;

export interface HideSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly commitment: string;
  readonly title: string;
  readonly onHidden: () => void;
}

/** Takes a proof off the list. The ledger keeps the commitment, and the check goes on: nothing is destroyed. */
export function HideSheet({ isOpen, onClose, commitment, title, onHidden }: HideSheetProps) {
  const announce = useAnnounce();
  const work = useWork((id: string, signal) => client.privacy.privacy.hide({ params: { id } }, { signal }));
  const draft = useDraft(useState({}), work.state);
  const hide = async () => {
    if ((await work.start(commitment)) === null) return;
    announce(texts.done(title));
    void refreshProofs();
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
      <p className="font-medium">{title}</p>
      <p>{texts.text}</p>
      <p className="text-muted">{texts.stays}</p>
    </FormSheet>
  );
}
