import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/devices.ts';

export interface OpenSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onUser: (id: string) => void;
}

/** Opens a user by the id. */
export function OpenSheet({ isOpen, onClose, onUser }: OpenSheetProps) {
  // The server knows whether there is such a user.
  const work = useWork(async (userId: string, signal) => {
    await client.platform.auth.challenge({ query: { userId } }, { signal });
    return userId;
  });
  const draft = useDraft(useState({ userId: '' }), work.state, { naming: 'userId' });
  const { open } = words;
  const send = async () => {
    const wanted = draft.values.userId.trim();
    if (!draft.check({ userId: /^usr_[A-Za-z0-9]{1,64}$/.test(wanted) ? '' : open.trouble })) return;
    const found = await work.start(wanted);
    if (found !== null) onUser(found);
  };
  return (
    <FormSheet texts={open} isOpen={isOpen} onClose={onClose} onSubmit={draft.submit(send)} work={work} units={0}>
      <p className="text-muted">{open.lead}</p>
      <TextField label={open.id} {...draft.field('userId')} isMono />
    </FormSheet>
  );
}
