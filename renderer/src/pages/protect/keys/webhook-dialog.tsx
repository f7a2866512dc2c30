import type { webhooks } from '@touchstone/core/api/admin/webhooks.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { LOCAL_PROJECT } from '../../../lib/session/acting-project.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { FormDialog } from '../../../parts/form/form-dialog.tsx';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { refreshKeys, type Webhook, type WebhookBody } from './queries.ts';
import { readWebhookUrl } from './webhook-url.ts';

export interface WebhookDialogProps {
  /** Null: a new one. */
  readonly before: Webhook | null;
  readonly onClose: () => void;
  readonly onSet: (secret: string) => void;
}

const EMPTY = { url: '', project_id: '', allow_private: false } satisfies DraftOf<typeof webhooks.set>;

/** Sets the address that notices go to. Each time there is a new secret. */
export function WebhookDialog({ before, onClose, onSet }: WebhookDialogProps) {
  const acting = useProjectId();
  const work = useWork((body: WebhookBody, signal) => client.admin.webhooks.set({ body }, { signal }));
  const held = { ...EMPTY, ...before, project_id: before?.project_id ?? '' };
  const draft = useDraft(useState(held), work.state, { naming: 'url' });
  const { url, project_id, allow_private } = draft.values;
  const project = before?.project_id ?? acting;
  const read = readWebhookUrl(url);
  const setWebhook = async () => {
    if (!draft.check(read.ok ? {} : { url: read.message }) || !read.ok) return;
    const set = await work.start({
      url: read.url,
      ...(project_id === '' ? {} : { project_id }),
      // An address that is named by its number is allowed by naming it.
      ...(read.isNumeric ? {} : { allow_private }),
    });
    if (set === null) return;
    void refreshKeys();
    if (set.secret !== null) onSet(set.secret);
  };
  return (
    <FormDialog
      title={before === null ? 'Set a webhook' : 'Set the webhook anew'}
      verb="Set it and make a secret"
      work={work}
      busyLabel="Setting the webhook"
      failedTitle="The webhook was not set"
      units={0}
      onSubmit={draft.submit(setWebhook)}
      onClose={onClose}
    >
      {before === null && (
        <Select
          label="For"
          options={[
            { value: '', label: 'All projects without one of their own' },
            {
              value: project,
              label: `${project === LOCAL_PROJECT ? 'The local project' : 'The project'} (${project})`,
            },
          ]}
          {...draft.field('project_id')}
        />
      )}
      <TextField
        label="Address"
        {...draft.field('url')}
        placeholder="https://hooks.example.com/touchstone"
        description="https; or http to an IP address and port."
        isMono
        autoFocus
      />
      {read.ok && read.isNumeric ? (
        <p className="text-13 text-muted">
          It names an IP address: notices go there also where it lies in a private network, because you named it.
        </p>
      ) : (
        <CheckRow
          isSelected={allow_private}
          onChange={(isOn) => draft.change({ allow_private: isOn })}
          label="Allow an address in a private network"
          description="Otherwise a name that leads into a private network, or to this machine, is refused when a notice is sent."
        />
      )}
      <p className="text-muted">
        {before === null
          ? 'A webhook that is set for the same projects already is replaced, and gets a new secret.'
          : 'The present secret stops working at once: give the new one to the receiver.'}
      </p>
    </FormDialog>
  );
}
