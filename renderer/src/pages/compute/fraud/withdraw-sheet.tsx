import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/compute/fraud.ts';
import { refreshFraud } from './queries.ts';

const { withdraw: texts } = words;

/** Withdraws a signal; nobody sees what it said. */
export function WithdrawSheet({ signalId, onClose }: { readonly signalId: string; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const work = useWork((_: null, signal) =>
    client.crypto.share.withdraw({ params: { signal_id: signalId } }, { signal }),
  );
  const draft = useDraft(useState({}), work.state);
  const send = async () => {
    if ((await work.start(null)) !== null) {
      announce(texts.done);
      onClose();
    }
    await refreshFraud();
  };
  return (
    <FormSheet
      texts={texts}
      isOpen
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={work}
      units={1}
    >
      <p>
        <code className="text-13">{signalId}</code>
      </p>
      <p>{texts.text}</p>
    </FormSheet>
  );
}
