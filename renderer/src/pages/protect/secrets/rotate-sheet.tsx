import { shield } from '@touchstone/core/api/crypto/shield.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { queryClient } from '../../../lib/query.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { type PolicyDraft, PolicyField, policyOf } from './policy-field.tsx';
import { refreshSecrets, versionsQuery } from './queries.ts';
import { sealingFailure } from './sealing-failure.tsx';
import { valueTrouble } from './secret-draft.ts';
import { SecretInput } from './secret-input.tsx';
import { secretsClient } from './secrets-client.ts';

const EMPTY = {
  new_value: '',
  rotation_policy: { choice: 'keep', days: '' } as PolicyDraft,
} satisfies DraftOf<typeof shield.rotate>;

export interface RotateSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly item: SecretItem;
  /** The id of the new version. */
  readonly onRotated: (id: string) => void;
}

/** Replaces the value by a new version. */
export function RotateSheet({ isOpen, onClose, item, onRotated }: RotateSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: InputOf<typeof shield.rotate>['body']) => secretsClient.rotate(body));
  const draft = useDraft(useState(EMPTY), work.state);
  // The draft outlives the sheet, and the lock must find a value also where its field is not drawn.
  useOnLock(() => !isOpen && draft.change({ new_value: '' }));
  const { rotate, policyField } = words;
  const send = async () => {
    const { new_value } = draft.values;
    const rotation = policyOf(draft.values.rotation_policy);
    const found = { new_value: valueTrouble(new_value), rotation_policy: rotation === null ? policyField.trouble : '' };
    if (!draft.check(found)) return;
    const rotated = await work.start({
      secret_id: item.id,
      new_value,
      ...(rotation === null || rotation === undefined ? {} : { rotation_policy: rotation }),
    });
    if (rotated === null) return;
    draft.fill(EMPTY);
    announce(rotate.done(rotated.version));
    // The list with the new version first, so that the page stays when the address changes.
    await queryClient.fetchQuery(versionsQuery(rotated.id)).catch(() => undefined);
    onRotated(rotated.id);
    await refreshSecrets();
  };
  return (
    <FormSheet
      texts={{ ...rotate, title: rotate.title(item.name) }}
      note={words.store.cost(unitsText(shield.rotate.units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      failure={sealingFailure(work.state, rotate.failed)}
      units={shield.rotate.units}
    >
      <p className="text-muted">{rotate.lead}</p>
      <SecretInput label={rotate.value} {...draft.field('new_value')} />
      <PolicyField {...draft.field('rotation_policy')} present={item.rotation_policy} />
    </FormSheet>
  );
}
