import type { ChainName } from '@touchstone/core/api/common.ts';
import { useState } from 'react';
import { CommitmentSheet } from '../../../parts/form/commitment-sheet.tsx';
import { hashTrouble, readHash } from '../../../parts/form/hash-text.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { words } from '../../../words/record/payments.ts';

const { verify: texts } = words;

export interface CheckSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCheck: (commitment: string, chain: ChainName) => void;
}

/** A commitment that anybody may ask about. */
export function CheckSheet({ isOpen, onClose, onCheck }: CheckSheetProps) {
  const draft = useDraft(useState({ commitment: '', chain: 'solana' as ChainName }));
  const check = () => {
    const { commitment, chain } = draft.values;
    const found = { commitment: hashTrouble(commitment, texts.commitmentWhat) };
    if (draft.check(found)) onCheck(readHash(commitment), chain);
  };
  return (
    <CommitmentSheet
      texts={texts}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(check)}
      field={draft.field}
    />
  );
}
