import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/compute/joint-computation.ts';
import { refreshSessions } from './queries.ts';
import { formatResult } from './session-items.ts';

const { compute: texts } = words;
const UNITS = 5;

export interface ComputeSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly id: string;
  readonly contributions: number;
  readonly participants: number;
}

/** Computes the result, which closes the session: so it is said first. */
export function ComputeSheet({ isOpen, onClose, id, contributions, participants }: ComputeSheetProps) {
  const announce = useAnnounce();
  const work = useWork((_: null, signal) => client.crypto.mpc.compute({ params: { session_id: id } }, { signal }));
  const draft = useDraft(useState({}), work.state);
  const send = async () => {
    const computed = await work.start(null);
    await refreshSessions();
    if (computed === null) return;
    announce(texts.done(formatResult(computed.result)));
    onClose();
  };
  return (
    <FormSheet texts={texts} isOpen={isOpen} onClose={onClose} onSubmit={draft.submit(send)} work={work} units={UNITS}>
      <p className="font-medium">{texts.count(contributions, participants)}</p>
      <p className="text-muted">{texts.text}</p>
    </FormSheet>
  );
}
