import { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64Url } from '@touchstone/core/bytes.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/keys.ts';
import { labelTrouble, materialTrouble } from './field-troubles.ts';
import { refreshKeys } from './queries.ts';
import { TIER_OPTIONS, type Tier } from './tiers.ts';

export interface CreateSheetProps {
  readonly isOpen: boolean;
  /** Filled with an example. */
  readonly isSample: boolean;
  readonly onClose: () => void;
  readonly onMade: (keyId: string) => void;
}

const EMPTY = { label: '', key_material: '', tier: 'key-2' as Tier } satisfies DraftOf<typeof key.encrypt>;

/** Encrypts key material and so makes a managed key. */
export function CreateSheet({ isOpen, isSample, onClose, onMade }: CreateSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof key.encrypt>['body'], signal) =>
    client.crypto.key.encrypt({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  // The draft outlives the sheet, and the lock must find the material also where its field is not drawn.
  useOnLock(() => draft.change({ key_material: '' }));
  const { create } = words;
  const fillSample = useEffectEvent(() =>
    // Of the form that providers use, and of no worth to anybody.
    draft.fill({ ...EMPTY, label: create.sample, key_material: `sk_example_${toBase64Url(systemRandom(24))}` }),
  );
  useEffect(() => {
    if (isSample) fillSample();
  }, [isSample]);
  const { units } = key.encrypt;
  const send = async () => {
    const { label, key_material } = draft.values;
    if (!draft.check({ label: labelTrouble(label), key_material: materialTrouble(key_material) })) return;
    const made = await work.start({ ...draft.values, label: label.trim() });
    if (made === null) return;
    draft.fill(EMPTY);
    announce(create.done(made.id));
    await refreshKeys();
    onMade(made.id);
  };
  return (
    <FormSheet
      texts={create}
      note={words.cost(unitsText(units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={units}
    >
      <TextField label={create.label} {...draft.field('label')} description={create.labelHint} autoFocus />
      <SecretArea label={create.material} {...draft.field('key_material')} description={create.materialHint} />
      <Select label={create.tier} options={TIER_OPTIONS} {...draft.field('tier')} />
    </FormSheet>
  );
}
