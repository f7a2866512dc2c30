import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/protect/key-checks.ts';
import { type KeyEnrolment, refreshKeys } from './queries.ts';

const { forget: texts } = words;

export interface ForgetSheetProps {
  readonly enrolment: KeyEnrolment;
  readonly onClose: () => void;
}

/** Deletes an enrolment; the managed key stays. */
export function ForgetSheet({ enrolment: { enrollment_id: id, purpose }, onClose }: ForgetSheetProps) {
  const announce = useAnnounce();
  const work = useWork((_: null, signal) => client.crypto.key.fheForget({ params: { enrollment_id: id } }, { signal }));
  const draft = useDraft(useState({}), work.state);
  const send = async () => {
    if ((await work.start(null)) !== null) {
      announce(texts.done);
      onClose();
    }
    await refreshKeys();
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
      <p className="font-medium">
        <FileText text={purpose} />
      </p>
      <p>
        <code className="text-13">{id}</code>
      </p>
      <p>{texts.text}</p>
    </FormSheet>
  );
}
