import { Check, X } from 'lucide-react';
import { type Approval, leftWords, stateNow } from '../../../../parts/approval/waiting.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useAddress } from '../address.ts';
import { canDecide, type Decision, progressWords, requesterWords, STATE_WORDS, voterWords } from './approval-items.ts';

export interface ApprovalCardProps {
  readonly approval: Approval;
  readonly now: number;
  /** Absent where nothing can be decided any more. */
  readonly onDecide?: (decision: Decision) => void;
}

/** One approval: its state, what is asked, by whom, for how long, and who decided what. */
export function ApprovalCard({ approval, now, onDecide }: ApprovalCardProps) {
  const { goToSession } = useAddress();
  const { approval_id, agent_id, session_id, summary, approvers, decisions, requested_at, expires_at } = approval;
  const state = stateNow(approval, now);
  const { word, look } = STATE_WORDS[state];
  const summaryId = `approval-${approval_id}`;
  return (
    <article
      aria-labelledby={summaryId}
      data-approval={approval_id}
      data-state={state}
      className="rounded border border-line bg-surface px-4 py-3"
    >
      <div className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <StatusMark look={look} label={word} size="small" />
        {state === 'pending' && (
          <span className="text-13 text-muted tabular-nums">{`${leftWords(expires_at, now)} left`}</span>
        )}
      </div>
      <h3 id={summaryId} className="mt-1 text-16 font-medium">
        {summary === '' ? (
          <span className="text-muted">No summary is kept: the redaction level of the agent drops it.</span>
        ) : (
          <FileText text={summary} limit={400} />
        )}
      </h3>
      <div className="mt-2 text-13">
        <FactList>
          <Fact name="Asked by">
            agent <code className="text-13">{agent_id}</code> in session <code className="text-13">{session_id}</code>
          </Fact>
          <Fact name="Asked at">
            <TimeText value={requested_at} />
          </Fact>
          <Fact name={state === 'pending' ? 'Ends at' : 'Ended at the latest'}>
            <TimeText value={expires_at} />
          </Fact>
          <Fact name="Who may decide">
            <ul className="flex flex-wrap gap-x-2 gap-y-1">
              {approvers.map((name) => (
                <li key={name} className="max-w-full rounded-sm bg-sunken px-1.5">
                  <FileText text={name} limit={80} />
                </li>
              ))}
            </ul>
            <p className="mt-1 text-muted">{progressWords(approval)}</p>
            <p className="mt-1 text-muted">{requesterWords(approval)}</p>
          </Fact>
          {state === 'pending' && <Fact name="Who can vote now">{voterWords(approval)}</Fact>}
          <Fact name="Approval id">
            <code className="text-13 break-all">{approval_id}</code>{' '}
            <CopyText value={approval_id} label="approval id" />
          </Fact>
        </FactList>
      </div>
      {decisions.length > 0 && <Decisions decisions={decisions} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {state === 'pending' && onDecide !== undefined && canDecide(approval) && (
          <>
            <Button
              variant="primary"
              aria-describedby={summaryId}
              icon={<Check aria-hidden size={15} />}
              onPress={() => onDecide('approve')}
            >
              Approve
            </Button>
            <Button
              variant="danger"
              aria-describedby={summaryId}
              icon={<X aria-hidden size={15} />}
              onPress={() => onDecide('deny')}
            >
              Deny
            </Button>
          </>
        )}
        <Button aria-describedby={summaryId} onPress={() => goToSession(session_id, { node: approval_id })}>
          Show it in its session
        </Button>
      </div>
    </article>
  );
}

function Decisions({ decisions }: Pick<Approval, 'decisions'>) {
  return (
    <ul aria-label="Decisions" className="mt-2 divide-y divide-line border-t border-line text-13">
      {decisions.map(({ node_id, approver, decision, decided_by, decided_by_requester, decided_at }) => (
        <li key={node_id} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 py-1.5">
          <StatusMark
            look={decision === 'approve' ? 'verified' : 'failed'}
            label={decision === 'approve' ? 'Approved' : 'Denied'}
            size="small"
          />
          <span>
            by <FileText text={approver} limit={80} />
          </span>
          <span className="text-muted">
            {`(entered ${decided_by === null ? 'in the console or by the administrator' : `with key ${decided_by}`})`}
          </span>
          {decided_by_requester && <Badge tone="inconclusive">this voter also asked</Badge>}
          <span className="text-muted">
            <TimeText value={decided_at} />
          </span>
        </li>
      ))}
    </ul>
  );
}
