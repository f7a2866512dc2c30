import { useQuery } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { formatCount } from '../../../../lib/format.ts';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { forksQuery, type KeptFork } from '../data/queries.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import { PolicySentences } from '../policies/policy-sentences.tsx';
import { SIMULATION } from './fork-rows.ts';

/** Forks that are listed at first. */
const SOME = 5;

export interface KeptForksProps {
  readonly sessionId: string;
  readonly root: LoadedSession;
  /** The fork that is shown below; null where none of them is. */
  readonly opened: string | null;
  readonly isBusy: boolean;
  readonly onOpen: (forkId: string) => void;
}

/** The forks that were made of a session, the newest first, to be opened again. */
export function KeptForks({ sessionId, root, opened, isBusy, onOpen }: KeptForksProps) {
  const { data, error, isPending, refetch } = useQuery(forksQuery(sessionId));
  const forks = data?.items ?? [];
  const listed = (some: readonly KeptFork[]) => (
    <ul className="divide-y divide-line">
      {some.map((fork) => (
        <ForkItem
          key={fork.fork_id}
          {...{ fork, isBusy, onOpen }}
          row={root.columns.rowOf(fork.forked_from)}
          isOpened={fork.fork_id === opened}
        />
      ))}
    </ul>
  );
  return (
    <Panel
      title="Forks of this session"
      lead="The service keeps what was asked and what came out, and computes the receipts again when one is opened. A session keeps its newest 50 forks. They are in no chain, no seal and no bundle."
    >
      {isPending && <p className="text-muted">Loading the forks</p>}
      {error !== null && <RequestError error={error} what="The forks" onRetry={() => void refetch()} />}
      {data !== undefined && forks.length === 0 && <p className="text-muted">No fork was made yet.</p>}
      {forks.length > 0 && (
        <>
          <p>
            <StatusMark look="inconclusive" label={SIMULATION} size="small" />
          </p>
          {listed(forks.slice(0, SOME))}
          {forks.length > SOME && (
            <Disclosure title={`Older ones: ${formatCount(forks.length - SOME)}`} level={3}>
              {listed(forks.slice(SOME))}
            </Disclosure>
          )}
        </>
      )}
    </Panel>
  );
}

interface ForkItemProps extends Pick<KeptForksProps, 'isBusy' | 'onOpen'> {
  readonly fork: KeptFork;
  /** The receipt at which it begins; -1 while that is not loaded. */
  readonly row: number;
  readonly isOpened: boolean;
}

function ForkItem({ fork, row, isOpened, isBusy, onOpen }: ForkItemProps) {
  const from = row < 0 ? fork.forked_from : `receipt ${formatCount(row + 1)}`;
  return (
    <li
      data-fork={fork.fork_id}
      aria-current={isOpened || undefined}
      className="flex flex-wrap items-start gap-x-4 gap-y-1 py-2 text-13"
    >
      <div className="min-w-0 flex-1 basis-72 space-y-1">
        <p className="font-medium">{`From ${from} on: ${countWords(fork)}`}</p>
        <p className="text-muted">
          Made <TimeText value={fork.made_at} /> by <code>{fork.made_by}</code>
        </p>
        <PolicySentences policy={fork.policy} />
        {!fork.chain_intact && <StatusMark look="failed" label="The recorded chain was not intact then" size="small" />}
      </div>
      <Button
        size="small"
        icon={<History aria-hidden size={14} />}
        aria-disabled={isBusy || isOpened}
        aria-label={isOpened ? `Shown below: the fork from ${from} on` : `Open again: the fork from ${from} on`}
        onPress={() => !isBusy && !isOpened && onOpen(fork.fork_id)}
      >
        {isOpened ? 'Shown below' : 'Open again'}
      </Button>
    </li>
  );
}

/** How many of the receipts that were decided again came out otherwise. */
export function countWords({ simulated, divergences }: Pick<KeptFork, 'simulated' | 'divergences'>): string {
  const of = `${formatCount(simulated)} ${simulated === 1 ? 'receipt' : 'receipts'}`;
  return divergences === 0 ? `of ${of} none otherwise` : `${formatCount(divergences)} of ${of} otherwise`;
}
