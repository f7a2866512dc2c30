import { shield } from '@touchstone/core/api/crypto/shield.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { queryClient } from '../../../lib/query.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
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

const UNITS = shield.rotate.units;
const EMPTY = {
  new_value: '',
  rotation_policy: { choice: 'keep', days: '' } as PolicyDraft,
} satisfies DraftOf<typeof shield.rotate>;

export interface RotateFormProps {
  readonly item: SecretItem;
  /** The id of the new version. */
  readonly onRotated: (id: string) => void;
}

/** Replaces the value by a new version. What came of it stays on the page. */
export function RotateForm({ item, onRotated }: RotateFormProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof shield.rotate>['body']) => secretsClient.rotate(body));
  const draft = useDraft(useState(EMPTY), work.state);
  const { result } = work;
  const rotate = async () => {
    const { new_value } = draft.values;
    const rotation = policyOf(draft.values.rotation_policy);
    const found = { new_value: valueTrouble(new_value), rotation_policy: rotation === null ? POLICY_TROUBLE : '' };
    if (!draft.check(found)) return;
    const rotated = await work.start({
      secret_id: item.id,
      new_value,
      ...(rotation === null || rotation === undefined ? {} : { rotation_policy: rotation }),
    });
    if (rotated === null) return;
    draft.fill(EMPTY);
    announce(`Version ${rotated.version} is active`);
    // The list with the new version first, so that this page, with the result on it, stays when the address changes.
    await queryClient.fetchQuery(versionsQuery(rotated.id)).catch(() => undefined);
    onRotated(rotated.id);
    await refreshSecrets();
  };
  return (
    <Panel title="Rotate" aside={`costs ${unitsText(UNITS)}`}>
      {item.status === 'active' ? (
        <form onSubmit={draft.submit(rotate)} noValidate className="space-y-3">
          <p className="max-w-prose text-muted">
            A new version takes the place of this one, which stays readable for 30 days. The provider is not told: make
            the new value there first, and withdraw the old one there when no program uses it any more.
          </p>
          <SecretInput label="New value" {...draft.field('new_value')} />
          <PolicyField {...draft.field('rotation_policy')} present={item.rotation_policy} />
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
