import type { ChainName } from '@touchstone/core/api/common.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { CommitmentSheet } from '../../../parts/form/commitment-sheet.tsx';
import { hashTrouble, readHash } from '../../../parts/form/hash-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words as claimWords } from '../../../words/issue/proof-claims.ts';
import { words } from '../../../words/issue/proofs.ts';
import { CLAIMS, type ClaimType } from './claims.ts';
import { EXPECTED_TEXTS, type Expectation, expectationOf, readLimits } from './expectation.ts';

const { verify: texts } = words;

const KIND_OPTIONS = [
  { value: 'any' as const, label: texts.anyKind },
  ...CLAIMS.map(({ type }) => ({ value: type, label: claimWords.kinds[type] })),
];

const EMPTY = {
  commitment: '',
  chain: 'solana' as ChainName,
  kind: 'any' as ClaimType | 'any',
  nonce: '',
  subject: '',
  limits: '',
};

export interface Sought {
  readonly commitment: string;
  readonly chain: ChainName;
  readonly expected: Expectation;
}

export interface CheckSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Of what is shown, to begin with. */
  readonly commitment: string | undefined;
  readonly chain: ChainName;
  readonly onCheck: (sought: Sought) => void;
}

/** What a relying party has and expects. The answer has a page of its own. */
export function CheckSheet({ isOpen, onClose, commitment, chain, onCheck }: CheckSheetProps) {
  const draft = useDraft(useState(EMPTY));
  const takeShown = useEffectEvent(() => {
    if (commitment !== undefined && commitment !== draft.values.commitment) draft.change({ commitment, chain });
  });
  useEffect(() => {
    if (isOpen) takeShown();
  }, [isOpen]);
  const check = () => {
    const { values } = draft;
    const limits = readLimits(values.limits);
    const found = {
      commitment: hashTrouble(values.commitment, texts.commitmentWhat),
      nonce: values.nonce.trim() === '' ? '' : lineTrouble(values.nonce, texts.nonce, EXPECTED_TEXTS.nonce),
      subject: values.subject.trim() === '' ? '' : lineTrouble(values.subject, texts.subject, EXPECTED_TEXTS.subject),
      limits: limits.ok ? '' : limits.message,
    };
    if (!draft.check(found) || !limits.ok) return;
    onCheck({
      commitment: readHash(values.commitment),
      chain: values.chain,
      expected: expectationOf({ ...values, limits: limits.limits }),
    });
  };
  return (
    <CommitmentSheet texts={texts} isOpen={isOpen} onClose={onClose} onSubmit={draft.submit(check)} field={draft.field}>
      <section className="space-y-4 border-t border-line pt-4">
        <div>
          <h3 className="text-14">{texts.expected}</h3>
          <p className="mt-1 text-13 text-muted">{texts.expectedNote}</p>
        </div>
        <TextField label={texts.nonce} {...draft.field('nonce')} description={texts.nonceHint} />
        <TextField label={texts.subject} {...draft.field('subject')} description={texts.subjectHint} />
        <Select label={texts.kind} options={KIND_OPTIONS} {...draft.field('kind')} />
        <TextField label={texts.limits} rows={3} isMono {...draft.field('limits')} description={texts.limitsHint} />
      </section>
    </CommitmentSheet>
  );
}
