import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import type { auth } from '@touchstone/core/api/platform/auth.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/devices.ts';

export interface RegisterSheetProps {
  readonly isOpen: boolean;
  /** Filled with an example. */
  readonly isSample: boolean;
  readonly onClose: () => void;
  readonly onUser: (id: string) => void;
}

type Body = InputOf<typeof auth.register>['body'];

const EMPTY = { email: '', displayName: '' } satisfies DraftOf<typeof auth.register>;

/** Registers a user of the platform API. */
export function RegisterSheet({ isOpen, isSample, onClose, onUser }: RegisterSheetProps) {
  const announce = useAnnounce();
  // The session that comes with it is not kept: the console acts by its own.
  const work = useWork(async (body: Body, signal) => {
    const { user } = await client.platform.auth.register({ body }, { signal });
    return user.id;
  });
  const draft = useDraft(useState(EMPTY), work.state);
  const { register } = words;
  const fillSample = useEffectEvent(() => draft.fill(register.sample));
  useEffect(() => {
    if (isSample) fillSample();
  }, [isSample]);
  const send = async () => {
    const [email, displayName] = [draft.values.email.trim(), draft.values.displayName.trim()];
    const found = {
      email: /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) ? '' : register.emailTrouble,
      displayName: displayName === '' ? register.nameTrouble : '',
    };
    if (!draft.check(found)) return;
    const id = await work.start({ email, displayName });
    if (id === null) return;
    announce(register.done(id));
    onUser(id);
  };
  return (
    <FormSheet texts={register} isOpen={isOpen} onClose={onClose} onSubmit={draft.submit(send)} work={work} units={0}>
      <p className="text-muted">{register.lead}</p>
      <TextField label={register.email} type="email" {...draft.field('email')} />
      <TextField label={register.name} {...draft.field('displayName')} />
    </FormSheet>
  );
}
