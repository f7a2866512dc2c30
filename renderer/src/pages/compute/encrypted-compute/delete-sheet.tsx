import { fhe } from '@touchstone/core/api/crypto/fhe.ts';
import { useState } from 'react';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/encrypted-compute.ts';
import { inWorker } from './in-worker.ts';
import { nameOf, shortId } from './key-items.ts';
import type { SheetOfKey } from './notebooks.ts';
import { deleteKey, refreshKeys } from './queries.ts';

const { remove: texts } = words;

export interface DeleteSheetProps extends SheetOfKey {
  /** How many steps its notebook has. */
  readonly steps: number;
  readonly onDeleted: () => void;
}

/** Deletes a key once its digits are typed, and says what breaks. */
export function DeleteSheet({ notebookKey, notebooks, isOpen, onClose, steps, onDeleted }: DeleteSheetProps) {
  const announce = useAnnounce();
  const { item, pair } = notebookKey;
  const work = useWork(async (_: null, signal) => {
    if (item.isListed) await deleteKey(item, signal);
    if (pair?.custody === 'client') await inWorker({ kind: 'drop', id: item.id });
  });
  const draft = useDraft(useState({ name: '' }), work.state);
  const isSession = item.scheme === 'CKKS';
  const [name, digits] = [nameOf(item), shortId(item.id)];
  const send = async () => {
    if (!draft.check({ name: draft.values.name.trim() === digits ? '' : texts.trouble })) return;
    if ((await work.start(null)) === null) return;
    announce(texts.done(name), 'assertive');
    onDeleted();
    notebooks.drop(item.id);
    void refreshKeys();
  };
  return (
    <FormSheet
      texts={{
        ...texts,
        title: isSession ? texts.titleSession(name) : texts.title(name),
        send: isSession ? texts.verbSession : texts.verb,
      }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={work}
      units={item.isListed ? fhe.bfvDeleteKey.units : 0}
    >
      <p className="font-medium">{texts.texts[isSession ? 'session' : item.custody]}</p>
      {steps > 0 && <p>{texts.notebook(steps)}</p>}
      <p className="text-muted">{!isSession && item.custody === 'server' ? texts.backup : texts.final}</p>
      <TextField label={texts.type(<code className="font-semibold">{digits}</code>)} isMono {...draft.field('name')} />
    </FormSheet>
  );
}
