import type { ChainName } from '@touchstone/core/api/common.ts';
import type { FormEvent, ReactNode } from 'react';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { CHAIN_OPTIONS } from '../../words/parts/chain-names.ts';
import { IDLE } from '../work/use-work.ts';
import { FormSheet } from './form-sheet.tsx';
import type { Draft } from './use-draft.ts';

/** Nothing is asked before the page of the answer is open. */
const NO_WORK = { state: IDLE, cancel: () => undefined };

export interface CommitmentSheetProps {
  readonly texts: Readonly<
    Record<'title' | 'note' | 'send' | 'commitment' | 'commitmentHint' | 'chain' | 'busy' | 'failed', string>
  >;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onSubmit: (event: FormEvent) => void;
  readonly field: Draft<{ commitment: string; chain: ChainName }>['field'];
  readonly children?: ReactNode;
}

/** Asks which commitment on which chain is to be checked. The answer has a page of its own. */
export function CommitmentSheet({ texts, isOpen, onClose, onSubmit, field, children }: CommitmentSheetProps) {
  return (
    <FormSheet
      texts={texts}
      note={texts.note}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={onSubmit}
      work={NO_WORK}
      units={0}
    >
      <TextField
        label={texts.commitment}
        rows={2}
        isMono
        {...field('commitment')}
        description={texts.commitmentHint}
        isRequired
      />
      <Select label={texts.chain} options={CHAIN_OPTIONS} {...field('chain')} />
      {children}
    </FormSheet>
  );
}
