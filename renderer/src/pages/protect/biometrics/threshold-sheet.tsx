import { biometric } from '@touchstone/core/api/crypto/biometric.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/biometrics.ts';
import { refreshBiometrics } from './queries.ts';
import { MODALITY_OPTIONS, type Modality } from './user-items.ts';

const { threshold: texts } = words;
const UNITS = biometric.threshold.units;
/** As the contract has it (S30). */
const [LEAST, MOST] = [0.5, 0.99];

const EMPTY = { modality: 'face' as Modality, threshold: '0.9' } satisfies DraftOf<typeof biometric.threshold>;

/** Sets how similar a sample must be. */
export function ThresholdSheet({ isOpen, onClose }: { readonly isOpen: boolean; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof biometric.threshold>['body'], signal) =>
    client.crypto.biometric.threshold({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const send = async () => {
    const { modality } = draft.values;
    const threshold = Number(draft.values.threshold.trim().replace(',', '.'));
    const isPossible = threshold >= LEAST && threshold <= MOST;
    if (!draft.check({ threshold: isPossible ? '' : texts.trouble })) return;
    if ((await work.start({ modality, threshold })) === null) return;
    announce(texts.done(words.modalities[modality], String(threshold)));
    onClose();
    await refreshBiometrics();
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
      <Select label={words.enrol.modality} options={MODALITY_OPTIONS} {...draft.field('modality')} />
      <TextField label={texts.value} {...draft.field('threshold')} description={texts.valueHint} isRequired />
      <p className="text-13 text-muted">{texts.audited}</p>
    </FormSheet>
  );
}
