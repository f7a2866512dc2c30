import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/biometrics.ts';
import { refreshBiometrics } from './queries.ts';

const { remove: texts } = words;

export interface DeleteSheetProps {
  readonly user: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

/** Deletes all templates of a user once the name is typed. */
export function DeleteSheet({ user, isOpen, onClose, onDeleted }: DeleteSheetProps) {
  const announce = useAnnounce();
  const work = useWork((_: null, signal) =>
    client.crypto.biometric.forgetUser({ params: { user_id: user } }, { signal }),
  );
  const draft = useDraft(useState({ name: '' }), work.state);
  const send = async () => {
    if (!draft.check({ name: draft.values.name === user ? '' : texts.nameTrouble })) return;
    const done = await work.start(null);
    if (done !== null) {
      announce(texts.done(done.deleted), 'assertive');
      onDeleted();
    }
    await refreshBiometrics();
  };
  return (
    <FormSheet
      texts={{ ...texts, title: texts.title(user) }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={work}
      units={1}
    >
      <p>{texts.text}</p>
      <p className="text-muted">{texts.backups}</p>
      <TextField
        label={texts.typeName(<code className="font-semibold">{user}</code>)}
        {...draft.field('name')}
        isMono
      />
    </FormSheet>
  );
}
