import { useQuery } from '@tanstack/react-query';
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
import { materialTrouble } from './field-troubles.ts';
import { keyOptions } from './key-options.ts';
import { managedKeysQuery, refreshKeys } from './queries.ts';
import { TIER_OPTIONS, type Tier } from './tiers.ts';

export interface WrapDialogProps {
  readonly onClose: () => void;
  readonly onMade: (wrappedKeyId: string) => void;
}

const NO_KEY = { value: '', label: 'No key: it can always be unwrapped' };
const EMPTY = { key_material: '', wrapping_tier: 'key-2' as Tier, key_id: '' } satisfies DraftOf<typeof key.wrap>;

/** Wraps key material, alone or bound to the status of a managed key. */
export function WrapDialog({ onClose, onMade }: WrapDialogProps) {
  const announce = useAnnounce();
  const keys = useQuery(managedKeysQuery);
  const work = useWork((body: InputOf<typeof key.wrap>['body'], signal) =>
    client.crypto.key.wrap({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const { units } = key.wrap;
  const wrap = async () => {
    const { key_id, ...rest } = draft.values;
    if (!draft.check({ key_material: materialTrouble(rest.key_material) })) return;
    const made = await work.start({ ...rest, ...(key_id === '' ? {} : { key_id }) });
    if (made === null) return;
    announce(`The wrapped key ${made.wrapped_key_id} was made`);
    await refreshKeys();
    onClose();
    onMade(made.wrapped_key_id);
  };
  return (
    <FormDialog
      title="Wrap key material"
      verb="Wrap and keep it"
      work={work}
      busyLabel="Wrapping"
      failedTitle="The material was not wrapped"
      units={units}
      onSubmit={draft.submit(wrap)}
      onClose={onClose}
    >
      <SecretArea label="Key material" {...draft.field('key_material')} />
      <Select label="Tier" options={TIER_OPTIONS} {...draft.field('wrapping_tier')} />
      <Select
        label="Obeys the status of"
        options={[NO_KEY, ...keyOptions(keys.data?.items ?? [])]}
        {...draft.field('key_id')}
      />
      <p className="text-13 text-muted">Costs {unitsText(units)}.</p>
    </FormDialog>
  );
}
