import { useState } from 'react';
import { FileText } from '../../ui/file-text.tsx';
import { useAnnounce } from '../../ui/live-region.tsx';
import { FormSheet } from '../form/form-sheet.tsx';
import { useDraft } from '../form/use-draft.ts';
import { useWork } from '../work/use-work.ts';

export interface HideSheetProps {
  readonly texts: Readonly<Record<'title' | 'verb' | 'busy' | 'failed' | 'text' | 'stays', string>> & {
    readonly done: (name: string) => string;
  };
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly id: string;
  /** What people know the thing by. */
  readonly name: string;
  readonly hide: (id: string, signal: AbortSignal) => Promise<unknown>;
  readonly onHidden: () => void;
}

/** Takes a thing off its list. The ledger keeps what was anchored: nothing is destroyed. */
export function HideSheet({ texts, isOpen, onClose, id, name, hide, onHidden }: HideSheetProps) {
  const announce = useAnnounce();
  const work = useWork(hide);
  const draft = useDraft(useState({}), work.state);
  const send = async () => {
    if ((await work.start(id)) === null) return;
    announce(texts.done(name));
    onHidden();
  };
  return (
    <FormSheet
      texts={{ ...texts, send: texts.verb }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={work}
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
