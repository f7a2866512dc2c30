import { policyOfScope } from '@touchstone/core/agent/policy.ts';
import { Download, GitFork, Printer } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../../../lib/format.ts';
import { queryClient } from '../../../../lib/query.ts';
import { printPage, saveFile } from '../../../../parts/download/download.ts';
import { useDraft } from '../../../../parts/form/use-draft.ts';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useAddress } from '../address.ts';
import { type AgentSession, forksQuery } from '../data/queries.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import type { SessionPartProps } from '../data/session-part.ts';
import { EMPTY_DRAFT, type Policy, readDraft, samePolicy } from '../policies/policy-draft.ts';
import { PolicyFields } from '../policies/policy-fields.tsx';
import { PolicySentences } from '../policies/policy-sentences.tsx';
import { forkInWorker, openForkInWorker } from '../work/runner.ts';
import { alignFork, countRows, type ForkRow } from './align.ts';
import type { ForkAnswer } from './fork-answer.ts';
import { ForkGrid } from './fork-grid.tsx';
import { ForkPoint } from './fork-point.tsx';
import { ForkPrint } from './fork-print.tsx';
import { againWords, forkFile, SIMULATION, SIMULATION_MEANING } from './fork-rows.ts';
import { KeptForks } from './kept-forks.tsx';

interface Compared {
  readonly fork: ForkAnswer;
  readonly rows: readonly ForkRow[];
}

/** A fork to be made, or one that was made before. */
type Question = { readonly forkAt: string; readonly policy: Policy } | { readonly forkId: string };

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
      <EmptyState title="This session has no receipts to fork" />
    ) : (
      <ProgressBar label="Loading the receipts" />
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
  const asked = root.columns.rowOf(search.node ?? '');
  const [chosen, setChosen] = useState<number | null>(null);
  const row = chosen ?? (asked >= 0 && asked < root.count ? asked : 0);
  const sessionId = session.session_id;
  const work = useWork(async (input: Question, signal): Promise<Compared> => {
    if ('forkId' in input) return compare(await openForkInWorker(sessionId, input.forkId, signal), root);
    const compared = compare(await forkInWorker(sessionId, input.forkAt, input.policy, signal), root);
    void queryClient.invalidateQueries({ queryKey: forksQuery(sessionId).queryKey });
    return compared;
  });
  const draft = useDraft(useState(EMPTY_DRAFT), work.state);
  const isBusy = work.state.status === 'busy';
  const isLoading = root.state.status === 'loading';
  const wanted = search.fork;
  const { start } = work;
  // A link names a fork; it is opened once the receipts are there that stand beside it.
  useEffect(() => {
    if (wanted !== undefined && !isLoading) void start({ forkId: wanted });
  }, [wanted, isLoading, start]);
  const reopen = (forkId: string) => {
    if (forkId !== wanted) return set({ fork: forkId });
    void start({ forkId });
  };
  const run = async () => {
    const read = readDraft(draft.values);
    if (!draft.check(read.ok ? {} : read.faults) || !read.ok) return;
    const compared = await work.start({ forkAt: root.columns.idAt(row), policy: read.policy });
    if (compared === null) return;
    set({ fork: undefined });
    announce(`${SIMULATION}. ${summaryOf(compared)}`);
  };
  return (
    <div className="space-y-(--gap) print:[&>*:not(.fork-result)]:hidden">
      <Panel
        title="Try another policy"
        aside="1 unit"
        lead="What it states takes the place of the recorded limit, so a fork may forbid more and permit more. Receipts from the chosen one on are decided again from the value and jurisdiction that were kept; what the redaction level dropped, and what other policies refused, keeps its recorded outcome."
      >
        <form onSubmit={draft.submit(run)} noValidate className="space-y-3">
          <ForkPoint root={root} row={row} onChange={setChosen} />
          <RecordedScope scope={session.scope} />
          <PolicyFields draft={draft} whenEmpty="Empty: the recorded limit stays." isReadOnly={isBusy} />
          <div className="flex flex-wrap gap-2">
            <Button
              type="submit"
              variant="primary"
              isDisabled={isLoading}
              aria-disabled={isBusy}
              icon={<GitFork aria-hidden size={15} />}
            >
              {`Decide again from receipt ${formatCount(row + 1)} on`}
            </Button>
            <Button isDisabled={isBusy} onPress={() => draft.fill(EMPTY_DRAFT)}>
              Clear the policy
            </Button>
          </div>
          <WorkStatus
            state={work.state}
            busyLabel="Deciding again"
            failedTitle="Nothing was decided"
            onCancel={work.cancel}
            units={1}
          />
        </form>
      </Panel>
      <KeptForks
        sessionId={sessionId}
        root={root}
        opened={work.result?.fork.fork_id ?? null}
        isBusy={isBusy || isLoading}
        onOpen={reopen}
      />
      {work.result !== null && <Result compared={work.result} root={root} onShowNode={onShowNode} />}
    </div>
  );
}

