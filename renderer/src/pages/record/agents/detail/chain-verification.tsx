import { ShieldCheck } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { client } from '../../../../lib/client.ts';
import { formatCount } from '../../../../lib/format.ts';
import { queryClient } from '../../../../lib/query.ts';
import { VerdictBox } from '../../../../parts/report/verdict-box.tsx';
import { CountedWork } from '../../../../parts/work/counted-work.tsx';
import { useWork } from '../../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../../parts/work/work-status.tsx';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../../ui/live-region.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { type AgentSession, ROOT, sessionQuery } from '../data/queries.ts';
import type { ReceiptPlace } from '../rows/place.ts';
import { checkChain } from '../work/runner.ts';
import { breakSignatures } from './break-signatures.ts';
import { type BreakWords, breakWords } from './break-words.ts';
import { chainVerdict } from './chain-words.ts';
import { ExportBundle } from './export-bundle.tsx';
import { OpenBundle } from './open-bundle.tsx';

export interface ChainVerificationProps {
  readonly session: AgentSession;
  /** Where the chain breaks; null where it holds. */
  readonly onBroken: (place: ReceiptPlace | null) => void;
}

/** Recomputes every hash and link of the session in this window; stops at the first that does not hold and shows it. */
export const ChainVerification = memo(function ChainVerification({ session, onBroken }: ChainVerificationProps) {
  const announce = useAnnounce();
  const [checked, setChecked] = useState(0);
  const { session_id: sessionId } = session;
  const work = useWork(async (_: null, signal) => {
    setChecked(0);
    const report = await checkChain(sessionId, signal, setChecked);
    const signed = await breakSignatures(report, signal);
    return { report, broken: breakWords(report, signed), looksAtSignatures: signed !== null, at: Date.now(), session };
  });
  const verify = async () => {
    const done = await work.start(null);
    if (done === null) return;
    announce(chainVerdict(done.report, done.broken, done.session).word, 'assertive');
    onBroken(done.broken === null ? null : { sessionId, node: done.broken.index });
    await keepCheck(sessionId);
  };
  const { result } = work;
  const isBusy = work.state.status === 'busy';
  const buttons = useRef<HTMLDivElement>(null);
  const cancel = () => {
    // "Cancel" goes away with the work.
    buttons.current?.querySelector('button')?.focus();
    work.cancel();
  };
  return (
    <div className="space-y-3">
      <div ref={buttons} className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          aria-disabled={isBusy}
          icon={<ShieldCheck aria-hidden size={16} />}
          onPress={() => void verify()}
        >
          Verify the chain
        </Button>
        <OpenBundle sessionId={sessionId} />
        <ExportBundle session={session} />
      </div>
      {isBusy ? (
        <CountedWork
          label={`Recomputing the chain in this window, ${formatCount(checked)} receipts so far`}
          done={checked}
          of={Math.max(checked, session.node_count)}
          onCancel={cancel}
        />
      ) : (
        <WorkStatus
          state={work.state}
          busyLabel=""
          failedTitle="The chain was not verified"
          onCancel={work.cancel}
          units={0}
        />
      )}
      {result !== null && !isBusy && <ChainResult {...result} />}
    </div>
  );
});

/** The server checks the session too and keeps what it found, for the list; where it cannot, the list says what it knew. */
async function keepCheck(id: string): Promise<void> {
  try {
    await client.agents.sessions.check({ params: { id } });
  } catch {
    return;
  }
  await queryClient.invalidateQueries({ queryKey: [ROOT, 'sessions'] });
  await queryClient.invalidateQueries({ queryKey: sessionQuery(id).queryKey });
}

interface ChainResultProps {
  readonly report: Parameters<typeof chainVerdict>[0];
  readonly broken: BreakWords | null;
  /** Whether the signatures of the two receipts at a broken link were checked. */
  readonly looksAtSignatures: boolean;
  readonly session: AgentSession;
  readonly at: number;
}

function ChainResult({ report, broken, looksAtSignatures, session, at }: ChainResultProps) {
  const { word, look, sentence } = chainVerdict(report, broken, session);
  const place = report.broken;
  return (
    <VerdictBox look={look} word={word}>
      <p>{sentence}</p>
      {broken !== null && place !== null && (
        <>
          <p className="mt-1">
            It is marked in the tree: <code>{broken.nodeId}</code>.
          </p>
          <Disclosure title={`Compared at receipt ${formatCount(place.index + 1)}`}>
            <dl className="grid gap-x-3 text-13 sm:grid-cols-[auto_1fr]">
              <dt className="text-muted">expected</dt>
              <dd className="font-mono break-all">{place.expected}</dd>
              <dt className="text-muted">found</dt>
              <dd className="font-mono break-all">{place.found}</dd>
            </dl>
          </Disclosure>
          <p className="mt-1">
            Keep a copy of the data folder before anything else, then run <code>touchstone doctor</code>.
          </p>
        </>
      )}
      {broken === null && report.head !== null && (
        <div className="mt-1">
          <p className="text-13 text-muted">Hash of the last receipt. Keep it elsewhere to compare later.</p>
          <HashText value={report.head} label="hash of the last receipt" />
        </div>
      )}
      <p className="mt-1 text-13 text-muted">
        Recomputed here <TimeText value={at} /> over {formatCount(report.nodes)}{' '}
        {report.nodes === 1 ? 'receipt' : 'receipts'}: contents, links, order, times
        {report.root !== null && ', Merkle root'}.{' '}
        {looksAtSignatures
          ? 'Of the signatures only those on both sides of the break were checked, and not the seal.'
          : 'Signatures and the seal were not checked.'}{' '}
        “Full check” checks all of them, as <code>pq-verify</code> does.
      </p>
    </VerdictBox>
  );
}
