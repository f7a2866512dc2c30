import { useQuery } from '@tanstack/react-query';
import { nodeHash, nodeOf } from '@touchstone/core/agent/node.ts';
import { toHex } from '@touchstone/core/bytes.ts';
import { useMemo, useState } from 'react';
import { formatCount, formatTime } from '../../../../lib/format.ts';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useAddress } from '../address.ts';
import { hashAt } from '../data/columns.ts';
import { proofQuery } from '../data/queries.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { createReplayStates, openAt, type ReplayStates } from './replay-states.ts';
import { countWords, troubleWords } from './replay-words.ts';
import { ServerReplay } from './server-replay.tsx';
import { MOST_APPROVALS, sessionApprovalsQuery } from './session-approvals.ts';
import { type Moment, TimeLine } from './time-line.tsx';

/** A session at any moment: what had been recorded, what was open, and whether the chain up to there holds. */
export function ReplayView(props: SessionPartProps) {
  const { session, graph, onShowNode } = props;
  const { root } = graph;
  const states = useMemo(() => statesOf(root), [root]);
  if (root.count === 0) {
    return root.state.status === 'loaded' ? (
      <EmptyState title="This session has no receipts to replay" />
    ) : (
      <ProgressBar label="Loading the receipts" />
    );
  }
  return (
    <div className="space-y-(--gap)">
      <p className="max-w-prose text-muted">
        A replay reads what was recorded, in its order. Nothing is executed again and nothing is written.
      </p>
      {root.state.status === 'loading' && (
        <ProgressBar label={`Loading the receipts, ${formatCount(root.count)} so far`} />
      )}
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
      <div className="grid gap-(--gap) lg:grid-cols-2 lg:items-start">
        <Panel title="At this moment">
          <FactList>
            <Fact name="Newest receipt">
              <FileText text={columns.actionAt(moment.row)} isMono limit={80} />
              {columns.summaryAt(moment.row) !== '' && (
                <span className="block text-muted">
                  <FileText text={columns.summaryAt(moment.row)} limit={160} />
                </span>
              )}
              <span className="mt-1 block">
                <Button size="small" onPress={() => onShowNode(columns.idAt(moment.row))}>
                  Show it in the tree
                </Button>
              </span>
            </Fact>
            <Fact name="Recorded so far">{countWords(counts)}</Fact>
            <Fact name="Stood out">{troubleWords(counts)}</Fact>
            <Fact name="Memory checkpoint">
              {checkpoint < 0 ? (
                'None yet'
              ) : (
                <>
                  {`Receipt ${formatCount(checkpoint + 1)}, ${formatTime(columns.time[checkpoint] ?? Number.NaN)?.utc ?? 'no time'}`}
                  <span className="block">
                    <HashText value={hashAt(columns.inputHash, checkpoint) ?? ''} label="hash of the memory" />
                  </span>
                </>
              )}
            </Fact>
            <Fact name="Head of the chain">
              <Head root={root} row={moment.row} />
            </Fact>
          </FactList>
          <OpenApprovals session={session} root={root} moment={moment} onShowNode={onShowNode} />
        </Panel>
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
        <HashText value={hash} label="hash of the newest receipt" />
        <span className="block text-13 text-muted">
          {named === null ? 'Computed here from the receipt.' : 'As the service has stored it.'}
        </span>
      </>
    );
  }
  return <span className="text-muted">{proof.isError ? 'It could not be asked for.' : 'Asking for the receipt'}</span>;
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
    return <RequestError error={approvals.error} what="The approvals" onRetry={() => void approvals.refetch()} />;
  }
  const open = openAt(approvals.data ?? [], moment.row, moment.time, (id) => rows.get(id) ?? -1);
  return (
    <div className="space-y-1">
      <h3 className="text-14">Open approvals</h3>
      {ids.length > 0 && approvals.data === undefined ? (
        <p className="text-muted">Asking for the approvals</p>
      ) : open.length === 0 ? (
        <p className="text-muted">None was open.</p>
      ) : (
        <ul className="space-y-1">
          {open.map(({ approval_id, summary, requested_at, threshold, approvers }) => (
            <li key={approval_id} className="rounded border border-line px-3 py-1.5">
              <StatusMark look="pending" label="Waited for a decision" size="small" />
              <p>{summary === '' ? 'No summary is kept.' : <FileText text={summary} limit={200} />}</p>
              <p className="text-13 text-muted">
                {`${formatCount(threshold)} of ${formatCount(approvers.length)} approvers, asked at `}
                <TimeText value={requested_at} />
              </p>
              <Button size="small" onPress={() => onShowNode(approval_id)}>
                Show the request
              </Button>
            </li>
          ))}
        </ul>
      )}
      {ids.length > MOST_APPROVALS && (
        <p className="text-muted">{`Only the first ${MOST_APPROVALS} requests of this session are looked at.`}</p>
      )}
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
