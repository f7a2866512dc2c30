import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words as checkWords } from '../../../words/protect/key-checks.ts';
import { words } from '../../../words/protect/keys.ts';
import { keyOptions } from './key-options.ts';
import { managedKeysQuery, refreshKeys } from './queries.ts';

export type EnrolledKey = OutputOf<typeof key.fheRegister>;

const { enrol: texts } = checkWords;
const NO_KEY = { value: '', label: texts.noKey };
const EMPTY = { key_id: '', purpose: '', allowed_verifiers: '' } satisfies DraftOf<typeof key.fheRegister>;

export interface EnrolSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (enrolled: EnrolledKey) => void;
}

/** Enrols a managed key for verification under encryption. */
export function EnrolSheet({ isOpen, onClose, onMade }: EnrolSheetProps) {
  const announce = useAnnounce();
  const keys = useQuery(managedKeysQuery);
  const work = useWork((body: InputOf<typeof key.fheRegister>['body'], signal) =>
    client.crypto.key.fheRegister({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const { units } = key.fheRegister;
  const send = async () => {
    const { key_id, purpose } = draft.values;
    const found = {
      key_id: key_id === '' ? texts.keyTrouble : '',
      purpose: lineTrouble(purpose, texts.purposeWhat, key.fheRegister.body.properties.purpose),
    };
    if (!draft.check(found)) return;
    const verifiers = draft.values.allowed_verifiers.split(/[\s,;]+/).filter((id) => id !== '');
    const made = await work.start({
      key_id,
      purpose: purpose.trim(),
      allowed_verifiers: [...new Set(verifiers)],
    });
    if (made === null) return;
    draft.fill(EMPTY);
    announce(texts.done);
    onMade(made);
    onClose();
    await refreshKeys();
  };
  return (
    <FormSheet
      texts={texts}
      note={words.cost(unitsText(units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={units}
    >
      <Select label={texts.key} options={[NO_KEY, ...keyOptions(keys.data?.items ?? [])]} {...draft.field('key_id')} />
      <TextField label={texts.purpose} {...draft.field('purpose')} description={texts.purposeHint} isRequired />
      <TextField
        label={texts.verifiers}
        isMono
        {...draft.field('allowed_verifiers')}
        description={texts.verifiersHint}
      />
      <p className="text-13 text-muted">{texts.next}</p>
    </FormSheet>
  );
}
