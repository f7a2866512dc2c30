import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { MailQuestion } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/window/use-now.ts';
import { type Approval, ordered } from '../../../../parts/approval/waiting.ts';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { ApprovalCard } from './approval-card.tsx';
import { DECISION_MEANING, type Decided } from './approval-items.ts';
import { DecideDialog, type Deciding } from './decide-dialog.tsx';
import { DecidedNotice } from './decided-notice.tsx';
import { approvalsQuery, pendingQuery, refreshApprovals } from './queries.ts';

/** Approvals that wait for a decision, the most urgent first, and below them those that are over. */
export function ApprovalsTab() {
  const pending = useQuery(pendingQuery);
  const all = useInfiniteQuery(approvalsQuery);
  const now = useNow(1_000);
  const [deciding, setDeciding] = useState<Deciding | null>(null);
  const [decided, setDecided] = useState<Decided | null>(null);
  const waitingHeading = useRef<HTMLHeadingElement>(null);
  const known = useMemo(() => {
    const items = new Map<string, Approval>();
    for (const page of all.data?.pages ?? []) for (const item of page.items) items.set(item.approval_id, item);
    for (const item of pending.data?.items ?? []) items.set(item.approval_id, item);
    return [...items.values()];
  }, [all.data, pending.data]);
  const { waiting, over } = ordered(known, now);
  useFreshWhenSettled(pending.data?.items);

  const error = pending.error ?? all.error;
  if (pending.isPending || all.isPending) return <p className="min-h-40 text-muted">Loading the approvals</p>;
  return (
    <div className="space-y-(--gap)">
      {error !== null && <RequestError error={error} what="The approvals" onRetry={() => void refreshApprovals()} />}
      {decided !== null && (
        <DecidedNotice
          key={decided.nodeId}
          decided={decided}
          onDismiss={() => {
            setDecided(null);
            waitingHeading.current?.focus();
          }}
        />
      )}
      {error === null && known.length === 0 && (
        <EmptyState title="Nobody has asked for an approval" icon={<MailQuestion aria-hidden size={18} />}>
          An agent asks with <code>POST /api/v1/agents/approval/request</code> or the SDK's <code>approval</code>, and
          names who may decide. What waits is listed here.
        </EmptyState>
      )}
      {known.length > 0 && (
        <>
          <section aria-labelledby="approvals-waiting" className="space-y-2">
            <h2 ref={waitingHeading} id="approvals-waiting" tabIndex={-1} className="text-16 outline-none">
              {waiting.length === 0
                ? 'Nothing waits for a decision'
                : `Waiting for a decision (${formatCount(waiting.length)})`}
            </h2>
            {waiting.length > 0 && <p className="max-w-prose text-muted">{DECISION_MEANING}</p>}
            <ul className="space-y-2">
              {waiting.map((approval) => (
                <li key={approval.approval_id}>
                  <ApprovalCard
                    approval={approval}
                    now={now}
                    onDecide={(decision) => setDeciding({ approval, decision })}
                  />
                </li>
              ))}
            </ul>
            {pending.data?.isWhole === false && (
              <p className="text-muted">There are more than these; the others are listed when these are decided.</p>
            )}
          </section>
          {over.length > 0 && (
            <section aria-labelledby="approvals-over" className="space-y-2">
              <h2 id="approvals-over" className="text-16">
                Decided and expired
              </h2>
              <ul className="space-y-2">
                {over.map((approval) => (
                  <li key={approval.approval_id}>
                    <ApprovalCard approval={approval} now={now} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          {all.hasNextPage && (
            <Button isDisabled={all.isFetchingNextPage} onPress={() => void all.fetchNextPage()}>
              {all.isFetchingNextPage ? 'Loading more' : 'Load older ones'}
            </Button>
          )}
        </>
      )}
      {deciding !== null && (
        <DecideDialog
          key={deciding.approval.approval_id}
          deciding={deciding}
          onClose={() => setDeciding(null)}
          onDecided={(done) => {
            setDeciding(null);
            setDecided(done);
            void refreshApprovals();
          }}
        />
      )}
    </div>
  );
}

/** An approval that does not wait any more was decided elsewhere or ran out: the list of the others is asked for anew. */
function useFreshWhenSettled(pending: readonly Approval[] | undefined): void {
  const ids = pending?.map(({ approval_id }) => approval_id).join(' ');
  const [before, setBefore] = useState(ids);
  useEffect(() => {
    if (ids === before) return;
    setBefore(ids);
    if (before === undefined || ids === undefined) return;
    const waits = new Set(ids.split(' '));
    if (before.split(' ').some((id) => id !== '' && !waits.has(id))) void refreshApprovals();
  }, [ids, before]);
}
