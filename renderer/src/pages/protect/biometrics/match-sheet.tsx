import { biometric } from '@touchstone/core/api/crypto/biometric.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { VectorField } from '../../../parts/vector/vector-field.tsx';
import { readVector, sampleVector } from '../../../parts/vector/vector-text.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { words as vectorWords } from '../../../words/parts/vector.ts';
import { words } from '../../../words/protect/biometrics.ts';
import { MODALITY_OPTIONS, type Modality } from './user-items.ts';

const { match: texts } = words;
const UNITS = biometric.match.units;
/** How much the example's second vector differs from the first. */
const SAMPLE_SHARE = 0.3;

const EMPTY = { template_a: '', template_b: '', modality: 'face' as Modality } satisfies DraftOf<
  typeof biometric.match
>;

export type Comparison = OutputOf<typeof biometric.match> & { readonly modality: Modality };

export interface MatchSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onCompared: (comparison: Comparison) => void;
}

/** Compares two vectors that belong to nobody here. */
export function MatchSheet({ isOpen, onClose, onCompared }: MatchSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof biometric.match>['body'], signal) =>
    client.crypto.biometric.match({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const send = async () => {
    const { modality } = draft.values;
    const [a, b] = [readVector(draft.values.template_a), readVector(draft.values.template_b)];
    const troubleOf = (vector: string | null) => (vector === null ? vectorWords.trouble : '');
    if (!draft.check({ template_a: troubleOf(a), template_b: troubleOf(b) }) || a === null || b === null) return;
    const compared = await work.start({ template_a: a, template_b: b, modality });
    if (compared === null) return;
    draft.fill(EMPTY);
    announce(compared.match ? texts.yes : texts.no, 'assertive');
    onCompared({ ...compared, modality });
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <VectorField label={texts.a} {...draft.field('template_a')} sample={() => sampleVector()} />
      <VectorField label={texts.b} {...draft.field('template_b')} sample={() => sampleVector(SAMPLE_SHARE)} />
      <Select label={words.enrol.modality} options={MODALITY_OPTIONS} {...draft.field('modality')} />
      <p className="text-13 text-muted">{texts.note}</p>
    </FormSheet>
  );
}
