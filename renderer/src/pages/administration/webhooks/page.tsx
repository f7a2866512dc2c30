import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { formatCount } from '../../../lib/format.ts';
import { useProjectId } from '../../../lib/session/use-project-id.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { useLockCount } from '../../../parts/lock/use-auto-lock.ts';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { refreshWebhooks, webhooksQuery } from '../../../parts/webhooks/webhooks-query.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/webhooks.ts';
import type { NoticeState } from './notice-items.ts';
import { Notices } from './notices.tsx';
import { RemoveSheet } from './remove-sheet.tsx';
import { useWebhooksSearch } from './search.ts';
import { SetSheet } from './set-sheet.tsx';
import { WebhookTable } from './webhook-table.tsx';

/** Webhooks: where notices of this server go, and what became of them. */
export function WebhooksPage() {
  const project = useProjectId();
  // The secret of a webhook goes with each lock, and nothing of one project may stay on the screen under another one.
  const locks = useLockCount();
  return <Webhooks key={`${project} ${locks}`} />;
}

function Webhooks() {
  const { search, setSearch } = useWebhooksSearch();
  const webhooks = useQuery(webhooksQuery);
  const chosen = webhooks.data?.webhooks.find(({ id }) => id === search.webhook);
  const close = () => setSearch({ act: undefined });
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={useFacts()}
      action={
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          onPress={() => setSearch({ act: 'set' }, 'push')}
        >
          {words.set.verb}
        </Button>
      }
      more={[refreshAction(refreshWebhooks)]}
    >
      <div className="space-y-8">
        {webhooks.data?.sending === false && <StatusMark look="inconclusive" label={words.noWayOut} />}
        <WebhookTable webhooks={webhooks} />
        <Notices />
      </div>
      <SetSheet
        before={null}
        isOpen={search.act === 'set' || search.act === 'sample'}
        isSample={search.act === 'sample'}
        onClose={close}
      />
      {chosen !== undefined && (
        <>
          <SetSheet
            key={`change ${chosen.id}`}
            before={chosen}
            isOpen={search.act === 'change'}
            isSample={false}
            onClose={close}
          />
          <RemoveSheet key={`remove ${chosen.id}`} webhook={chosen} isOpen={search.act === 'remove'} onClose={close} />
        </>
      )}
    </Page>
  );
}

/** How many webhooks there are, and which notices did not arrive: each number leads to its notices. */
function useFacts(): readonly FactItem[] | undefined {
  const { setSearch } = useWebhooksSearch();
  const { data } = useQuery(webhooksQuery);
  if (data === undefined) return undefined;
  const { facts } = words;
  const notices = (state: NoticeState, look: 'pending' | 'failed', label: string, count: number): FactItem => {
    if (count === 0) return { label, value: formatCount(count) };
    return {
      label,
      value: (
        <button
          type="button"
          aria-label={facts.show(label, formatCount(count))}
          onClick={() => setSearch({ state })}
          className="-mx-1.5 inline-flex min-h-6 items-center rounded-sm px-1.5 underline decoration-line-strong decoration-dotted underline-offset-4 hover:bg-sunken"
        >
          <StatusMark look={look} size="small" label={formatCount(count)} />
        </button>
      ),
    };
  };
  return [
    { label: facts.webhooks, value: formatCount(data.webhooks.length) },
    notices('queued', 'pending', facts.queued, data.queued),
    notices('dead', 'failed', facts.dead, data.dead),
  ];
}
