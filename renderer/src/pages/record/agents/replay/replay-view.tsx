import { useQuery } from '@tanstack/react-query';
import { nodeHash, nodeOf } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { useMemo, useState } from 'react';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { Section } from '../../../../ui/section.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { words } from '../../../../words/record/agents-session-replay.ts';
import { useAddress } from '../address.ts';
import { momentText } from '../data/clock.ts';
import { hashAt } from '../data/columns.ts';
import { proofQuery } from '../data/queries.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { createReplayStates, openAt, type ReplayStates } from './replay-states.ts';
import { troubleWords } from './replay-words.ts';
import { ServerReplay } from './server-replay.tsx';
import { MOST_APPROVALS, sessionApprovalsQuery } from './session-approvals.ts';
import { type Moment, TimeLine } from './time-line.tsx';

const { state: texts, approvals: approvalTexts } = words;

/** A session at any moment: what had been recorded, what was open, and whether the chain up to there holds. */
export function ReplayView(props: SessionPartProps) {
  const { session, graph, onShowNode } = props;
  const { root } = graph;
  const states = useMemo(() => statesOf(root), [root]);
  if (root.count === 0) {
    return root.state.status === 'loaded' ? (
      <EmptyState title={words.empty} icon={<ObjectSign kind="session" />} />
    ) : (
      <ProgressBar label={words.loading} />
    );
  }
  return (
    <div className="space-y-(--gap)">
      <p className="text-13 text-muted">{words.lead}</p>
      {root.state.status === 'loading' && <ProgressBar label={words.soFar(root.count)} />}
      <Replayed key={session.session_id} {...{ session, root, states, onShowNode }} />
    </div>
  );
}

interface ReplayedProps extends Pick<SessionPartProps, 'session' | 'onShowNode'> {
  readonly root: LoadedSession;
  readonly states: ReplayStates;
}

function Replayed({ session, root, states, onShowNode }: ReplayedProps) {
  const { columns } = root;
  const { search } = useAddress();
  const asked = columns.rowOf(search.node ?? '');
  const [chosen, setChosen] = useState<Moment | null>(null);
  // Until a person chooses a moment it is the newest one, or that of the receipt in the address.
  const start = asked >= 0 && asked < states.count ? asked : states.count - 1;
  const moment = chosen ?? { row: start, time: states.times[start] ?? 0 };
  const { counts, checkpoint } = states.at(moment.row);
  return (
    <>
      <TimeLine states={states} moment={moment} onChange={setChosen} />
      <div className="grid gap-x-12 gap-y-8 lg:grid-cols-2 lg:items-start">
        <Section title={texts.title}>
          <FactList>
            <Fact name={texts.newest}>
              <FileText text={columns.actionAt(moment.row)} isMono limit={80} />
              {columns.summaryAt(moment.row) !== '' && (
                <span className="block text-muted">
                  <FileText text={columns.summaryAt(moment.row)} limit={160} />
                </span>
              )}
              <span className="mt-1 block">
                <Button size="small" onPress={() => onShowNode(columns.idAt(moment.row))}>
                  {texts.show}
                </Button>
              </span>
            </Fact>
            <Fact name={texts.recorded}>{texts.counts(counts)}</Fact>
            <Fact name={texts.failures}>{troubleWords(counts)}</Fact>
            <Fact name={texts.checkpoint}>
              {checkpoint < 0 ? (
                texts.noCheckpoint
              ) : (
                <>
                  {texts.checkpointAt(checkpoint + 1, momentText(columns.time[checkpoint] ?? Number.NaN))}
                  <span className="block">
                    <HashText value={hashAt(columns.inputHash, checkpoint) ?? ''} label={texts.memoryLabel} />
                  </span>
                </>
              )}
            </Fact>
            <Fact name={texts.head}>
              <Head root={root} row={moment.row} />
            </Fact>
          </FactList>
          <OpenApprovals session={session} root={root} moment={moment} onShowNode={onShowNode} />
        </Section>
        <ServerReplay session={session} moment={moment} expected={states.rowAt(moment.time) + 1} />
      </div>
    </>
  );
}

/** The hash that the service has stored for a receipt; where it is not at hand it is computed here. */
function Head({ root: { columns, count }, row }: { readonly root: LoadedSession; readonly row: number }) {
  const named = row < count ? columns.hashAt(row) : null;
  const proof = useQuery({ ...proofQuery(columns.idAt(row)), enabled: named === null });
  const receipt = proof.data?.receipt;
  const computed = useMemo(() => (receipt === undefined ? null : toHex(nodeHash(nodeOf(receipt)))), [receipt]);
  const hash = named ?? computed;
  if (hash !== null) {
    return (
      <>
        <HashText value={hash} label={texts.headLabel} />
        <span className="block text-13 text-muted">{named === null ? texts.computed : texts.stored}</span>
      </>
    );
  }
  return <span className="text-muted">{proof.isError ? texts.headFailed : texts.headLoading}</span>;
}

interface OpenApprovalsProps extends Pick<SessionPartProps, 'session' | 'onShowNode'> {
  readonly root: LoadedSession;
  readonly moment: Moment;
}

function OpenApprovals({ session, root, moment, onShowNode }: OpenApprovalsProps) {
  const { columns, count } = root;
  const rows = useMemo(() => {
    const places = new Map<string, number>();
    for (let row = 0; row < count; row++) {
      const kind = columns.kindAt(row);
      if (kind === 'approval' || kind === 'decision') places.set(columns.idAt(row), row);
    }
    return places;
  }, [columns, count]);
  const ids = useMemo(
    () => [...rows].flatMap(([id, row]) => (columns.kindAt(row) === 'approval' ? [id] : [])),
    [rows, columns],
  );
  const approvals = useQuery(sessionApprovalsQuery(session.session_id, ids));
  if (approvals.error !== null) {
    return <RequestError error={approvals.error} what={approvalTexts.what} onRetry={() => void approvals.refetch()} />;
  }
  const open = openAt(approvals.data ?? [], moment.row, moment.time, (id) => rows.get(id) ?? -1);
  return (
    <div className="mt-6 space-y-1">
      <h3 className="text-14">{approvalTexts.title}</h3>
      {ids.length > 0 && approvals.data === undefined ? (
        <p className="text-muted">{approvalTexts.loading}</p>
      ) : open.length === 0 ? (
        <p className="text-muted">{approvalTexts.none}</p>
      ) : (
        <ul className="space-y-1">
          {open.map(({ approval_id, summary, requested_at, threshold, approvers }) => (
            <li key={approval_id} className="border-b border-line py-1.5">
              <StatusMark look="pending" label={approvalTexts.waited} size="small" />
              <p>{summary === '' ? approvalTexts.noSummary : <FileText text={summary} limit={200} />}</p>
              <p className="text-13 text-muted">
                {approvalTexts.asked(threshold, approvers.length, <TimeText value={requested_at} />)}
              </p>
              <Button size="small" onPress={() => onShowNode(approval_id)}>
                {approvalTexts.show}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ids.length > MOST_APPROVALS && <p className="text-muted">{approvalTexts.cut(MOST_APPROVALS)}</p>}
    </div>
  );
}

function statesOf({ columns, count }: LoadedSession): ReplayStates {
  return createReplayStates({
    count,
    kindAt: (row) => columns.kindAt(row),
    statusAt: (row) => columns.statusAt(row),
    timeAt: (row) => columns.time[row] ?? Number.NaN,
  });
}
