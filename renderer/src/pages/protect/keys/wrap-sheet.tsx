import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { words } from '../../../words/protect/keys.ts';
import { materialTrouble } from './field-troubles.ts';
import { keyOptions } from './key-options.ts';
import { managedKeysQuery, refreshKeys } from './queries.ts';
import { TIER_OPTIONS, type Tier } from './tiers.ts';

export interface WrapSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onMade: (wrappedKeyId: string) => void;
}

const NO_KEY = { value: '', label: words.wrap.noKey };
const EMPTY = { key_material: '', wrapping_tier: 'key-2' as Tier, key_id: '' } satisfies DraftOf<typeof key.wrap>;

/** Wraps key material, alone or bound to the status of a managed key. */
export function WrapSheet({ isOpen, onClose, onMade }: WrapSheetProps) {
  const announce = useAnnounce();
  const keys = useQuery(managedKeysQuery);
  const work = useWork((body: InputOf<typeof key.wrap>['body'], signal) =>
    client.crypto.key.wrap({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  // The draft outlives the sheet, and the lock must find the material also where its field is not drawn.
  useOnLock(() => draft.change({ key_material: '' }));
  const { units } = key.wrap;
  const { wrap, create } = words;
  const send = async () => {
    const { key_id, ...rest } = draft.values;
    if (!draft.check({ key_material: materialTrouble(rest.key_material) })) return;
    const made = await work.start({ ...rest, ...(key_id === '' ? {} : { key_id }) });
    if (made === null) return;
    draft.fill(EMPTY);
    announce(wrap.done(made.wrapped_key_id));
    await refreshKeys();
    onMade(made.wrapped_key_id);
  };
  return (
    <FormSheet
      texts={wrap}
      note={words.cost(unitsText(units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={units}
    >
      <p className="text-muted">{words.wrapped.lead}</p>
      <SecretArea label={create.material} {...draft.field('key_material')} />
      <Select label={create.tier} options={TIER_OPTIONS} {...draft.field('wrapping_tier')} />
      <Select label={wrap.obeys} options={[NO_KEY, ...keyOptions(keys.data?.items ?? [])]} {...draft.field('key_id')} />
    </FormSheet>
  );
}
