import { biometric } from '@touchstone/core/api/crypto/biometric.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { VectorField } from '../../../parts/vector/vector-field.tsx';
import { readVector, sampleVector } from '../../../parts/vector/vector-text.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words as vectorWords } from '../../../words/parts/vector.ts';
import { words } from '../../../words/protect/biometrics.ts';
import { refreshBiometrics } from './queries.ts';

const { verify: texts } = words;
const UNITS = biometric.verify.units;
/** How much the example differs from the template of the example. */
const SAMPLE_SHARE = 0.2;

export type Verification = OutputOf<typeof biometric.verify>;

export interface VerifySheetProps {
  readonly user: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onVerified: (verification: Verification) => void;
}

/** Compares a sample with the templates of a user. */
export function VerifySheet({ user, isOpen, onClose, onVerified }: VerifySheetProps) {
  const announce = useAnnounce();
  const work = useWork((sample: string, signal) =>
    client.crypto.biometric.verify({ body: { user_id: user, sample } }, { signal }),
  );
  const draft = useDraft(useState({ sample: '' }), work.state);
  const send = async () => {
    const sample = readVector(draft.values.sample);
    if (!draft.check({ sample: sample === null ? vectorWords.trouble : '' }) || sample === null) return;
    const verification = await work.start(sample);
    void refreshBiometrics();
    if (verification === null) return;
    draft.fill({ sample: '' });
    announce(verification.verified ? texts.yes : texts.no, 'assertive');
    onVerified(verification);
  };
  return (
    <FormSheet
      texts={{ ...texts, title: texts.title(user) }}
      note={words.cost(unitsText(UNITS))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <VectorField label={texts.sample} {...draft.field('sample')} sample={() => sampleVector(SAMPLE_SHARE)} />
      <p className="text-13 text-muted">{texts.locked}</p>
    </FormSheet>
  );
}
