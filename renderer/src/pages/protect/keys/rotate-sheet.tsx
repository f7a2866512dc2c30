import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { SETTINGS } from '@touchstone/core/api/settings.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { lengthWords } from '../../../lib/text/length-words.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { boundsOf } from '../../../parts/form/contract-limits.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/protect/keys.ts';
import { materialTrouble, wholeNumber } from './field-troubles.ts';
import { type ManagedKey, typedNameOf } from './managed-items.ts';
import { refreshKeys } from './queries.ts';
import { TIER_OPTIONS } from './tiers.ts';

const GRACES = ['setting', '0', '3600', '86400', '604800', '2592000', 'other'] as const;
type Grace = (typeof GRACES)[number];
const EMPTY = {
  new_key_material: '',
  grace: 'setting' as Grace,
  // In seconds as typed, where the choice is another than the usual ones.
  grace_period_seconds: '',
} satisfies DraftOf<typeof key.rotate, 'grace'>;

export interface RotateSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly item: ManagedKey;
  /** With the id of the key that replaces it. */
  readonly onRotated: (keyId: string) => void;
}

/** Replaces a key by new material; the old id works through a grace period, whose end is shown before. */
export function RotateSheet({ isOpen, onClose, item, onRotated }: RotateSheetProps) {
  const announce = useAnnounce();
  const settings = useQuery({
    queryKey: ['settings', 'server'],
    queryFn: ({ signal }) => client.admin.settings.read({}, { signal }),
  });
  const setting = settings.data?.managed_key_grace_seconds ?? SETTINGS.managed_key_grace_seconds.initial;
  const work = useWork((body: InputOf<typeof key.rotate>['body'], signal) =>
    client.crypto.key.rotate({ body }, { signal }),
  );
  const draft = useDraft(useState({ ...EMPTY, tier: item.tier }), work.state);
  // The draft outlives the sheet, and the lock must find the material also where its field is not drawn.
  useOnLock(() => draft.change({ new_key_material: '' }));
  const { new_key_material, tier, grace } = draft.values;
  const { units } = key.rotate;
  const { rotate } = words;
  const seconds = secondsOf(grace, draft.values.grace_period_seconds, setting);
  const send = async () => {
    const found = {
      new_key_material: materialTrouble(new_key_material),
      grace_period_seconds: seconds === null ? rotate.secondsTrouble : '',
    };
    if (!draft.check(found) || seconds === null) return;
    const rotated = await work.start({ key_id: item.key_id, new_key_material, tier, grace_period_seconds: seconds });
    if (rotated === null) return;
    announce(rotate.done(rotated.new_key_id, item.key_id));
    await refreshKeys();
    onRotated(rotated.new_key_id);
  };
  return (
    <FormSheet
      texts={{ ...rotate, title: rotate.title(typedNameOf(item)) }}
      note={words.cost(unitsText(units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      isDisabled={settings.isPending}
      work={work}
      units={units}
    >
      <p className="text-muted">{rotate.lead(<code>{item.key_id}</code>)}</p>
      <SecretArea label={rotate.material} {...draft.field('new_key_material')} description={rotate.materialHint} />
      <Select label={rotate.tier} options={TIER_OPTIONS} {...draft.field('tier')} />
      <Select
        label={rotate.grace}
        options={GRACES.map((value) => ({ value, label: graceWords(value, setting) }))}
        value={grace}
        onChange={(value) => draft.change({ grace: value }, ['grace_period_seconds'])}
      />
      {grace === 'other' && <TextField label={rotate.seconds} {...draft.field('grace_period_seconds')} />}
      {seconds !== null && (
        <p className="rounded bg-sunken px-3 py-2 text-13">
          {seconds === 0 ? rotate.atOnce : rotate.until(<TimeText value={Date.now() + seconds * 1000} />)}
        </p>
      )}
    </FormSheet>
  );
}

function secondsOf(grace: Grace, other: string, setting: number): number | null {
  if (grace === 'setting') return setting;
  return wholeNumber(grace === 'other' ? other : grace, ...boundsOf(key.rotate.body.properties.grace_period_seconds));
}

function graceWords(grace: Grace, setting: number): string {
  const { graces } = words.rotate;
  switch (grace) {
    case 'setting':
      return graces.setting(lengthWords(setting));
    case '0':
      return graces.none;
    case 'other':
      return graces.other;
    default:
      return lengthWords(Number(grace));
  }
}
