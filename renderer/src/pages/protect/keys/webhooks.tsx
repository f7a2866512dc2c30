import { useQuery } from '@tanstack/react-query';
import { Plus, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { Deliveries } from './deliveries.tsx';
import { refreshKeys, type Webhook, type WebhookBody, webhooksQuery } from './queries.ts';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';

/** Where notices go, and what became of them. Webhooks are the server's, so an administrator sets them. */
export function Webhooks() {
  const webhooks = useQuery(webhooksQuery);
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null);
  const [secret, setSecret] = useState<string | null>(null);
  const data = webhooks.data;
  return (
    <div className="space-y-(--gap)">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="min-w-0 max-w-prose flex-1 basis-64 text-muted">
          Notices of this server, such as a revoked key, are sent to an address of yours, signed with a secret that you
          and the server share. A project without a webhook of its own uses the one for all.
        </p>
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => setEdited('new')}>
          Set a webhook
        </Button>
      </div>
      {webhooks.isPending && <p className="min-h-40 text-muted">Loading the webhooks</p>}
      {webhooks.error !== null && (
        <RequestError error={webhooks.error} what="The webhooks" onRetry={() => void webhooks.refetch()} />
      )}
      {data !== undefined && !data.sending && (
        <StatusMark look="inconclusive" label="This server has no way out: notices stay queued." />
      )}
      {data?.webhooks.length === 0 && (
        <EmptyState title="No webhook is set" icon={<WebhookIcon aria-hidden size={18} />}>
          Without one no notice is sent. What happened stands in the history of each key all the same.
        </EmptyState>
      )}
      {data !== undefined && data.webhooks.length > 0 && (
        <ul className="space-y-3" aria-label="Webhooks">
          {data.webhooks.map((webhook) => (
            <li key={webhook.id}>
              <WebhookCard webhook={webhook} onEdit={() => setEdited(webhook)} />
            </li>
          ))}
        </ul>
      )}
      {data !== undefined && (
        <p className="text-muted tabular-nums">
          {formatCount(data.queued)} queued, {formatCount(data.dead)} given up.
        </p>
      )}
      <Deliveries />
      {edited !== null && (
        <WebhookDialog
          before={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
          onSet={(made) => {
            setEdited(null);
            setSecret(made);
          }}
        />
      )}
      {secret !== null && <WebhookSecret secret={secret} onClose={() => setSecret(null)} />}
    </div>
  );
}

function WebhookCard({ webhook, onEdit }: { readonly webhook: Webhook; readonly onEdit: () => void }) {
  const [isRemoving, setRemoving] = useState(false);
  const announce = useAnnounce();
  const work = useWork((body: WebhookBody, signal) => client.admin.webhooks.set({ body }, { signal }));
  const remove = async () => {
    const project = webhook.project_id === null ? {} : { project_id: webhook.project_id };
    if ((await work.start({ url: null, ...project })) === null) return;
    announce('The webhook was removed');
    await refreshKeys();
  };
  const name = webhook.project_id === null ? 'Webhook for all projects' : `Webhook of ${webhook.project_id}`;
  return (
    <article aria-label={name} className="space-y-2 rounded border border-line bg-surface px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="min-w-0 text-16">{name}</h2>
        {webhook.allow_private && <Badge tone="inconclusive">private addresses allowed</Badge>}
        <span className="grow" />
        <Button size="small" onPress={onEdit}>
          Set anew
        </Button>
        <Button size="small" variant="danger" onPress={() => setRemoving(true)}>
          Remove
        </Button>
      </div>
      <FactList>
        <Fact name="Address">
          <FileText text={webhook.url} isMono />
        </Fact>
        <Fact name="Secret">
          <span className="text-muted">kept sealed by the server; it was shown when the webhook was set</span>
        </Fact>
        <Fact name="Set">
          <TimeText value={webhook.changed_at} />
        </Fact>
      </FactList>
      <WorkStatus
        state={work.state}
        busyLabel="Removing"
        failedTitle="The webhook was not removed"
        onCancel={work.cancel}
        units={0}
      />
      <ConfirmDialog
        title="Remove the webhook"
        isOpen={isRemoving}
        onOpenChange={setRemoving}
        typedName={webhook.id}
        confirmLabel="Remove it"
        onConfirm={() => void remove()}
      >
        <p>
          Notices that are queued for it are given up, and later ones go{' '}
          {webhook.project_id === null
            ? 'nowhere, except those of projects with a webhook of their own'
            : 'to the webhook for all, if there is one'}
          . The secret is forgotten. You can set a webhook again at any time, with a new secret.
        </p>
      </ConfirmDialog>
    </article>
  );
}
