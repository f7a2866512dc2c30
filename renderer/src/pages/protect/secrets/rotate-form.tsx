import { shield } from '@touchstone/core/api/crypto/shield.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../../lib/query.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { POLICY_TROUBLE, type PolicyDraft, PolicyField, policyOf } from './policy-field.tsx';
import { refreshSecrets, versionsQuery } from './queries.ts';
import { SealedStatus } from './sealed-status.tsx';
import { valueTrouble } from './secret-draft.ts';
import { SecretInput } from './secret-input.tsx';
import { secretsClient } from './secrets-client.ts';

const FIELDS = ['new_value', 'rotation_policy'] as const;
const UNITS = shield.rotate.units;

export interface RotateFormProps {
  readonly item: SecretItem;
  /** The id of the new version. */
  readonly onRotated: (id: string) => void;
}

/** Replaces the value by a new version. What came of it stays on the page. */
export function RotateForm({ item, onRotated }: RotateFormProps) {
  const [value, setValue] = useState('');
  const [policy, setPolicy] = useState<PolicyDraft>({ choice: 'keep', days: '' });
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof shield.rotate>['body']) => secretsClient.rotate(body));
  const errors = useFieldErrors(work.state, FIELDS);
  const { result } = work;
  const rotate = async (event: React.FormEvent) => {
    event.preventDefault();
    const rotation = policyOf(policy);
    const found = { new_value: valueTrouble(value), rotation_policy: rotation === null ? POLICY_TROUBLE : '' };
    if (!errors.check(Object.fromEntries(Object.entries(found).filter(([, sentence]) => sentence !== '')))) return;
    const rotated = await work.start({
      secret_id: item.id,
      new_value: value,
      ...(rotation === null || rotation === undefined ? {} : { rotation_policy: rotation }),
    });
    if (rotated === null) return;
    setValue('');
    setPolicy({ choice: 'keep', days: '' });
    announce(`Version ${rotated.version} is active`);
    // The list with the new version first, so that this page, with the result on it, stays when the address changes.
    await queryClient.fetchQuery(versionsQuery(rotated.id)).catch(() => undefined);
    onRotated(rotated.id);
    await refreshSecrets();
  };
  return (
    <Panel title="Rotate" aside={`costs ${unitsText(UNITS)}`}>
      {item.status === 'active' ? (
        <form onSubmit={rotate} noValidate className="space-y-3">
          <p className="max-w-prose text-muted">
            A new version takes the place of this one, which stays readable for 30 days. The provider is not told: make
            the new value there first, and withdraw the old one there when no program uses it any more.
          </p>
          <SecretInput
            label="New value"
            value={value}
            onChange={(text) => {
              setValue(text);
              errors.changed('new_value');
            }}
            error={errors.at('new_value')}
          />
          <PolicyField
            draft={policy}
            onChange={(chosen) => {
              setPolicy(chosen);
              errors.changed('rotation_policy');
            }}
            error={errors.at('rotation_policy')}
            present={item.rotation_policy}
          />
          <Button type="submit" icon={<RotateCw aria-hidden size={16} />} isDisabled={work.state.status === 'busy'}>
            Seal and rotate
          </Button>
        </form>
      ) : (
        <p className="text-muted">Only the active version can be rotated.</p>
      )}
      <SealedStatus
        work={work}
        busyLabel="Sealing and rotating"
        failedTitle="The secret was not rotated"
        units={UNITS}
      />
      {work.state.status === 'done' && result !== null && (
        <div role="status" className="space-y-1">
          <StatusMark look="verified" label={`Version ${result.version} is active`} />
          <p>
            {`Version ${result.version - 1} can be read until 30 days after `}
            <TimeText value={result.rotated_at} />.{' '}
            {result.next_rotation_due === null ? (
              'No further rotation is due.'
            ) : (
              <>
                The next rotation is due <TimeText value={result.next_rotation_due} />.
              </>
            )}
          </p>
        </div>
      )}
    </Panel>
  );
}
