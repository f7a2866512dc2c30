import { useQuery } from '@tanstack/react-query';
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { reasonTrouble } from './field-troubles.ts';
import { type ManagedKey, typedNameOf } from './managed-items.ts';
import { refreshKeys, webhooksQuery, wrappedKeysQuery } from './queries.ts';

const EMPTY = { reason: '', notify_webhook: false, typed: '' } satisfies DraftOf<typeof key.revoke, 'typed'>;

/** Revokes a key after its name was typed; says before what breaks and what does not come back. */
export function RevokeKey({ item, onClose }: { readonly item: ManagedKey; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const project = useProjectId();
  const wrapped = useQuery(wrappedKeysQuery);
  const webhooks = useQuery(webhooksQuery);
  const dependants = wrapped.data?.items.filter(({ key_id }) => key_id === item.key_id).length ?? 0;
  const hasWebhook = webhooks.data?.webhooks.some(({ project_id }) => project_id === null || project_id === project);
  const work = useWork((body: InputOf<typeof key.revoke>['body'], signal) =>
    client.crypto.key.revoke({ body }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const { reason, notify_webhook, typed } = draft.values;
  const name = typedNameOf(item);
  const revoke = async () => {
    if (!draft.check({ reason: reasonTrouble(reason) }) || typed !== name) return;
    const revoked = await work.start({ key_id: item.key_id, reason: reason.trim(), notify_webhook });
    if (revoked === null) return;
    const stopped = revoked.affected_operations;
    announce(
      `The key is revoked; ${stopped} ${stopped === 1 ? 'operation' : 'operations'} in flight refused`,
      'assertive',
    );
    await refreshKeys();
    onClose();
  };
  return (
    <FormDialog
      title="Revoke the key"
      role="alertdialog"
      verb="Revoke for good"
      variant="danger"
      isDisabled={typed !== name}
      work={work}
      busyLabel="Revoking"
      failedTitle="The key was not revoked"
      units={0}
      onSubmit={draft.submit(revoke)}
      onClose={onClose}
    >
      <p>
        From now on everything under <code>{item.key_id}</code> is refused, also what is under way: opening its material
        and its blobs, wrapping, and calls through the gateway.
        {dependants > 0 &&
          ` ${formatCount(dependants)} wrapped ${dependants === 1 ? 'key obeys' : 'keys obey'} it and cannot be unwrapped any more.`}
        {item.status === 'rotated' && ' The key that replaced it is not touched.'}
      </p>
      <p>
        This cannot be undone, and restoring a backup keeps it revoked. If you still need the material, open and copy it
        first. It is not withdrawn at its provider: whoever has a copy still has it. To replace it without downtime,
        rotate it instead.
      </p>
      <TextField
        label="Reason"
        {...draft.field('reason')}
        description="Signed into the history of the key, and part of the notice."
      />
      <CheckRow
        isSelected={notify_webhook}
        onChange={(isOn) => draft.change({ notify_webhook: isOn })}
        label="Send a notice to the webhook"
        description={
          hasWebhook === false
            ? 'No webhook is set for this project: nothing will be sent. Set one under Webhooks first.'
            : 'The event key.revoked, signed, to the webhook of this project or else to the one for all.'
        }
      />
      <TextField
        label={
          <>
            Type <code className="font-semibold">{name}</code> to confirm
          </>
        }
        {...draft.field('typed')}
        isMono
      />
    </FormDialog>
  );
}
