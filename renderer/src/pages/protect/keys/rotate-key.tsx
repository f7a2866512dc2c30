import { useQuery } from '@tanstack/react-query';
import { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { SETTINGS } from '@touchstone/core/api/settings.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { lengthWords } from '../../../lib/text/length-words.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { boundsOf } from '../../../parts/form/contract-limits.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { materialTrouble, wholeNumber } from './field-troubles.ts';
import type { ManagedKey } from './managed-items.ts';
import { refreshKeys } from './queries.ts';
import { useKeysSearch } from './search.ts';
import { TIER_OPTIONS } from './tiers.ts';

const GRACES = ['setting', '0', '3600', '86400', '604800', '2592000', 'other'] as const;
type Grace = (typeof GRACES)[number];
const EMPTY = {
  new_key_material: '',
  grace: 'setting' as Grace,
  // In seconds as typed, where the choice is another than the usual ones.
  grace_period_seconds: '',
} satisfies DraftOf<typeof key.rotate, 'grace'>;

/** Replaces a key by new material; the old id works through a grace period, whose end is shown before. */
export function RotateKey({ item, onClose }: { readonly item: ManagedKey; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const { setSearch } = useKeysSearch();
  const settings = useQuery({
    queryKey: ['settings', 'server'],
    queryFn: ({ signal }) => client.admin.settings.read({}, { signal }),
  });
  const setting = settings.data?.managed_key_grace_seconds ?? SETTINGS.managed_key_grace_seconds.initial;
  const work = useWork((body: InputOf<typeof key.rotate>['body'], signal) =>
    client.crypto.key.rotate({ body }, { signal }),
  );
  const draft = useDraft(useState({ ...EMPTY, tier: item.tier }), work.state);
  const { new_key_material, tier, grace } = draft.values;
  const { units } = key.rotate;
  const seconds = secondsOf(grace, draft.values.grace_period_seconds, setting);
  const rotate = async () => {
    const found = {
      new_key_material: materialTrouble(new_key_material),
      grace_period_seconds: seconds === null ? 'Write whole seconds from 0 to 31,536,000, which is a year.' : '',
    };
    if (!draft.check(found) || seconds === null) return;
    const rotated = await work.start({ key_id: item.key_id, new_key_material, tier, grace_period_seconds: seconds });
    if (rotated === null) return;
    announce(`The key ${rotated.new_key_id} takes the place of ${item.key_id}`);
    await refreshKeys();
    onClose();
    setSearch({ key: rotated.new_key_id }, 'push');
  };
  return (
    <FormDialog
      title="Rotate the key"
      verb="Make the new key"
      isDisabled={settings.isPending}
      work={work}
      busyLabel="Rotating"
      failedTitle="The key was not rotated"
      units={units}
      onSubmit={draft.submit(rotate)}
      onClose={onClose}
    >
      <p>
        A new key with new material takes the place of <code>{item.key_id}</code>, with its label and its gateway
        targets. Until the grace period is over both ids work; then the old one expires by itself.
      </p>
      <SecretArea
        label="New key material"
        {...draft.field('new_key_material')}
        description="As its provider gave it out anew. The old material stays valid there until you withdraw it there."
      />
      <div className="grid gap-3 sm:grid-cols-2">
        <Select label="Tier" options={TIER_OPTIONS} {...draft.field('tier')} />
        <Select
          label="Grace period"
          options={GRACES.map((value) => ({ value, label: graceWords(value, setting) }))}
          value={grace}
          onChange={(value) => draft.change({ grace: value }, ['grace_period_seconds'])}
        />
      </div>
      {grace === 'other' && <TextField label="Grace period in seconds" {...draft.field('grace_period_seconds')} />}
      {seconds !== null && (
        <p>
          {seconds === 0 ? (
            'The old id is refused at once: programs that use it stop until they have the new one.'
          ) : (
            <>
              The old id expires on <TimeText value={Date.now() + seconds * 1000} />.
            </>
          )}
        </p>
      )}
      <p className="text-13 text-muted">Costs {unitsText(units)}.</p>
    </FormDialog>
  );
}

function secondsOf(grace: Grace, other: string, setting: number): number | null {
  if (grace === 'setting') return setting;
  return wholeNumber(grace === 'other' ? other : grace, ...boundsOf(key.rotate.body.properties.grace_period_seconds));
}

function graceWords(grace: Grace, setting: number): string {
  switch (grace) {
    case 'setting':
      return `As in the settings: ${lengthWords(setting)}`;
    case '0':
      return 'None: the old id ends at once';
    case 'other':
      return 'Other';
    default:
      return lengthWords(Number(grace));
  }
}
