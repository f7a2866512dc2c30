import { shield } from '@touchstone/core/api/crypto/shield.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { useEffect, useEffectEvent, useState } from 'react';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { type PolicyDraft, PolicyField, policyOf } from './policy-field.tsx';
import { refreshSecrets } from './queries.ts';
import { sealingFailure } from './sealing-failure.tsx';
import { readTags, sampleValue, tagsTrouble, valueTrouble } from './secret-draft.ts';
import { SecretInput } from './secret-input.tsx';
import { secretsClient } from './secrets-client.ts';

const LINES = shield.store.body.properties;
const EMPTY = {
  name: '',
  value: '',
  provider: '',
  environment: 'production',
  vault: '',
  tags: '',
  rotation_policy: { choice: '90d', days: '' } as PolicyDraft,
} satisfies DraftOf<typeof shield.store>;

export interface StoreSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'store' | 'sample' | null;
  readonly onClose: () => void;
  readonly onStored: (id: string) => void;
}

/** Stores a secret. Its value is sealed in this page; the other fields travel and are kept as they are. */
export function StoreSheet({ act, onClose, onStored }: StoreSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof shield.store>['body']) => secretsClient.store(body));
  const draft = useDraft(useState(EMPTY), work.state);
  // The draft outlives the sheet, and the lock must find a value also where its field is not drawn.
  useOnLock(() => act === null && draft.change({ value: '' }));
  const fillSample = useEffectEvent(() =>
    draft.fill({ ...EMPTY, ...words.store.sample, value: sampleValue(systemRandom) }),
  );
  useEffect(() => {
    if (act === 'sample') fillSample();
  }, [act]);
  const { store, policyField } = words;
  const send = async () => {
    const { name, value, provider, environment, vault } = draft.values;
    const tags = readTags(draft.values.tags);
    const rotation = policyOf(draft.values.rotation_policy);
    const found = {
      name: lineTrouble(name, store.members.name, LINES.name),
      value: valueTrouble(value),
      provider: lineTrouble(provider, store.members.provider, LINES.provider),
      environment: lineTrouble(environment, store.members.environment, LINES.environment),
      vault: lineTrouble(vault, store.members.vault, LINES.vault),
      tags: tagsTrouble(tags),
      rotation_policy: rotation === null ? policyField.trouble : '',
    };
    if (!draft.check(found)) return;
    const stored = await work.start({
      name: name.trim(),
      value,
      provider: provider.trim(),
      environment: environment.trim(),
      vault: vault.trim(),
      ...(rotation === null || rotation === undefined ? {} : { rotation_policy: rotation }),
      ...(tags.length === 0 ? {} : { tags: [...tags] }),
    });
    if (stored === null) return;
    draft.fill(EMPTY);
    announce(store.done(stored.name));
    void refreshSecrets();
    onStored(stored.id);
  };
  return (
    <FormSheet
      texts={store}
      note={store.cost(unitsText(shield.store.units))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      failure={sealingFailure(work.state, store.failed)}
      units={shield.store.units}
    >
      <TextField label={store.name} {...draft.field('name')} description={store.nameHint} isRequired />
      <SecretInput label={store.value} {...draft.field('value')} />
      <p className="rounded bg-sunken px-3 py-2 text-13 text-muted">{store.sealed}</p>
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <TextField label={store.vault} {...draft.field('vault')} description={store.vaultHint} isRequired />
        <TextField
          label={store.environment}
          {...draft.field('environment')}
          description={store.environmentHint}
          isRequired
        />
      </div>
      <TextField label={store.provider} {...draft.field('provider')} description={store.providerHint} isRequired />
      <TextField label={store.tags} {...draft.field('tags')} description={store.tagsHint} />
      <PolicyField {...draft.field('rotation_policy')} />
    </FormSheet>
  );
}
