import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { ApiFailure } from '@touchstone/core/api/client.ts';
import { ArrowRight, Copy, Network, Waypoints } from 'lucide-react';
import { useNow } from '../../../../lib/window/use-now.ts';
import { type Approval, leftWords, ordered, stateNow } from '../../../../parts/approval/waiting.ts';
import { Page } from '../../../../parts/page/page.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { Button } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { Section } from '../../../../ui/section.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { words as pageWords } from '../../../../words/record/agents.ts';
import { words } from '../../../../words/record/agents-approvals.ts';
import { lineageAddress, useAddress } from '../address.ts';
import { useAgentNames } from '../agents-list/use-agent-names.ts';
import { approvedBy, canDecide, progressWords, requesterWords, STATE_WORDS, voterWords } from './approval-items.ts';
import { DecideSheet } from './decide-sheet.tsx';
import { Decisions } from './decisions.tsx';
import { approvalQuery, pendingQuery } from './queries.ts';

const ALL = [
  { title: pageWords.title, to: '/agents' },
  { title: words.title, to: '/agents', search: { tab: 'approvals' } },
];

/** One request under its address: what is asked, who decided, and deciding on it. */
export function ApprovalDetail({ id }: { readonly id: string }) {
  const approval = useQuery(approvalQuery(id));
  if (approval.data !== undefined) return <OneApproval approval={approval.data} />;
  const isMissing = approval.error instanceof ApiFailure && approval.error.code === 'NOT_FOUND';
  return (
    <Page title={words.one} crumbs={ALL} place={id}>
      {approval.error === null ? (
        <p className="min-h-40 text-muted">{words.detail.loading}</p>
      ) : isMissing ? (
        <EmptyState title={words.missing.title}>
          <p>{words.missing.text(<code>{id}</code>)}</p>
        </EmptyState>
      ) : (
        <RequestError error={approval.error} what={words.detail.what} onRetry={() => void approval.refetch()} />
      )}
    </Page>
  );
}

function OneApproval({ approval }: { readonly approval: Approval }) {
  const { search, set, goToTab, goToSession } = useAddress();
  const navigate = useNavigate();
  const copy = useCopy();
  const nameOf = useAgentNames();
  const now = useNow(1_000);
  const { approval_id: id, agent_id, session_id, summary, decisions, threshold, requested_at } = approval;
  const state = stateNow(approval, now);
  const { word, look } = STATE_WORDS[state];
  const isOpen = state === 'pending' && canDecide(approval);
  const { detail: texts } = words;
  return (
    <Page
      title={summary === '' ? words.noSummary : summary}
      place={id}
      crumbs={ALL}
      object="approval"
      state={<StatusMark look={look} label={word} size="small" />}
      {...(summary === '' ? { lead: words.noSummaryText } : {})}
      facts={[
        timeFact(approval, now),
        { label: texts.votes, value: words.list.votes(approvedBy(decisions), threshold) },
        {
          label: texts.agent,
          value: (
            <Link
              to="/agents"
              search={{ tab: 'agents', agent: agent_id }}
              className="underline decoration-line-strong decoration-dotted underline-offset-4"
            >
              <FileText text={nameOf(agent_id)} limit={100} />
            </Link>
          ),
        },
        { label: texts.asked, value: <AgoText value={requested_at} now={now} /> },
      ]}
      action={
        isOpen ? (
          <Button variant="primary" onPress={() => set({ act: 'decide' }, 'push')}>
            {words.decide.verb}
          </Button>
        ) : (
          <NextRequest after={id} now={now} onOpen={(next) => goToTab('approvals', { approval: next })} />
        )
      }
      more={[
        {
          id: 'session',
          title: texts.inSession,
          icon: <Network aria-hidden size={15} />,
          onAction: () => goToSession(session_id, { node: id }),
        },
        {
          id: 'lineage',
          title: texts.lineage,
          icon: <Waypoints aria-hidden size={15} />,
          onAction: () => void navigate(lineageAddress(id)),
        },
        {
          id: 'copy',
          title: texts.copyId,
          icon: <Copy aria-hidden size={15} />,
          onAction: () => void copy(id, texts.idLabel),
        },
      ]}
    >
      <div className="space-y-8">
        <Section title={texts.decisions} lead={progressWords(approval)}>
          {decisions.length > 0 && <Decisions decisions={decisions} now={now} />}
          {state === 'pending' && <p className="mt-2">{voterWords(approval)}</p>}
        </Section>
        <Details approval={approval} />
      </div>
      <DecideSheet
        approval={approval}
        isWanted={search.act === 'decide'}
        isPossible={isOpen}
        agentName={nameOf(agent_id)}
        now={now}
        onClose={() => set({ act: undefined })}
      />
    </Page>
  );
}

/** How long it still waits, or when it came out. */
function timeFact({ state, expires_at, decisions }: Approval, now: number) {
  const { detail: texts } = words;
  const shown = stateNow({ state, expires_at }, now);
  if (shown === 'pending') {
    return { label: texts.left, value: <span className="tabular-nums">{leftWords(expires_at, now)}</span> };
  }
  const at = shown === 'expired' ? expires_at : (decisions.at(-1)?.decided_at ?? expires_at);
  return { label: shown === 'expired' ? texts.ended : texts.decided, value: <AgoText value={at} now={now} /> };
}

interface NextRequestProps {
  readonly after: string;
  readonly now: number;
  readonly onOpen: (id: string) => void;
}

/** Where this one is settled: the most urgent of those that still wait. */
function NextRequest({ after, now, onOpen }: NextRequestProps) {
  const { waiting } = ordered(useQuery(pendingQuery).data?.items ?? [], now);
  const others = waiting.filter(({ approval_id }) => approval_id !== after);
  const [next] = others;
  if (next === undefined) return null;
  return (
    <Button icon={<ArrowRight aria-hidden size={15} />} onPress={() => onOpen(next.approval_id)}>
      {words.detail.next(others.length)}
    </Button>
  );
}

function Details({ approval }: { readonly approval: Approval }) {
  const { approval_id, session_id, approvers, requested_at, expires_at } = approval;
  const { detail: texts } = words;
  return (
    <Section title={texts.details}>
      <FactList>
        <Fact name={texts.approvers}>
          <ul className="flex flex-wrap gap-x-2 gap-y-1">
            {approvers.map((name) => (
              <li key={name} className="max-w-full rounded-sm bg-sunken px-1.5">
                <FileText text={name} limit={80} />
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={texts.rule}>{requesterWords(approval)}</Fact>
        <Fact name={texts.askedAt}>
          <TimeText value={requested_at} />
        </Fact>
        <Fact name={texts.ends}>
          <TimeText value={expires_at} />
        </Fact>
        <Fact name={texts.session}>
          <Link
            to="/agents/sessions/$session"
            params={{ session: session_id }}
            search={{ node: approval_id }}
            className="text-accent underline underline-offset-2"
          >
            <code className="text-13">{session_id}</code>
          </Link>
        </Fact>
        <Fact name={texts.id}>
          <code className="text-13 break-all">{approval_id}</code>{' '}
          <CopyText value={approval_id} label={texts.idLabel} />
        </Fact>
      </FactList>
    </Section>
  );
}
