import { useQuery } from '@tanstack/react-query';
import type { key } from '@touchstone/core/api/crypto/key.ts';
import type { InputOf } from '@touchstone/core/api/endpoint.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { refreshWebhooks, webhooksQuery } from '../../../parts/webhooks/webhooks-query.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/keys.ts';
import { reasonTrouble } from './field-troubles.ts';
import { type ManagedKey, typedNameOf } from './managed-items.ts';
import { refreshKeys, wrappedKeysQuery } from './queries.ts';

const EMPTY = { reason: '', notify_webhook: false, typed: '' } satisfies DraftOf<typeof key.revoke, 'typed'>;

export interface RevokeSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly item: ManagedKey;
}

/** Revokes a key after its name was typed; says before what breaks and what does not come back. */
export function RevokeSheet({ isOpen, onClose, item }: RevokeSheetProps) {
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
  const { revoke } = words;
  const send = async () => {
    if (!draft.check({ reason: reasonTrouble(reason) }) || typed !== name) return;
    const revoked = await work.start({ key_id: item.key_id, reason: reason.trim(), notify_webhook });
    if (revoked === null) return;
    draft.fill(EMPTY);
    announce(revoke.done(revoked.affected_operations), 'assertive');
    if (notify_webhook) void refreshWebhooks();
    await refreshKeys();
    onClose();
  };
  return (
    <FormSheet
      texts={{ ...revoke, title: revoke.title(name) }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      isDisabled={typed !== name}
      work={work}
      units={0}
    >
      <div>
        <h3 className="text-14">{revoke.breaks}</h3>
        <p className="mt-1 text-muted">{revoke.breaksText(<code>{item.key_id}</code>)}</p>
        {dependants > 0 && <p className="mt-1 text-muted">{revoke.dependants(dependants)}</p>}
        {item.status === 'rotated' && <p className="mt-1 text-muted">{revoke.successor}</p>}
      </div>
      <div>
        <h3 className="text-14">{revoke.restorable}</h3>
        <p className="mt-1 text-muted">{revoke.restorableText}</p>
      </div>
      <TextField label={revoke.reason} {...draft.field('reason')} description={revoke.reasonHint} />
      <CheckRow
        isSelected={notify_webhook}
        onChange={(isOn) => draft.change({ notify_webhook: isOn })}
        label={revoke.notify}
        description={hasWebhook === false ? revoke.noWebhook : revoke.notifyHint}
      />
      <TextField
        label={revoke.typeName(<code className="font-semibold">{name}</code>)}
        {...draft.field('typed')}
        isMono
      />
    </FormSheet>
  );
}
