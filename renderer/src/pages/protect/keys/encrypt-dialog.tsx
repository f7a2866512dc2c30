import { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { labelTrouble, materialTrouble } from './field-troubles.ts';
import { refreshKeys } from './queries.ts';
import { TIER_OPTIONS, type Tier } from './tiers.ts';

export interface EncryptDialogProps {
  readonly onClose: () => void;
  readonly onMade: (keyId: string) => void;
}

const EMPTY = { label: '', key_material: '', tier: 'key-2' as Tier } satisfies DraftOf<typeof key.encrypt>;

/** Encrypts key material and so makes a managed key. */
export function EncryptDialog({ onClose, onMade }: EncryptDialogProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof key.encrypt>['body'], signal) =>
    client.crypto.key.encrypt({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const { units } = key.encrypt;
  const encrypt = async () => {
    const { label, key_material } = draft.values;
    if (!draft.check({ label: labelTrouble(label), key_material: materialTrouble(key_material) })) return;
    const made = await work.start({ ...draft.values, label: label.trim() });
    if (made === null) return;
    announce(`The key ${made.id} was made`);
    await refreshKeys();
    onClose();
    onMade(made.id);
  };
  return (
    <FormDialog
      title="Encrypt key material"
      verb="Encrypt and keep it"
      work={work}
      busyLabel="Encrypting"
      failedTitle="The material was not encrypted"
      units={units}
      onSubmit={draft.submit(encrypt)}
      onClose={onClose}
    >
      <TextField
        label="Label"
        {...draft.field('label')}
        description="What the key is for, for example: payment provider. It is no secret."
        autoFocus
      />
      <SecretArea
        label="Key material"
        {...draft.field('key_material')}
        description="Spaces and line breaks count. The text goes to the embedded server and is stored encrypted."
      />
      <Select label="Tier" options={TIER_OPTIONS} {...draft.field('tier')} />
      <p className="text-13 text-muted">Costs {unitsText(units)}.</p>
    </FormDialog>
  );
}
