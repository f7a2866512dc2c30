import { useQuery } from '@tanstack/react-query';
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
import { materialTrouble } from './field-troubles.ts';
import { keyOptions } from './key-options.ts';
import { managedKeysQuery, refreshKeys } from './queries.ts';
import { TIER_OPTIONS, type Tier } from './tiers.ts';

export interface WrapDialogProps {
  readonly onClose: () => void;
  readonly onMade: (wrappedKeyId: string) => void;
}

const NO_KEY = { value: '', label: 'No key: it can always be unwrapped' };

/** Wraps key material, alone or bound to the status of a managed key. */
export function WrapDialog({ onClose, onMade }: WrapDialogProps) {
  const [material, setMaterial] = useState('');
  const [tier, setTier] = useState<Tier>('key-2');
  const [keyId, setKeyId] = useState('');
  const announce = useAnnounce();
  const keys = useQuery(managedKeysQuery);
  const work = useWork((body: InputOf<typeof key.wrap>['body'], signal) =>
    client.crypto.key.wrap({ body }, { signal }),
  );
  const errors = useFieldErrors(work.state, ['key_material']);
  const { units } = key.wrap;
  const submit = async () => {
    const wrong = materialTrouble(material);
    if (!errors.check(wrong === '' ? {} : { key_material: wrong })) return;
    const bound = keyId === '' ? {} : { key_id: keyId };
    const made = await work.start({ key_material: material, wrapping_tier: tier, ...bound });
    if (made === null) return;
    announce(`The wrapped key ${made.wrapped_key_id} was made`);
    await refreshKeys();
    onClose();
    onMade(made.wrapped_key_id);
  };
  return (
    <Dialog
      title="Wrap key material"
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="wrap-key" aria-disabled={work.state.status === 'busy'}>
            Wrap and keep it
          </Button>
        </>
      }
    >
      <form
        id="wrap-key"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <SecretArea
          label="Key material"
          value={material}
          onChange={(text) => {
            setMaterial(text);
            errors.changed('key_material');
          }}
          error={errors.at('key_material')}
        />
        <Select label="Tier" options={TIER_OPTIONS} value={tier} onChange={setTier} />
        <Select
          label="Obeys the status of"
          options={[NO_KEY, ...keyOptions(keys.data?.items ?? [])]}
          value={keyId}
          onChange={setKeyId}
        />
      </form>
      <p className="text-[0.8125rem] text-muted">Costs {unitsText(units)}.</p>
      <WorkStatus
        state={work.state}
        busyLabel="Wrapping"
        failedTitle="The material was not wrapped"
        onCancel={work.cancel}
        units={units}
      />
    </Dialog>
  );
}
