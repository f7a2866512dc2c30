import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { LOCAL_PROJECT } from '../../../lib/session/acting-project.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
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

/** Sets the address that notices go to. Each time there is a new secret. */
export function WebhookDialog({ before, onClose, onSet }: WebhookDialogProps) {
  const acting = useProjectId();
  const [url, setUrl] = useState(before?.url ?? '');
  const [scope, setScope] = useState(before === null ? '' : (before.project_id ?? ''));
  const [isPrivate, setPrivate] = useState(before?.allow_private ?? false);
  const work = useWork((body: WebhookBody, signal) => client.admin.webhooks.set({ body }, { signal }));
  const errors = useFieldErrors(work.state, ['url'], 'url');
  const project = before?.project_id ?? acting;
  const submit = async () => {
    const read = readWebhookUrl(url);
    if (!errors.check(read.ok ? {} : { url: read.message }) || !read.ok) return;
    const set = await work.start({
      url: read.url,
      ...(scope === '' ? {} : { project_id: scope }),
      // An address that is named by its number is allowed by naming it.
      ...(read.isNumeric ? {} : { allow_private: isPrivate }),
    });
    if (set === null) return;
    void refreshKeys();
    if (set.secret !== null) onSet(set.secret);
  };
  const read = readWebhookUrl(url);
  return (
    <Dialog
      title={before === null ? 'Set a webhook' : 'Set the webhook anew'}
      isOpen
      onOpenChange={onClose}
      footer={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="webhook" aria-disabled={work.state.status === 'busy'}>
            Set it and make a secret
          </Button>
        </>
      }
    >
      <form
        id="webhook"
        noValidate
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
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
            value={scope}
            onChange={setScope}
          />
        )}
        <TextField
          label="Address"
          value={url}
          onChange={(text) => {
            setUrl(text);
            errors.changed('url');
          }}
          placeholder="https://hooks.example.com/touchstone"
          description="https; or http to an IP address and port."
          error={errors.at('url')}
          isMono
          autoFocus
        />
        {read.ok && read.isNumeric ? (
          <p className="text-[0.8125rem] text-muted">
            It names an IP address: notices go there also where it lies in a private network, because you named it.
          </p>
        ) : (
          <CheckRow
            isSelected={isPrivate}
            onChange={setPrivate}
            label="Allow an address in a private network"
            description="Otherwise a name that leads into a private network, or to this machine, is refused when a notice is sent."
          />
        )}
      </form>
      <p className="text-muted">
        {before === null
          ? 'A webhook that is set for the same projects already is replaced, and gets a new secret.'
          : 'The present secret stops working at once: give the new one to the receiver.'}
      </p>
      <WorkStatus
        state={work.state}
        busyLabel="Setting the webhook"
        failedTitle="The webhook was not set"
        onCancel={work.cancel}
        units={0}
      />
    </Dialog>
  );
}
