import { fheIq } from '@touchstone/core/api/crypto/fhe-iq.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { DEGREES } from '@touchstone/core/fhe/advice.ts';
import { useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { formatCount } from '../../../../lib/format.ts';
import { unitsText } from '../../../../lib/text/units-text.ts';
import { FormSheet } from '../../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Select } from '../../../../ui/select.tsx';
import { TextField } from '../../../../ui/text-field.tsx';
import { words } from '../../../../words/compute/encrypted-compute-advice.ts';
import { positive } from './numbers.ts';
import { readBits } from './primes.ts';

const { improve: texts } = words;
const UNITS = fheIq.optimize.units;

type Body = InputOf<typeof fheIq.optimize>['body'];

export interface Improved {
  readonly from: Body['current_params'];
  readonly answer: OutputOf<typeof fheIq.optimize>;
}

const DEGREE_OPTIONS = DEGREES.map((n) => ({ value: String(n), label: formatCount(n) }));
const TARGETS = ['latency', 'security'] as const;
const TARGET_OPTIONS = TARGETS.map((value) => ({ value, label: texts.targets[value] }));

const START = {
  'current_params.n': '16384',
  // The default of SEAL, which is outside the tables of 2024: what most people have.
  'current_params.q_bits': '438',
  target: 'latency' as (typeof TARGETS)[number],
  constraint_ms: '500',
} satisfies DraftOf<typeof fheIq.optimize>;

export interface ImproveSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onImproved: (improved: Improved) => void;
}

/** Parameters that somebody has, and what is to become better. */
export function ImproveSheet({ isOpen, onClose, onImproved }: ImproveSheetProps) {
  const announce = useAnnounce();
  const work = useWork(async (body: Body, signal): Promise<Improved> => {
    return { from: body.current_params, answer: await client.crypto.fheIq.optimize({ body }, { signal }) };
  });
  const draft = useDraft(useState(START), work.state);
  const send = async () => {
    const { values } = draft;
    const [q_bits, most] = [readBits(values['current_params.q_bits']), positive(values.constraint_ms)];
    const found = {
      'current_params.q_bits': q_bits === null ? texts.bitsTrouble : '',
      constraint_ms: most === null ? texts.mostTrouble : '',
    };
    if (!draft.check(found) || q_bits === null || most === null) return;
    const n = DEGREES.find((degree) => String(degree) === values['current_params.n']) ?? DEGREES[0];
    const improved = await work.start({ current_params: { n, q_bits }, target: values.target, constraint_ms: most });
    if (improved === null) return;
    announce(texts.done);
    onImproved(improved);
  };
  return (
    <FormSheet
      texts={texts}
      note={texts.note(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <p className="text-13 text-muted">{texts.text}</p>
      <Select label={texts.n} options={DEGREE_OPTIONS} {...draft.field('current_params.n')} />
      <TextField label={texts.bits} {...draft.field('current_params.q_bits')} description={texts.bitsHint} isRequired />
      <Select label={texts.target} options={TARGET_OPTIONS} {...draft.field('target')} />
      <TextField label={texts.most} {...draft.field('constraint_ms')} isRequired />
    </FormSheet>
  );
}
