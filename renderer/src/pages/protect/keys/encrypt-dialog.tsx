import { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
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

/** Encrypts key material and so makes a managed key. */
export function EncryptDialog({ onClose, onMade }: EncryptDialogProps) {
  const [label, setLabel] = useState('');
  const [material, setMaterial] = useState('');
  const [tier, setTier] = useState<Tier>('key-2');
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof key.encrypt>['body'], signal) =>
    client.crypto.key.encrypt({ body }, { signal }),
  );
  const errors = useFieldErrors(work.state, ['label', 'key_material']);
  const { units } = key.encrypt;
  const submit = async () => {
    const wrongLabel = labelTrouble(label);
    const wrongMaterial = materialTrouble(material);
    const found = {
      ...(wrongLabel === '' ? {} : { label: wrongLabel }),
      ...(wrongMaterial === '' ? {} : { key_material: wrongMaterial }),
    };
    if (!errors.check(found)) return;
    const made = await work.start({ key_material: material, label: label.trim(), tier });
    if (made === null) return;
    announce(`The key ${made.id} was made`);
    await refreshKeys();
    onClose();
    onMade(made.id);
  };
  return (
    <Dialog
      title="Encrypt key material"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="encrypt-key" aria-disabled={work.state.status === 'busy'}>
            Encrypt and keep it
          </Button>
        </>
      }
    >
      <form
        id="encrypt-key"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="Label"
          value={label}
          onChange={(text) => {
            setLabel(text);
            errors.changed('label');
          }}
          description="What the key is for, for example: payment provider. It is no secret."
          error={errors.at('label')}
          autoFocus
        />
        <SecretArea
          label="Key material"
          value={material}
          onChange={(text) => {
            setMaterial(text);
            errors.changed('key_material');
          }}
          description="Spaces and line breaks count. The text goes to the embedded server and is stored encrypted."
          error={errors.at('key_material')}
        />
        <Select label="Tier" options={TIER_OPTIONS} value={tier} onChange={setTier} />
      </form>
      <p className="text-[0.8125rem] text-muted">Costs {unitsText(units)}.</p>
      <WorkStatus
        state={work.state}
        busyLabel="Encrypting"
        failedTitle="The material was not encrypted"
        onCancel={work.cancel}
        units={units}
      />
    </Dialog>
  );
}
