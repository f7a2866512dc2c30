import type { ChainName } from '@touchstone/core/api/common.ts';
import { useState } from 'react';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { IDLE } from '../../../parts/work/use-work.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CHAIN_OPTIONS } from '../../../words/parts/chain-names.ts';
import { words } from '../../../words/record/payments.ts';
import { commitmentTrouble, readCommitment } from './invoice-draft.ts';

const { verify: texts } = words;

/** Nothing is asked before the page of the answer is open. */
const NO_WORK = { state: IDLE, cancel: () => undefined };

export interface CheckSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCheck: (commitment: string, chain: ChainName) => void;
}

/** A commitment that anybody may ask about. The answer has a page of its own. */
export function CheckSheet({ isOpen, onClose, onCheck }: CheckSheetProps) {
  const draft = useDraft(useState({ commitment: '', chain: 'solana' as ChainName }));
  const check = () => {
    const { commitment, chain } = draft.values;
    if (draft.check({ commitment: commitmentTrouble(commitment) })) onCheck(readCommitment(commitment), chain);
  };
  return (
    <FormSheet
      title={texts.title}
      note={texts.note}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(check)}
      verb={texts.send}
      work={NO_WORK}
      busyLabel={texts.busy}
      failedTitle={texts.failed}
      units={0}
    >
      <TextField
        label={texts.commitment}
        rows={2}
        isMono
        {...draft.field('commitment')}
        description={texts.commitmentHint}
        isRequired
      />
      <Select label={texts.chain} options={CHAIN_OPTIONS} {...draft.field('chain')} />
    </FormSheet>
  );
}
