import { shield } from '@touchstone/core/api/crypto/shield.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { unitsText } from '../../../lib/text/units-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { POLICY_TROUBLE, type PolicyDraft, PolicyField, policyOf } from './policy-field.tsx';
import { refreshSecrets } from './queries.ts';
import { SealedStatus } from './sealed-status.tsx';
import { readTags, tagsTrouble, valueTrouble } from './secret-draft.ts';
import { SecretInput } from './secret-input.tsx';
import { secretsClient } from './secrets-client.ts';

const UNITS = shield.store.units;
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

/** Stores a secret. Its value is sealed in this page; the other fields travel and are kept as they are. */
export function StoreForm({ onStored }: { readonly onStored: (id: string) => void }) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof shield.store>['body']) => secretsClient.store(body));
  const draft = useDraft(useState(EMPTY), work.state);
  const store = async () => {
    const { name, value, provider, environment, vault } = draft.values;
    const tags = readTags(draft.values.tags);
    const rotation = policyOf(draft.values.rotation_policy);
    const found = {
      name: lineTrouble(name, 'name', LINES.name),
      value: valueTrouble(value),
      provider: lineTrouble(provider, 'provider', LINES.provider),
      environment: lineTrouble(environment, 'environment', LINES.environment),
      vault: lineTrouble(vault, 'vault', LINES.vault),
      tags: tagsTrouble(tags),
      rotation_policy: rotation === null ? POLICY_TROUBLE : '',
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
    draft.change({ value: '' });
    announce(`${stored.name} is stored`);
    void refreshSecrets();
    onStored(stored.id);
  };
  return (
    <Panel
      title="Store a secret"
      aside={`costs ${unitsText(UNITS)}`}
      lead="The value is sealed in this page to the server's ML-KEM-1024 key, so nothing on the way can read it. The server opens it, encrypts it at rest and can open it again: that protects against whoever gets the data folder without its master key, not against the running server."
    >
      <form onSubmit={draft.submit(store)} noValidate className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField label="Name" {...draft.field('name')} description="What people call it." isRequired />
          <TextField
            label="Provider"
            {...draft.field('provider')}
            description="Whose secret it is, for example stripe or aws."
            isRequired
          />
        </div>
        <SecretInput label="Value" {...draft.field('value')} />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Vault"
            {...draft.field('vault')}
            description="The group that it is filed under, for example payments."
            isRequired
          />
          <TextField
            label="Environment"
            {...draft.field('environment')}
            description="For example production or staging."
            isRequired
          />
        </div>
        <TextField
          label="Tags"
          {...draft.field('tags')}
          description="Optional, separated by commas. Like all fields but the value they are readable in lists: put no secret into them."
        />
        <PolicyField {...draft.field('rotation_policy')} />
        <Button
          type="submit"
          variant="primary"
          icon={<Lock aria-hidden size={16} />}
          isDisabled={work.state.status === 'busy'}
        >
          Seal and store
        </Button>
        <SealedStatus
          work={work}
          busyLabel="Sealing and storing"
          failedTitle="The secret was not stored"
          units={UNITS}
        />
      </form>
    </Panel>
  );
}