/** The limits that the fork's policy is laid over. */
function RecordedScope({ scope }: { readonly scope: AgentSession['scope'] }) {
  return (
    <div className="text-13">
      <p className="font-medium">The recorded scope</p>
      <PolicySentences policy={policyOfScope(scope)} />
    </div>
  );
}

interface ResultProps extends Pick<SessionPartProps, 'onShowNode'> {
  readonly compared: Compared;
  readonly root: LoadedSession;
}

function Result({ compared, root, onShowNode }: ResultProps) {
  const { fork, rows } = compared;
  const name = `simulation-fork-of-${fork.session_id}`;
  const place = useRef<HTMLElement>(null);
  // Of a fork that was opened from a list or a link, the answer stands below the fold.
  useEffect(() => {
    if (fork.again !== null) place.current?.scrollIntoView({ block: 'start' });
  }, [fork]);
  return (
    <section
      ref={place}
      aria-labelledby="fork-result"
      className="fork-result space-y-3 print:[&>*:not(.fork-print)]:hidden"
    >
      <div className="space-y-2 rounded border-2 border-dashed border-inconclusive bg-inconclusive-soft px-4 py-3">
        <h2 id="fork-result" className="text-16">
          <StatusMark look="inconclusive" label={SIMULATION} size="large" />
        </h2>
        <p className="max-w-prose">{SIMULATION_MEANING}</p>
        <p className="font-medium" role="status">
          {summaryOf(compared)}
        </p>
        {fork.again !== null && (
          <p>
            Made <TimeText value={fork.again.made_at} /> by <code>{fork.again.made_by}</code>.{' '}
            {fork.again.reproduced ? (
              againWords(fork.again)
            ) : (
              <StatusMark look="failed" label={againWords(fork.again)} size="small" />
            )}
          </p>
        )}
        {samePolicy(fork.policy, {}) ? (
          <p className="text-muted">Without a policy nothing is decided otherwise.</p>
        ) : (
          <div className="text-13">
            <PolicySentences policy={fork.policy} />
          </div>
        )}
        {!fork.chain_intact && (
          <StatusMark look="failed" label="The recorded chain is not intact; the fork rests on what is stored." />
        )}
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Download aria-hidden size={15} />}
            onPress={() => void saveFile(`${name}.json`, forkFile(fork, rows))}
          >
            Export JSON
          </Button>
          <Button icon={<Printer aria-hidden size={15} />} onPress={() => void printPage(`${name}.pdf`)}>
            Print or save as PDF
          </Button>
        </div>
      </div>
      <ForkGrid
        key={fork.replayed_at}
        rows={rows}
        columns={root.columns}
        nodes={fork.nodes}
        policy={fork.policy}
        onShowNode={onShowNode}
      />
      <ForkPrint fork={fork} rows={rows} columns={root.columns} />
    </section>
  );
}

function summaryOf({ rows }: Compared): string {
  const { kept, decided, changed, refused, violations, allowed } = countRows(rows);
  const before = `${formatCount(kept)} receipts kept as recorded, ${formatCount(decided)} decided again`;
  if (changed === 0) return `${before}: none otherwise.`;
  return `${before}: ${formatCount(changed)} otherwise, of which ${formatCount(refused)} refused, ${formatCount(violations)} ran although forbidden, and ${formatCount(allowed)} permitted.`;
}
