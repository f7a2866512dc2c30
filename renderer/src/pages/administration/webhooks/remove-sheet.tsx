import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { refreshWebhooks, type Webhook } from '../../../parts/webhooks/webhooks-query.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/administration/webhooks.ts';
import type { WebhookBody } from './queries.ts';

export interface RemoveSheetProps {
  readonly webhook: Webhook;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Removes a webhook once its id is typed. */
export function RemoveSheet({ webhook, isOpen, onClose }: RemoveSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: WebhookBody, signal) => client.admin.webhooks.set({ body }, { signal }));
  const draft = useDraft(useState({ name: '' }), work.state);
  const { remove } = words;
  const send = async () => {
    if (!draft.check({ name: draft.values.name === webhook.id ? '' : remove.nameTrouble })) return;
    const project = webhook.project_id === null ? {} : { project_id: webhook.project_id };
    if ((await work.start({ url: null, ...project })) === null) return;
    announce(remove.done);
    onClose();
    await refreshWebhooks();
  };
  return (
    <FormSheet
      texts={remove}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={work}
      units={0}
    >
      <p>{webhook.project_id === null ? remove.all : remove.one}</p>
      <p className="text-muted">{remove.again}</p>
      <TextField
        label={remove.typeName(<code className="font-semibold">{webhook.id}</code>)}
        {...draft.field('name')}
        isMono
      />
    </FormSheet>
  );
}
