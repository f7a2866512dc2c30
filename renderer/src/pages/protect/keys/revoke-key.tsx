import { useQuery } from '@tanstack/react-query';
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { reasonTrouble } from './field-troubles.ts';
import { type ManagedKey, typedNameOf } from './managed-items.ts';
import { refreshKeys, webhooksQuery, wrappedKeysQuery } from './queries.ts';

/** Revokes a key after its name was typed; says before what breaks and what does not come back. */
export function RevokeKey({ item, onClose }: { readonly item: ManagedKey; readonly onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [isNotified, setNotified] = useState(false);
  const [typed, setTyped] = useState('');
  const announce = useAnnounce();
  const project = useProjectId();
  const wrapped = useQuery(wrappedKeysQuery);
  const webhooks = useQuery(webhooksQuery);
  const dependants = wrapped.data?.items.filter(({ key_id }) => key_id === item.key_id).length ?? 0;
  const hasWebhook = webhooks.data?.webhooks.some(({ project_id }) => project_id === null || project_id === project);
  const work = useWork((body: InputOf<typeof key.revoke>['body'], signal) =>
    client.crypto.key.revoke({ body }, { signal }),
  );
  const errors = useFieldErrors(work.state, ['reason']);
  const name = typedNameOf(item);
  const submit = async () => {
    const wrong = reasonTrouble(reason);
    if (!errors.check(wrong === '' ? {} : { reason: wrong }) || typed !== name) return;
    const revoked = await work.start({ key_id: item.key_id, reason: reason.trim(), notify_webhook: isNotified });
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
    <Dialog
      title="Revoke the key"
      isOpen
      onOpenChange={onClose}
      role="alertdialog"
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="danger"
            type="submit"
            form="revoke-key"
            isDisabled={typed !== name}
            aria-disabled={work.state.status === 'busy'}
          >
            Revoke for good
          </Button>
        </>
      }
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
      <form
        id="revoke-key"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <TextField
          label="Reason"
          value={reason}
          onChange={(text) => {
            setReason(text);
            errors.changed('reason');
          }}
          description="Signed into the history of the key, and part of the notice."
          error={errors.at('reason')}
        />
        <CheckRow
          isSelected={isNotified}
          onChange={setNotified}
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
          value={typed}
          onChange={setTyped}
          isMono
        />
      </form>
      <WorkStatus
        state={work.state}
        busyLabel="Revoking"
        failedTitle="The key was not revoked"
        onCancel={work.cancel}
        units={0}
      />
    </Dialog>
  );
}
