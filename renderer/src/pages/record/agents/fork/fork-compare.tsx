import { GitFork } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { queryClient } from '../../../../lib/query.ts';
import { ObjectSign } from '../../../../parts/objects/object-tile.tsx';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { words } from '../../../../words/record/agents-session-fork.ts';
import { useAddress } from '../address.ts';
import { type AgentSession, forksQuery } from '../data/queries.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { forkInWorker, openForkInWorker } from '../work/runner.ts';
import { alignFork } from './align.ts';
import type { ForkAnswer } from './fork-answer.ts';
import { type Compared, ForkResult, summaryOf } from './fork-result.tsx';
import { SIMULATION } from './fork-rows.ts';
import { ForkSheet, type NewFork } from './fork-sheet.tsx';
import { KeptForks } from './kept-forks.tsx';

/** A fork to be made, or one that was made before. */
type Question = NewFork | { readonly forkId: string };

/** Beside the receipts that the session had when the fork was made. */
function compare(fork: ForkAnswer, { columns, count }: LoadedSession): Compared {
  const most = fork.again === null ? count : Math.min(count, fork.nodes.length);
  const recorded = columns.ids.slice(0, most).map((node_id) => ({ node_id }));
  return { fork, rows: alignFork(recorded, fork.nodes, fork.divergence) };
}

/** Decides a session again under another policy, from a receipt on, and shows where that would have differed. */
export function ForkCompare({ session, graph, onShowNode }: SessionPartProps) {
  const { root } = graph;
  if (root.count === 0) {
    return root.state.status === 'loaded' ? (
      <EmptyState title={words.empty} icon={<ObjectSign kind="session" />} />
    ) : (
      <ProgressBar label={words.loading} />
    );
  }
  return <Compare key={session.session_id} {...{ session, root, onShowNode }} />;
}

interface CompareProps extends Pick<SessionPartProps, 'onShowNode'> {
  readonly session: AgentSession;
  readonly root: LoadedSession;
}

function Compare({ session, root, onShowNode }: CompareProps) {
  const { search, set } = useAddress();
  const announce = useAnnounce();
  const sessionId = session.session_id;
  const work = useWork(async (input: Question, signal): Promise<Compared> => {
    if ('forkId' in input) return compare(await openForkInWorker(sessionId, input.forkId, signal), root);
    const compared = compare(await forkInWorker(sessionId, input.forkAt, input.policy, signal), root);
    await queryClient.invalidateQueries({ queryKey: forksQuery(sessionId).queryKey });
    return compared;
  });
  const isLoading = root.state.status === 'loading';
  const isBusy = work.state.status === 'busy' || isLoading;
  const { start, result } = work;
  const shown = result?.fork.fork_id ?? null;
  const wanted = search.fork ?? null;
  // One that was just made is there already.
  const open = useEffectEvent((forkId: string) => {
    if (forkId !== shown) void start({ forkId });
  });
  // A link names a fork; it is opened once the receipts are there that stand beside it.
  useEffect(() => {
    if (wanted !== null && !isLoading) open(wanted);
  }, [wanted, isLoading]);
  const isCreating = search.act === 'fork';
  const create = (
    <Button icon={<GitFork aria-hidden size={15} />} onPress={() => set({ act: 'fork' }, 'push')}>
      {words.create.verb}
    </Button>
  );
  return (
    <div className="space-y-6 print:[&>*:not(.fork-result)]:hidden">
      {!isCreating && (
        <WorkStatus
          state={work.state}
          busyLabel={words.create.busy}
          failedTitle={words.create.failed}
          onCancel={work.cancel}
          units={1}
        />
      )}
      {result !== null && (wanted === null || wanted === shown) && (
        <ForkResult key={result.fork.replayed_at} compared={result} root={root} onShowNode={onShowNode} />
      )}
      <KeptForks
        sessionId={sessionId}
        root={root}
        opened={shown}
        isBusy={isBusy}
        create={create}
        onOpen={(forkId) => (forkId === wanted ? void start({ forkId }) : set({ fork: forkId }, 'push'))}
      />
      <ForkSheet
        isOpen={isCreating}
        onClose={() => set({ act: undefined })}
        session={session}
        root={root}
        work={work}
        onDone={(made) => {
          set({ act: undefined, fork: made.fork.fork_id ?? undefined });
          announce(words.result.done(SIMULATION, summaryOf(made)));
        }}
      />
    </div>
  );
}
