import { useState } from 'react';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { IDLE } from '../../../parts/work/use-work.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { readName } from './receipt-name.ts';

/** Nothing is asked before the page of the receipt is open. */
const NO_WORK = { state: IDLE, cancel: () => undefined };

export interface LookUpSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}

/** Finds one receipt by any of its three names. Works without signing in: whoever has a name may read the receipt. */
export function LookUpSheet({ isOpen, onClose, onName }: LookUpSheetProps) {
  const draft = useDraft(useState({ name: '' }));
  const { lookUp } = words;
  const find = () => {
    const read = readName(draft.values.name);
    if (draft.check({ name: read.ok ? '' : read.message }) && read.ok) onName(read.name);
  };
  return (
    <FormSheet
      texts={{ ...lookUp, send: lookUp.verb }}
      note={lookUp.note}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(find)}
      work={NO_WORK}
      units={0}
    >
      <TextField label={lookUp.field} isMono rows={3} {...draft.field('name')} description={lookUp.hint} isRequired />
    </FormSheet>
  );
}
