import { shield } from '@touchstone/core/api/crypto/shield.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { unitsText } from '../../../lib/text/units-text.ts';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
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

const FIELDS = ['name', 'value', 'provider', 'environment', 'vault', 'tags', 'rotation_policy'] as const;
const UNITS = shield.store.units;
const EMPTY = { name: '', provider: '', environment: 'production', vault: '', tags: '' } as const;
type Draft = Record<keyof typeof EMPTY, string>;

/** Stores a secret. Its value is sealed in this page; the other fields travel and are kept as they are. */
export function StoreForm({ onStored }: { readonly onStored: (id: string) => void }) {
  const [draft, setDraft] = useState<Draft>(EMPTY);
  const [value, setValue] = useState('');
  const [policy, setPolicy] = useState<PolicyDraft>({ choice: '90d', days: '' });
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof shield.store>['body']) => secretsClient.store(body));
  const errors = useFieldErrors(work.state, FIELDS);
  const change = (field: keyof Draft) => (text: string) => {
    setDraft((before) => ({ ...before, [field]: text }));
    errors.changed(field);
  };
  const store = async (event: React.FormEvent) => {
    event.preventDefault();
    const tags = readTags(draft.tags);
    const rotation = policyOf(policy);
    const found = {
      name: lineTrouble(draft.name, 'name', 200),
      value: valueTrouble(value),
      provider: lineTrouble(draft.provider, 'provider', 100),
      environment: lineTrouble(draft.environment, 'environment', 100),
      vault: lineTrouble(draft.vault, 'vault', 100),
      tags: tagsTrouble(tags),
      rotation_policy: rotation === null ? POLICY_TROUBLE : '',
    };
    if (!errors.check(Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== '')))) return;
    const stored = await work.start({
      name: draft.name.trim(),
      value,
      provider: draft.provider.trim(),
      environment: draft.environment.trim(),
      vault: draft.vault.trim(),
      ...(rotation === null || rotation === undefined ? {} : { rotation_policy: rotation }),
      ...(tags.length === 0 ? {} : { tags: [...tags] }),
    });
    if (stored === null) return;
    setValue('');
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
      <form onSubmit={store} noValidate className="space-y-3">
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Name"
            value={draft.name}
            onChange={change('name')}
            error={errors.at('name')}
            description="What people call it."
            isRequired
          />
          <TextField
            label="Provider"
            value={draft.provider}
            onChange={change('provider')}
            error={errors.at('provider')}
            description="Whose secret it is, for example stripe or aws."
            isRequired
          />
        </div>
        <SecretInput
          label="Value"
          value={value}
          onChange={(text) => {
            setValue(text);
            errors.changed('value');
          }}
          error={errors.at('value')}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <TextField
            label="Vault"
            value={draft.vault}
            onChange={change('vault')}
            error={errors.at('vault')}
            description="The group that it is filed under, for example payments."
            isRequired
          />
          <TextField
            label="Environment"
            value={draft.environment}
            onChange={change('environment')}
            error={errors.at('environment')}
            description="For example production or staging."
            isRequired
          />
        </div>
        <TextField
          label="Tags"
          value={draft.tags}
          onChange={change('tags')}
          error={errors.at('tags')}
          description="Optional, separated by commas. Like all fields but the value they are readable in lists: put no secret into them."
        />
        <PolicyField
          draft={policy}
          onChange={(chosen) => {
            setPolicy(chosen);
            errors.changed('rotation_policy');
          }}
          error={errors.at('rotation_policy')}
        />
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
