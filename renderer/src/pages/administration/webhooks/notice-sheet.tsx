import { client } from '../../../lib/client.ts';
import { refreshWebhooks } from '../../../parts/webhooks/webhooks-query.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/administration/webhooks.ts';
import { NOTICE_LOOKS } from './notice-items.ts';
import type { Notice } from './queries.ts';

/** What became of a notice; one that was given up can be sent again as long as its webhook is there. */
export function NoticeSheet({ item, onClose }: { readonly item: Notice; readonly onClose: () => void }) {
  const announce = useAnnounce();
  const work = useWork((id: string, signal) => client.admin.webhooks.retry({ params: { id } }, { signal }));
  const canBeSent = item.state === 'dead' && item.webhook_id !== null;
  const { notice } = words;
  const retry = async () => {
    if ((await work.start(item.id)) === null) return;
    announce(notice.queued);
    await refreshWebhooks();
  };
  return (
    <Sheet
      title={notice.title}
      isOpen
      onClose={onClose}
      footer={
        canBeSent ? (
          <Button variant="primary" aria-disabled={work.state.status === 'busy'} onPress={() => void retry()}>
            {notice.retry}
          </Button>
        ) : undefined
      }
    >
      <div className="space-y-5">
        <FactList>
          <Fact name={notice.state}>
            <StatusMark size="small" {...NOTICE_LOOKS[item.state]} />
          </Fact>
          <Fact name={notice.event}>
            <code>{item.event}</code>
          </Fact>
          <Fact name={notice.id}>
            <code className="text-13 break-all">{item.id}</code> <CopyText value={item.id} label={notice.copyId} />
          </Fact>
          <Fact name={notice.project}>
            <code className="text-13">{item.project_id}</code>
          </Fact>
          <Fact name={notice.created}>
            <TimeText value={item.created_at} />
          </Fact>
          <Fact name={notice.attempts}>{item.attempts}</Fact>
          {item.next_attempt_at !== null && (
            <Fact name={notice.next}>
              <TimeText value={item.next_attempt_at} />
            </Fact>
          )}
          {item.last_status !== null && <Fact name={notice.lastStatus}>{item.last_status}</Fact>}
          {item.last_error !== null && (
            <Fact name={notice.lastError}>
              <FileText text={item.last_error} />
            </Fact>
          )}
          {item.finished_at !== null && (
            <Fact name={notice.finished}>
              <TimeText value={item.finished_at} />
            </Fact>
          )}
        </FactList>
        {item.state === 'dead' && <p className="text-muted">{canBeSent ? notice.canRetry : notice.cannotRetry}</p>}
        <WorkStatus
          state={work.state}
          busyLabel={notice.busy}
          failedTitle={notice.failed}
          onCancel={work.cancel}
          units={0}
        />
      </div>
    </Sheet>
  );
}
