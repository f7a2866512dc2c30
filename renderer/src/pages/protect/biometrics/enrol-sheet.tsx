import { biometric } from '@touchstone/core/api/crypto/biometric.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { VectorField } from '../../../parts/vector/vector-field.tsx';
import { readVector, sampleVector } from '../../../parts/vector/vector-text.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words as vectorWords } from '../../../words/parts/vector.ts';
import { words } from '../../../words/protect/biometrics.ts';
import { refreshBiometrics } from './queries.ts';
import { MODALITY_OPTIONS, type Modality } from './user-items.ts';

const { enrol: texts } = words;
const UNITS = biometric.enroll.units;

const EMPTY = { user_id: '', modality: 'face' as Modality, template: '' } satisfies DraftOf<typeof biometric.enroll>;

export interface EnrolSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'enrol' | 'sample' | null;
  /** Whose template it is, where that is known. */
  readonly user: string | undefined;
  readonly onClose: () => void;
  readonly onMade: (user: string) => void;
}

/** Stores a template. */
export function EnrolSheet({ act, user, onClose, onMade }: EnrolSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof biometric.enroll>['body'], signal) =>
    client.crypto.biometric.enroll({ body }, { signal }),
  );
  const draft = useDraft(useState({ ...EMPTY, user_id: user ?? '' }), work.state);
  const fillSample = useEffectEvent(() =>
    draft.fill({ ...EMPTY, user_id: user ?? texts.sampleUser, template: sampleVector() }),
  );
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const send = async () => {
    const userId = draft.values.user_id.trim();
    const template = readVector(draft.values.template);
    const found = {
      user_id: lineTrouble(userId, texts.userWhat, biometric.enroll.body.properties.user_id),
      template: template === null ? vectorWords.trouble : '',
    };
    if (!draft.check(found) || template === null) return;
    if ((await work.start({ user_id: userId, modality: draft.values.modality, template })) === null) return;
    draft.fill({ ...EMPTY, user_id: user ?? '' });
    announce(texts.done(userId));
    void refreshBiometrics();
    onMade(userId);
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(UNITS))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={UNITS}
    >
      <TextField label={texts.user} {...draft.field('user_id')} description={texts.userHint} isRequired />
      <Select label={texts.modality} options={MODALITY_OPTIONS} {...draft.field('modality')} />
      <VectorField label={texts.template} {...draft.field('template')} sample={() => sampleVector()} />
      <p className="text-13 text-muted">{texts.replaces}</p>
      <p className="text-13 text-muted">{texts.clear}</p>
    </FormSheet>
  );
}
